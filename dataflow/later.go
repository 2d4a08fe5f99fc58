package dataflow

import (
	"github.com/seed38182bad/parallax/domains/clock"
	"github.com/seed38182bad/parallax/envs"
)

// later is what the accesses of a whole run tell of those before them, when the run is shown again.
type later struct{ firsts []firstUse } // by variable

// A firstUse is who accesses a variable first, and how much of what that thread does happens
// before all accesses of others: its steps up to a last one, which is MaxTime if there are no others.
type firstUse struct {
	thread     envs.Thread
	first      clock.Epoch
	full, firm clock.Epoch // with the order in which locks were taken, and without
}

// notes reports whether accesses are taken in.
func (w *world) notes() bool { return w.whole && !w.seen && w.needs.Has(Order) }

// note takes in an access. One that synchronises by itself might as well have come before those that it has observed, so what
// counts is what its thread knew without that.
func (l *later) note(t *thread, v envs.Variable, synchronises bool) {
	knows := &t.both
	if synchronises && t.deaf != nil {
		knows, t.deaf = t.deaf, nil
	}
	for int(v) >= len(l.firsts) {
		l.firsts = append(l.firsts, firstUse{})
	}
	u := &l.firsts[v]
	switch last := t.full.last; {
	case u.thread == 0:
		*u = firstUse{t.id, last, last | clock.MaxTime, last | clock.MaxTime}
	case u.thread != t.id:
		u.full, u.firm = knows.full.upTo(u.full), knows.firm.upTo(u.firm)
	}
}

// upTo is e, or the last step of its thread that p has, if that is an earlier one.
func (p *past) upTo(e clock.Epoch) clock.Epoch {
	if p.base.Has(e) {
		return e
	}
	e, _ = clock.At(e.Thread(), min(e.Time(), p.base.Time(e.Thread())))
	return e
}

// precedes reports whether what a thread does now with a variable happens before all that others do
// with it, and whether that does not depend on the order in which locks were taken.
func (l *later) precedes(t *thread, v envs.Variable) (full, firm bool) {
	u := &l.firsts[v]
	if u.thread != t.id || u.first == 0 {
		return false, false
	}
	return t.full.last <= u.full, t.full.last <= u.firm
}
