package dataflow

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// retention is what an engine knows of the pass before.
type retention[S lattice.Mergeable[S]] struct {
	retains func(envs.FuncID) bool
	equal   func(a, b S) bool
	before  *engine[S]     // nil in the first pass
	now     []*instance[S] // by instance of the pass before, what stands for it
}

// retains gives the ability to keep what was found in a pass, if the checker has it.
func (e *engine[S]) retains(before *engine[S]) {
	as := viewed[S, equaler[S]]()
	if e.can.Tuning.Retains == nil || as == nil || e.can.Calls.Enter != nil || e.can.Calls.Context != nil || e.pick != nil {
		return
	}
	e.retained = &retention[S]{retains: e.can.Tuning.Retains, before: before, equal: func(a, b S) bool { return as(a).Equal(b) }}
	if before != nil {
		e.env.pool, e.env.detailed = before.env.pool, before.env.detailed
		e.retained.now = make([]*instance[S], len(before.insts))
		before.retained.before = nil
	}
}

// resume solves what was reached in the pass before, callees first. Functions that call each other in turn
// are kept together or not at all: what one of them hands over may rest on what it once handed over itself.
func (e *engine[S]) resume() error {
	r := e.retained
	for group := range components(r.before.insts) {
		keep := true
		for _, old := range group {
			keep = keep && r.retains(old.key.fn)
			for _, id := range old.called {
				// Those of this group stand for nothing yet.
				keep = keep && (r.now[id] == nil || r.same(r.before.insts[id]))
			}
		}
		for _, old := range group {
			r.now[old.id] = e.rootAt(old.key.below, old.key.fn)
		}
		for _, old := range group {
			if in := r.now[old.id]; !in.begun && keep {
				e.keepAs(in, old)
			} else if err := e.root(in); err != nil {
				return err
			}
		}
	}
	return nil
}

// same reports whether what an instance hands over is what it handed over in the pass before.
func (r *retention[S]) same(old *instance[S]) bool {
	in := r.now[old.id]
	return in.hasExit == old.hasExit && in.hasThrown == old.hasThrown &&
		(!in.hasExit || r.equal(in.exit, old.exit)) && (!in.hasThrown || r.equal(in.thrown, old.thrown))
}

// keepAs makes in what it was in the pass before.
func (e *engine[S]) keepAs(in, old *instance[S]) {
	in.begun, in.settled, in.asks = true, true, old.asks
	in.exit, in.hasExit, in.thrown, in.hasThrown = old.exit, old.hasExit, old.thrown, old.hasThrown
	in.reports = old.reports
	for _, id := range old.called {
		in.called = append(in.called, e.retained.now[id].id)
	}
	e.finish(in)
}

// calls notes that an instance calls another one, or starts a thread with it.
func (in *instance[S]) calls(id int32) {
	if n := len(in.called); n == 0 || in.called[n-1] != id && !slices.Contains(in.called, id) {
		in.called = append(in.called, id)
	}
}

// reach drops the reports of instances that nothing reaches any more from the roots: a pass may find that
// calls are impossible that the one before took for possible.
func (e *engine[S]) reach(roots []*instance[S]) {
	reached := make([]bool, len(e.insts))
	for len(roots) > 0 {
		in := roots[len(roots)-1]
		roots = roots[:len(roots)-1]
		if reached[in.id] {
			continue
		}
		reached[in.id] = true
		for _, id := range in.called {
			roots = append(roots, e.insts[id])
		}
	}
	for _, in := range e.insts {
		if !reached[in.id] {
			in.reports = reportTable{}
		}
	}
}
