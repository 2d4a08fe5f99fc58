package numbers

import (
	"github.com/seed38182bad/parallax/envs"
)

// Clone returns an independent state.
func (s *State) Clone() *State { return &State{s.rel.Clone(), s.eqs, s.plain} }

// Merge returns a state that covers both, and whether the receiver grew.
func (s *State) Merge(other *State) (*State, bool) {
	if other.rel.IsBottom() {
		return s, false
	}
	if s.rel.IsBottom() {
		*s = *other
		return s, true
	}
	var grew, fewer bool
	s.rel, grew = s.rel.Merge(other.rel)
	s.eqs, fewer = s.eqs.common(other.eqs)
	return s, grew || fewer
}

// Widen extrapolates from s to next.
func (s *State) Widen(next *State) (*State, bool) { return s.WidenTo(next, nil) }

// WidenTo is Widen that stops at thresholds.
func (s *State) WidenTo(next *State, thresholds []int64) (*State, bool) {
	if s.rel.IsBottom() || next.rel.IsBottom() {
		return s.Merge(next)
	}
	var grew, fewer bool
	s.rel, grew = s.rel.WidenTo(next.rel, thresholds)
	s.eqs, fewer = s.eqs.common(next.eqs)
	return s, grew || fewer
}

// Narrow wins back bounds that widening gave up.
func (s *State) Narrow(next *State) (*State, bool) {
	if s.rel.IsBottom() {
		return s, false
	}
	if next.rel.IsBottom() {
		*s = *next
		return s, true
	}
	var changed bool
	s.rel, changed = s.rel.Narrow(next.rel)
	if !next.eqs.in(s.eqs) {
		s.eqs, changed = next.eqs, true
	}
	return s, changed
}

// Leq reports whether other covers s.
func (s *State) Leq(other *State) bool {
	return s.rel.IsBottom() || s.rel.Leq(other.rel) && other.eqs.in(s.eqs)
}

// Equal reports whether both say the same.
func (s *State) Equal(other *State) bool { return s.Leq(other) && other.Leq(s) }

// DropRegisters forgets what is known of the registers for which dead is true, but
// for those by which others are related: with last = len(s) - n, what is below last
// stays below len(s) - n.
func (s *State) DropRegisters(dead func(envs.Reg) bool) *State {
	isDead := func(v Var) bool { return dead(v.Reg()) }
	s.eqs = s.rescued(isDead, func(v Var) bool { return envs.Measure(v&(measures-1)) != envs.Whole })
	gone := func(v Var) bool { return isDead(v) && !s.eqs.relates(v, isDead) }
	s.eqs = s.rescued(gone, anyVar).without(gone).tidy()
	s.rel = s.rel.Drop(gone)
	return s
}

// String is what is known, with registers for names: "len(r3) <= 10, r2 - r1 <= 0".
func (s *State) String() string {
	text := s.rel.Format(name)
	for _, eq := range s.eqs {
		text += ", " + eq.Format(name) + " = 0"
	}
	return text
}

func name(v Var) string {
	return envs.Term{Reg: v.Reg(), Of: envs.Measure(v & (measures - 1))}.Text(nil)
}
