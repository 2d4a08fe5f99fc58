package lower

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
)

// callMode says in which role a call stands.
type callMode uint8

const (
	asCall     callMode = iota
	asFork              // go f(x)
	asDefer             // defer f(x), where it stands
	asDeferred          // defer f(x), where it runs
)

// call lowers a call in the given role. v is the value that it defines, if any.
func (l *lowerer) call(site ssa.Instruction, c *ssa.CallCommon, v ssa.Value, mode callMode) {
	if c.IsInvoke() {
		l.invoke(c.Method, c.Value, c.Args, v, mode)
		return
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if mode == asCall || mode == asDeferred {
			l.builtin(b.Name(), c.Args, v)
			return
		}
		op := l.operation(mode, v, l.regsOf(c.Args, nil))
		op.Callee = &envs.Callee{Name: b.Name()}
		return
	}
	args := c.Args
	if fn, ok := c.Value.(*ssa.Function); ok {
		named := l.named(fn)
		t := named.end
		if t.model != library.None {
			if l.modelled(t, nil, args, named.via, v, mode) {
				return
			}
			l.callbacks(t.model, args, mode)
		} else {
			l.yields(args, mode)
		}
		l.callFunc(t, nil, args, v, mode)
		return
	}
	to := local.ResolveAt(c.Value, 0)
	if to.Recv != nil {
		args = append([]ssa.Value{to.Recv}, args...)
	}
	if to.Method != nil {
		l.invoke(to.Method, to.Recv, c.Args, v, mode)
		return
	}
	if to.Fn == nil {
		l.callValue(c, args, v, mode)
		return
	}
	t := l.target(to.Fn)
	if t.model != library.None && l.modelled(t, to.Bindings, args, to.Via, v, mode) {
		return
	}
	l.callbacks(t.model, args, mode)
	l.callFunc(t, to.Bindings, args, v, mode)
}

// callFunc emits the operation for a call of a known function; free is what it has captured, if that is known.
func (l *lowerer) callFunc(t *target, free, args []ssa.Value, v ssa.Value, mode callMode) {
	if free == nil && t.free > 0 {
		free = make([]ssa.Value, t.free) // made in another frame
	}
	uses := l.regsOf(args, free)
	op := l.operation(mode, v, uses)
	op.Callee = l.withPaths(t, args, free)
}

func (l *lowerer) regsOf(args, more []ssa.Value) []envs.Reg {
	uses := l.uses(len(args) + len(more))
	for i, a := range args {
		uses[i] = l.reg(a)
	}
	for i, a := range more {
		uses[len(args)+i] = l.reg(a) // 0 if it is nil
	}
	return uses
}

// operation emits a Call, Fork or Defer.
func (l *lowerer) operation(mode callMode, v ssa.Value, uses []envs.Reg) *envs.Op {
	l.recent.forget()
	return l.results(callKinds[mode], v, uses)
}

var callKinds = [...]envs.Kind{asCall: envs.Call, asFork: envs.Fork, asDefer: envs.Defer, asDeferred: envs.Call}

// withPaths is t's callee with the paths of the arguments, if one has a path and the function has a body in which it
// can be of use.
func (l *lowerer) withPaths(t *target, args, free []ssa.Value) *envs.Callee {
	if t.leads == 0 {
		return t.callee
	}
	all := slices.Concat(args, free)
	paths := l.pathsOf(all, len(all), func(i int, a ssa.Value) bool { return l.argLeads(t, i, a) })
	if paths == nil {
		return t.callee
	}
	c := *t.callee
	c.Args = paths
	if t.found != nil {
		t.found.callees = append(t.found.callees, listing{callee: &c})
	}
	return &c
}

// pathsOf are the paths of the arguments that lead to a lock, with room for n of them; nil if there is none.
func (l *lowerer) pathsOf(args []ssa.Value, n int, leads func(int, ssa.Value) bool) (paths []*envs.Path) {
	for i, a := range args {
		if a == nil || !leads(i, a) {
			continue
		}
		if p := l.names.Path(a); p != nil {
			if paths == nil {
				paths = make([]*envs.Path, n)
			}
			paths[i] = p
		}
	}
	return paths
}

func (l *lowerer) canLead(_ int, a ssa.Value) bool { return l.names.CanLead(a) }

// invoke lowers the call of an interface's method.
func (l *lowerer) invoke(m *types.Func, recv ssa.Value, args []ssa.Value, v ssa.Value, mode callMode) {
	if lock := library.OfLocker(m); lock != library.None && (mode == asCall || mode == asDeferred) {
		l.lockOp(lock, recv, nil, v)
		return
	}
	all := make([]ssa.Value, 0, 8)
	all = append(append(all, recv), args...)
	if fn := l.concrete(recv, m); fn != nil {
		all[0] = recv.(*ssa.MakeInterface).X
		t := l.target(fn)
		if t.model == library.None || !l.modelled(t, nil, all, nil, v, mode) {
			l.callbacks(t.model, all, mode)
			l.callFunc(t, nil, all, v, mode)
		}
		return
	}
	l.callbacks(nil, args, mode)
	op := l.operation(mode, v, l.regsOf(all, nil))
	shared := l.p.calls.Implemented(m)
	op.Callee = shared
	if len(shared.Funcs) == 0 {
		return
	}
	if paths := l.pathsOf(all, len(all), l.canLead); paths != nil {
		c := *shared
		c.Args, op.Callee = paths, &c
	}
}

// callValue lowers the call of a function value that may be one of several functions, or others that are not known.
func (l *lowerer) callValue(c *ssa.CallCommon, args []ssa.Value, v ssa.Value, mode callMode) {
	l.callbacks(nil, args, mode)
	callee := &envs.Callee{Name: l.names.ValueName(c.Value), Full: naming.None{}, FirstArg: 1}
	fns, open := l.p.calls.MayBe(c.Value)
	callee.Open = open
	params := len(args)
	for _, fn := range fns {
		params = max(params, len(args)+len(fn.FreeVars))
	}
	uses := l.uses(1 + params)
	clear(uses) // what a closure has captured is not known here
	uses[0] = l.reg(c.Value)
	for i, a := range args {
		uses[1+i] = l.reg(a)
	}
	if len(fns) > 0 {
		callee.Args = l.pathsOf(args, params, l.canLead)
		free, own := l.names.CapturedPaths(c.Value, fns, open)
		if free != nil && callee.Args == nil {
			callee.Args = make([]*envs.Path, params)
		}
		for _, fn := range fns {
			x := listing{callee: callee}
			if paths, ok := own[fn]; ok {
				x.hasOwn = true
				if callee.Args != nil || paths != nil {
					x.own = make([]*envs.Path, len(args)+len(paths))
					copy(x.own, callee.Args[:min(len(args), len(callee.Args))])
					copy(x.own[len(args):], paths)
				}
			}
			l.addTo(fn, x)
		}
		if free != nil {
			copy(callee.Args[len(args):], free)
		}
	}
	l.operation(mode, v, uses).Callee = callee
}

// addTo adds a function to those that a call lists, at once or when it gets a number.
func (c *callees) addTo(fn *ssa.Function, x listing) {
	if t := c.target(fn); t.found != nil {
		t.found.callees = append(t.found.callees, x)
	} else {
		x.add(t.known.ID)
	}
}

// add adds the function that has a number to those that the callee lists.
func (x listing) add(id envs.FuncID) {
	c := x.callee
	if i, found := slices.BinarySearch(c.Funcs, id); !found {
		c.Funcs = slices.Insert(c.Funcs, i, id)
	}
	if !x.hasOwn {
		return
	}
	if c.Own == nil {
		c.Own = map[envs.FuncID][]*envs.Path{}
	}
	c.Own[id] = x.own
}
