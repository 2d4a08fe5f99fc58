package plan

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// Relevant is the set of functions that get probes:
//
//	always    in which or below which locks change, or that hand on a method value which changes one
//	always    that return to such a function what they loaded from memory that may be shared
//	Accesses  that access memory which threads may share, or a sync.Map
//	Order     that start threads
//	Meetings  that start threads, or in which threads meet otherwise than at a lock
//
// and those between two of them that the compiler may inline. With All it is every function. A generic function is in
// the set if it or an instance is. Calls are followed as far as the program knows what they call.
func (p *Plans) Relevant() func(envs.FuncID) bool {
	if p.opts.All {
		return all
	}
	locks := p.graph.aboutLocks()
	set := p.graph.withBetween(func(id envs.FuncID) bool {
		ops := p.prog.Func(id).Ops
		return locks[p.graph.canon[id]] || slices.ContainsFunc(ops, func(op envs.Op) bool { return p.opts.wants(&op) })
	})
	return func(id envs.FuncID) bool { return set[p.graph.canon[id]] }
}

// wants reports whether a function has to be seen for an operation in it, whatever locks change.
func (o *Options) wants(op *envs.Op) bool {
	return o.Accesses && (op.Accesses() && shared(op) || ofMap(op)) ||
		(o.Order || o.Meetings) && op.Kind == envs.Fork || o.Meetings && meets(op)
}

// ofMap reports whether an operation calls a method of sync.Map: what that does to shared memory is not seen otherwise.
func ofMap(op *envs.Op) bool {
	return op.Kind == envs.Call && op.Callee.MapMethod() != ""
}

// aboutLocks marks the functions that are relevant always.
func (g *callGraph) aboutLocks() []bool {
	changes := g.reach(func(id envs.FuncID) bool { return g.prog.Func(id).Locking() }, g.callersOf, all)
	gives := g.reach(g.loads, g.callersOf, func(id envs.FuncID) bool { return g.prog.Func(id).Results > 0 })
	return g.reach(func(id envs.FuncID) bool {
		return changes[g.canon[id]] || len(handsOn(g.prog, id)) > 0
	}, func(id envs.FuncID) []envs.FuncID {
		next := slices.Clip(g.calls[id])
		// A literal may be called by whatever the function hands it to.
		for _, lit := range g.prog.SSA(id).AnonFuncs {
			if f, ok := g.prog.FuncOf(lit); ok {
				next = append(next, f)
			}
		}
		return next
	}, func(id envs.FuncID) bool { return gives[id] })
}

// loads reports whether a function may return what it loaded from memory that may be shared.
func (g *callGraph) loads(id envs.FuncID) bool {
	fn := g.prog.Func(id)
	return fn.Results > 0 && slices.ContainsFunc(fn.Ops, func(op envs.Op) bool {
		return (op.Kind == envs.Load || op.Kind == envs.Atomic) && !op.Is(envs.Local)
	})
}

// inlineSize is more instructions than a function has that the compiler puts into its callers: its budget is 80 nodes
// of syntax, of which a call takes 57.
const inlineSize = 120

// withBetween adds to a set of functions those through which one of them calls another and which the compiler may put
// into their callers. Such a call has no frame of its own. What is called through it would look as if it had been
// called in its place, and could be taken for another call that stands there.
func (g *callGraph) withBetween(in func(envs.FuncID) bool) []bool {
	leads := g.reach(in, g.callersOf, g.small)
	calls := func(id envs.FuncID) []envs.FuncID { return g.calls[id] }
	return g.reach(in, calls, func(id envs.FuncID) bool { return leads[id] })
}

func (g *callGraph) small(id envs.FuncID) bool {
	n := 0
	for _, b := range g.prog.SSA(id).Blocks {
		n += len(b.Instrs)
	}
	return n < inlineSize
}
