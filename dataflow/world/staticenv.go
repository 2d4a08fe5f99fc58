package world

import (
	"context"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/exclusion"
	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/dataflow/internal/run/intern"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// staticEnv answers a checker's questions during a fixpoint.
type staticEnv struct {
	fixpoint.At
	contexts    *contexts
	locks       *locks // nil in a flat frame
	flat        envs.Block
	renames     bool // the operation opens a block: openedBlock
	openedBlock envs.Block
	needs       ground.Cost
	mine        bool         // nobody else reaches the object that is accessed
	fact        int32        // who is here: a number of contexts.threads, 0 if that is not known
	joining     joining      // at a Join or Receive
	must        envs.LockSet // what MustLocks has answered here, if it was named
	named       bool
}

// Solve is part of ground.Paths, as Pass is.
func (v *staticEnv) Solve(ctx context.Context, shared *ground.Shared, cost ground.Cost) (solved any, err error) {
	all := shared.Of(source{}, func() any { return newContexts(shared.Program) }).(*contexts)
	return all.needing(ctx, cost)
}

// Pass gives a ground on which v answers.
func (v *staticEnv) Pass(solved any, cost ground.Cost) *ground.Ground {
	c := solved.(*contexts)
	*v = staticEnv{At: fixpoint.At{Prog: c.prog}, contexts: c, needs: cost}
	p := &position{c: c, env: v}
	g := &ground.Ground{
		Env: v, At: &v.At, Below: p, Roots: c.roots, Shapes: c.shapes, Aged: p.aged, Imported: p.imported, Steady: p.steady,
	}
	if c.accesses != nil && c.accesses.sites != nil {
		g.Sites = func(selects func(*envs.Op) bool, scan ground.Scan) (bool, error) {
			return c.accesses.sites.scan(v, selects, scan)
		}
	}
	return g
}

func (v *staticEnv) Thread() envs.Thread {
	v.Ask()
	if v.contexts.threads == nil {
		return 0
	}
	return v.contexts.threads.thread[v.fact]
}

func (v *staticEnv) MayBeThread(a, b envs.Thread) bool {
	t := v.contexts.threads
	return t == nil || t.mayBeSame(a, b)
}

func (v *staticEnv) MustBeThread(a, b envs.Thread) bool {
	t := v.contexts.threads
	return t != nil && a == b && a > 0 && t.ids[a-1].IsUnique()
}

func (v *staticEnv) MayShare() bool {
	if op := v.Operation(); op == nil || op.Is(envs.Local) {
		return op == nil
	}
	if v.needs&ofMemory == 0 {
		return true
	}
	v.Ask()
	return !v.mine && !v.contexts.threads.alone(v.fact)
}

func (v *staticEnv) MustPrecede() bool { return !v.MayShare() }
func (v *staticEnv) MayReach() bool    { return v.MayShare() }

func (v *staticEnv) MayWrite() bool {
	if op := v.Operation(); op == nil || op.Loc == nil || op.Loc.Final {
		return op == nil || op.Loc == nil
	}
	if !v.Op.Loc.Apart || v.needs&ofMemory == 0 {
		return true
	}
	v.Ask()
	return v.contexts.accesses.writes[v.Op.Loc]
}

func (v *staticEnv) Variable() envs.Variable {
	op := v.Operation()
	if op == nil || !op.Accesses() || op.Splits() {
		return 0
	}
	return v.contexts.ids.variable(op.Loc)
}

// MustBeVariable is false: a Variable is a field of all objects of a type.
func (v *staticEnv) MustBeVariable(envs.Variable, envs.Variable) bool { return false }

func (v *staticEnv) VariableName(x envs.Variable) string { return v.contexts.ids.variableName(x) }

// Meeting is what an operation at which threads wait for each other is about.
func (v *staticEnv) Meeting() envs.Lock { return v.Lock() }

func (v *staticEnv) MayBeSame(a, b envs.Lock) bool {
	if a < 0 || b < 0 {
		return v.mayMeet(a, b)
	}
	return v.contexts.ids.mayBeSame(a, b)
}
func (v *staticEnv) MustBeSame(a, b envs.Lock) bool {
	if a < 0 {
		return a == b && v.contexts.threads.ids[-a-1].IsUnique()
	}
	return v.contexts.ids.mustBeSame(a, b)
}
func (v *staticEnv) Table() *lockset.Table[envs.Lock] { return v.contexts.ids.table }
func (v *staticEnv) LockName(l envs.Lock) string {
	if l < 0 {
		return intern.ThreadName
	}
	return v.contexts.ids.lockName(l)
}

func (v *staticEnv) MayEnd() bool {
	v.Ask()
	if v.Op == nil || v.Op.Kind != envs.Return || !v.contexts.mayStart(v.Fn.ID) {
		return false
	}
	inherits := func(h hold) bool { return h.from > 0 }
	return v.locks == nil && v.flat.None() || v.locks != nil && !slices.ContainsFunc(v.locks.held, inherits)
}

func (v *staticEnv) MustStart() bool {
	v.Operation()
	return v.contexts.mustStart(v.Fn.ID)
}

// MayComeLater has them all: over all paths nothing is shown in order.
func (v *staticEnv) MayComeLater() ([]envs.Access, bool) { return v.MayRace(), true }

func (v *staticEnv) MayRace() []envs.Access {
	x := v.Variable()
	if x == 0 || !v.MayShare() {
		return nil
	}
	return v.contexts.race(asking{x, v.fact, v.Op.Writes(), v.Op.Synchronises()})
}

func (v *staticEnv) Excluded(a envs.Access) string {
	if x := exclusion.ByAccess(v, v.Op, a); x != "" {
		return x
	}
	if divided := v.Prog.Knows().Divided; divided != nil && divided(v.Point(), a.At) {
		return exclusion.ThreadLocal
	}
	if !v.MayOverlap(v.Segment(), a.Segment) {
		return exclusion.Ordered
	}
	return exclusion.ByLocks(v.Table(), v.MustLocks(), a)
}

func (v *staticEnv) Segment() envs.Segment {
	v.Ask()
	switch {
	case v.fact == 0:
		return envs.Segment{}
	case v.Op != nil && (v.Op.Kind == envs.Join || v.Op.Kind == envs.Receive) && v.joining.fact != 0:
		return envs.SegmentOf(v.joining.fact)
	}
	return envs.SegmentOf(v.fact)
}

func (v *staticEnv) MayOverlap(a, b envs.Segment) bool {
	x, ok := a.Of().(int32)
	y, known := b.Of().(int32)
	return !ok || !known || v.contexts.threads.mayOverlap(x, y)
}
