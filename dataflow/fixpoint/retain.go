package fixpoint

import (
	"slices"

	"github.com/seed38182bad/parallax/lattice"
)

// retention is what an engine knows of the pass before.
type retention[S lattice.Mergeable[S]] struct {
	equal  func(a, b S) bool
	before *Engine[S] // nil in the first pass
}

// Retain has the engine keep what was found in the pass before, for functions that the analysis retains. It does not
// step through them again as long as what they call hands over the same. before is nil in the first pass. It reports
// whether that is possible: states need a method Equal, and there must be no Enter.
func (e *Engine[S]) Retain(before *Engine[S]) bool {
	as := lattice.View[S, lattice.Equaler[S]]()
	if e.an.Retains == nil || as == nil || e.an.Enter != nil || e.opts.Pick != nil {
		return false
	}
	e.retained = &retention[S]{before: before, equal: func(a, b S) bool { return as(a).Equal(b) }}
	if before != nil {
		e.noted = before.noted
		e.at.noted = e.noted
		before.retained.before = nil
	}
	return true
}

// retain makes a frame what it was in the pass before, if nothing has changed that it depends on. It begins callees
// that have not begun, one after the other. The frame waits for them, which retain reports as parked, because a call
// is only known to be reached if those before it hand over the same. Frames that call each other in turn are not
// retained, because what one of them handed over may rest on itself.
func (e *Engine[S]) retain(f *Frame[S]) (retained, parked bool) {
	before := e.retained.before
	if before == nil || !e.an.Retains(f.key.fn) || int(f.key.below) >= len(before.byBelow) {
		return false, false
	}
	old := before.byBelow[f.key.below]
	if old == nil {
		return false, false
	}
	for ; int(f.parks) < len(old.called); f.parks++ {
		was := before.frames[old.called[f.parks]]
		t := e.frameIn(was.key.below, was.key.fn)
		if !t.begun {
			e.schedule(f) // before the callee, which is taken first
			e.begin(t)
			return false, true
		}
		if !t.settled || !e.retained.same(t, was) {
			f.parks, f.called = 0, f.called[:0]
			return false, false
		}
		f.asks = f.asks || t.asks
		f.calls(t.id)
	}
	f.exit, f.hasExit, f.thrown, f.hasThrown = old.exit, old.hasExit, old.thrown, old.hasThrown
	f.reports, f.asks = old.reports, f.asks || old.asks
	f.grown++
	return true, false
}

// same reports whether a frame hands over what it handed over in the pass before.
func (r *retention[S]) same(f, was *Frame[S]) bool {
	return f.hasExit == was.hasExit && f.hasThrown == was.hasThrown &&
		(!f.hasExit || r.equal(f.exit, was.exit)) && (!f.hasThrown || r.equal(f.thrown, was.thrown))
}

// calls notes that a frame calls another one, or starts a thread with it.
func (f *Frame[S]) calls(id int32) {
	if n := len(f.called); n == 0 || f.called[n-1] != id && !slices.Contains(f.called, id) {
		f.called = append(f.called, id)
	}
}
