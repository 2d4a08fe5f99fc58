package calls

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
)

// MaxCalls is how many callers a function may have for a parameter to be worth following to its arguments: what one
// passes, all others seem to get back. A function that takes a lock is followed further, because its parameters are
// called under it.
const MaxCalls = 8

// maxPassed is how many functions a parameter may hold for a call of it to be worth following.
const maxPassed = 32

// passed adds what parameter v may hold: what the calls of its function pass that are known, and others unless these
// are all.
func (g *Graph) passed(v *ssa.Parameter, into *alternatives, depth int) {
	calls, all := g.passing(v.Parent(), into.named)
	into.params = true
	into.unknown = into.unknown || !all
	i := slices.Index(v.Parent().Params, v)
	for _, args := range calls {
		if i >= len(args) || into.named && local.IsYield(args[i]) || g.isLoopBody(args[i]) {
			into.unknown = true
			continue
		}
		g.collect(args[i], into, depth+1)
	}
}

// passing is CallsOf, if the calls are worth following, and with those by loops unless only such count as name the
// function.
func (g *Graph) passing(fn *ssa.Function, named bool) (calls [][]ssa.Value, all bool) {
	calls, all = g.CallsOf(fn)
	if more := g.flows.loops; !named && len(more) > 0 {
		calls = slices.Concat(calls, g.looped(g.src.Declared(fn)))
	}
	if len(calls) > MaxCalls && !local.TakesLock(fn) {
		return nil, false
	}
	return calls, all
}

// CallsOf is the arguments of the calls of a function that are known, and whether these are all there are. Of a
// function that is offered to code which is not seen they are not, and they are given only if it is passed functions.
func (g *Graph) CallsOf(fn *ssa.Function) (calls [][]ssa.Value, all bool) {
	if fn.Parent() != nil {
		return literalCalls(fn)
	}
	fn = g.src.Declared(fn)
	calls = g.flows.calls[fn]
	all = g.src.IsPrivate(fn) && !g.flows.escaped[fn]
	obj, ok := fn.Object().(*types.Func)
	if !ok || fn.Signature.Recv() == nil {
		return calls, all
	}
	return g.invoked(fn, calls), all && !g.flows.invoked[obj.Id()]
}

// invoked adds the calls through interfaces that may reach method fn.
func (g *Graph) invoked(fn *ssa.Function, calls [][]ssa.Value) [][]ssa.Value {
	f := g.src.IDs[fn]
	if f == nil {
		return calls
	}
	calls = slices.Clip(calls)
	for _, c := range g.flows.dynamic[fn.Name()] {
		if slices.Contains(g.cha.callee(c.Method).Funcs, f.ID) {
			calls = append(calls, append([]ssa.Value{c.Value}, c.Args...))
		}
	}
	return calls
}
