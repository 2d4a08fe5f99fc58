package partition

import "github.com/seed38182bad/parallax/lattice"

// resolve looks up what the base can do, once.
func (m *Maker[S]) resolve() {
	var zero S
	_, hasLeq := any(zero).(interface{ Leq(S) bool })
	_, hasEqual := any(zero).(interface{ Equal(S) bool })
	switch {
	case m.Leq != nil:
	case hasLeq:
		m.Leq = func(a, b S) bool { return any(a).(interface{ Leq(S) bool }).Leq(b) }
	default:
		m.Leq = func(a, b S) bool { _, grew := b.Clone().Merge(a); return !grew }
	}
	switch {
	case m.Equal != nil:
	case hasEqual:
		m.Equal = func(a, b S) bool { return any(a).(interface{ Equal(S) bool }).Equal(b) }
	default:
		m.Equal = func(a, b S) bool { return m.Leq(a, b) && m.Leq(b, a) }
	}
	m.widen = func(old, next S) (S, bool) { return old.Merge(next) }
	if _, ok := any(zero).(lattice.Widener[S]); ok {
		m.widen = func(old, next S) (S, bool) { return any(old).(lattice.Widener[S]).Widen(next) }
	}
	m.widenTo = func(old, next S, _ []int64) (S, bool) { return m.widen(old, next) }
	if _, ok := any(zero).(lattice.ThresholdWidener[S]); ok {
		m.widenTo = func(old, next S, thresholds []int64) (S, bool) {
			return any(old).(lattice.ThresholdWidener[S]).WidenTo(next, thresholds)
		}
	}
	m.narrow = func(old, _ S) (S, bool) { return old, false }
	if _, ok := any(zero).(lattice.Narrower[S]); ok {
		m.narrow = func(old, next S) (S, bool) { return any(old).(lattice.Narrower[S]).Narrow(next) }
	}
}
