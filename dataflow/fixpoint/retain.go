package fixpoint

import (
	"slices"

	"github.com/seed38182bad/parallax/lattice"
)

// retention is what an engine knows of the pass before.
type retention[S lattice.Mergeable[S]] struct {
	equal  func(a, b S) bool
	before *Engine[S]  // nil in the first pass
	now    []*Frame[S] // by frame of the pass before, what stands for it
}

// Retain has the engine keep what was found in the pass before for functions that the analysis retains: it does not
// step through them again as long as what they call hands over the same. before is nil in the first pass. It reports
// whether that is possible: states need a method Equal, and there must be no Enter.
func (e *Engine[S]) Retain(before *Engine[S]) bool {
	as := View[S, Equaler[S]]()
	if e.an.Retains == nil || as == nil || e.an.Enter != nil || e.opts.Pick != nil {
		return false
	}
	e.retained = &retention[S]{before: before, equal: func(a, b S) bool { return as(a).Equal(b) }}
	if before != nil {
		e.noted = before.noted
		e.at.noted = e.noted
		e.retained.now = make([]*Frame[S], len(before.frames))
		before.retained.before = nil
	}
	return true
}

// resume solves what was reached in the pass before, callees first. Functions that call each other in turn are kept
// together or not at all: what one of them hands over may rest on what it once handed over itself.
func (e *Engine[S]) resume() error {
	r := e.retained
	for group := range components(r.before.frames) {
		keep := true
		for _, old := range group {
			keep = keep && e.an.Retains(old.key.fn)
			for _, id := range old.called {
				// Those of this group stand for nothing yet.
				keep = keep && (r.now[id] == nil || r.same(r.before.frames[id]))
			}
		}
		for _, old := range group {
			r.now[old.id] = e.frameIn(old.key.below, old.key.fn)
		}
		for _, old := range group {
			if f := r.now[old.id]; !f.begun && keep {
				e.keepAs(f, old)
			} else if err := e.root(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// same reports whether a frame hands over what it handed over in the pass before.
func (r *retention[S]) same(old *Frame[S]) bool {
	f := r.now[old.id]
	return f.hasExit == old.hasExit && f.hasThrown == old.hasThrown &&
		(!f.hasExit || r.equal(f.exit, old.exit)) && (!f.hasThrown || r.equal(f.thrown, old.thrown))
}

// keepAs makes f what it was in the pass before.
func (e *Engine[S]) keepAs(f, old *Frame[S]) {
	f.begun, f.settled, f.asks = true, true, old.asks
	f.exit, f.hasExit, f.thrown, f.hasThrown = old.exit, old.hasExit, old.thrown, old.hasThrown
	f.reports = old.reports
	for _, id := range old.called {
		f.called = append(f.called, e.retained.now[id].id)
	}
	e.finish(f)
}

// calls notes that a frame calls another one, or starts a thread with it.
func (f *Frame[S]) calls(id int32) {
	if n := len(f.called); n == 0 || f.called[n-1] != id && !slices.Contains(f.called, id) {
		f.called = append(f.called, id)
	}
}

// reach drops the reports of frames that nothing reaches any more from the roots: a pass may find that calls are
// impossible that the one before took for possible.
func (e *Engine[S]) reach(roots []*Frame[S]) {
	reached := make([]bool, len(e.frames))
	for len(roots) > 0 {
		f := roots[len(roots)-1]
		roots = roots[:len(roots)-1]
		if reached[f.id] {
			continue
		}
		reached[f.id] = true
		for _, id := range f.called {
			roots = append(roots, e.frames[id])
		}
	}
	for _, f := range e.frames {
		if !reached[f.id] {
			f.reports = reportTable{}
		}
	}
}
