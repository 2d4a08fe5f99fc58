package gosrc

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
)

// A parameter is worth following to its arguments if its function has at most
// maxCalls callers: what one passes, all others seem to get back. A function that
// takes a lock is followed further, because its parameters are called under it.
const maxCalls = 8

// maxPassed is how many functions a parameter may hold for a call of it to be worth
// following.
const maxPassed = 32

// passed adds what parameter v may hold: what the calls of its function pass that are
// known, and others unless these are all.
func (p *Program) passed(v *ssa.Parameter, into *alternatives, depth int) {
	calls, all := p.passing(v.Parent(), into.named)
	into.params = true
	into.unknown = into.unknown || !all
	i := slices.Index(v.Parent().Params, v)
	for _, args := range calls {
		if i >= len(args) || local.IsYield(args[i]) && (into.named || p.loopsOnly(args[i].(*ssa.MakeClosure).Fn.(*ssa.Function))) {
			into.unknown = true
			continue
		}
		p.collect(args[i], into, depth+1)
	}
}

// passing is callsOf, if the calls are worth following, and with those by loops unless only such count as name the
// function.
func (p *Program) passing(fn *ssa.Function, named bool) (calls [][]ssa.Value, all bool) {
	calls, all = p.callsOf(fn)
	if more := p.flows.loops; !named && len(more) > 0 {
		calls = slices.Concat(calls, p.looped(p.src.Declared(fn)))
	}
	if len(calls) > maxCalls && !local.TakesLock(fn) {
		return nil, false
	}
	return calls, all
}

// callsOf is the arguments of the calls of a function that are known, and whether these
// are all there are. Of a function that is offered to code which is not seen they are
// not, and they are given only if it is passed functions.
func (p *Program) callsOf(fn *ssa.Function) (calls [][]ssa.Value, all bool) {
	if fn.Parent() != nil {
		return literalCalls(fn)
	}
	fn = p.src.Declared(fn)
	calls = p.flows.calls[fn]
	all = p.src.IsPrivate(fn) && !p.flows.escaped[fn]
	obj, ok := fn.Object().(*types.Func)
	if !ok || fn.Signature.Recv() == nil {
		return calls, all
	}
	return p.invoked(fn, calls), all && !p.flows.invoked[obj.Id()]
}

// invoked adds the calls through interfaces that may reach method fn.
func (p *Program) invoked(fn *ssa.Function, calls [][]ssa.Value) [][]ssa.Value {
	f := p.src.IDs[fn]
	if f == nil {
		return calls
	}
	calls = slices.Clip(calls)
	for _, c := range p.flows.dynamic[fn.Name()] {
		if slices.Contains(p.cha.callee(p, c.Method).Funcs, f.ID) {
			calls = append(calls, append([]ssa.Value{c.Value}, c.Args...))
		}
	}
	return calls
}
