package dataflow

import (
	"github.com/seed38182bad/parallax/domains/clock"
	"github.com/seed38182bad/parallax/envs"
)

// later is what the accesses of a whole run tell of those before them, when the run is shown again.
type later struct{ firsts []firstUse } // by variable

// A firstUse is who accesses a variable first, and how much of what that thread does happens
// before all accesses of others: its steps up to a last one.
type firstUse struct {
	thread envs.Thread
	first  clock.Epoch
	last   clock.Epoch // MaxTime if there are no others
}

// access takes in an access, and reports whether nobody else shares the variable then: so far if
// the run has not been seen; otherwise, if all that others do with it happens afterwards.
func (l *later) access(seen bool, t *thread, v envs.Variable, soFar bool) bool {
	for int(v) >= len(l.firsts) {
		l.firsts = append(l.firsts, firstUse{})
	}
	u := &l.firsts[v]
	switch {
	case seen:
		return u.thread == t.id && u.first != 0 && t.full.last <= u.last
	case u.thread == 0:
		*u = firstUse{t.id, t.full.last, t.full.last | clock.MaxTime}
	case u.thread != t.id && !t.full.has(u.last):
		slot := u.first.Thread()
		u.last, _ = clock.At(slot, min(u.last.Time(), t.full.base.Time(slot)))
	}
	return soFar
}
