package numbers

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// Clone returns an independent state.
func (s *State) Clone() *State {
	if s.idle {
		return s // as it stays
	}
	c := *s
	c.rel, c.handed = s.rel.Clone(), nil
	return &c
}

// Merge returns a state that covers both, and whether the receiver grew.
func (s *State) Merge(other *State) (*State, bool) {
	if other.rel.IsBottom() || s.idle {
		return s, false
	}
	if s.rel.IsBottom() {
		*s = *other
		return s, true
	}
	s.changed()
	fewer := s.intersect(other)
	var grew bool
	s.rel, grew = s.rel.Merge(other.rel)
	return s, fewer || grew
}

// changed notes that the state is not what it was.
func (s *State) changed() { s.settled, s.handed = false, nil }

// Widen extrapolates from s to next.
func (s *State) Widen(next *State, thresholds ...int64) (*State, bool) {
	if s.rel.IsBottom() || next.rel.IsBottom() {
		return s.Merge(next)
	}
	s.changed()
	fewer := s.intersect(next)
	var grew bool
	s.rel, grew = s.rel.Widen(next.rel, thresholds...)
	return s, fewer || grew
}

// intersect keeps the equations, sums and parameters that other has too, and the common
// remainders, and reports whether that is less than before. It comes before bounds are
// merged, which tell remainders of constants.
func (s *State) intersect(other *State) bool {
	eqs, sums := s.eqs.common(other.eqs), s.sums.common(other.sums)
	classes, larger := s.commonClasses(other)
	fewer := larger || len(eqs) < len(s.eqs) || len(sums) < len(s.sums)
	s.eqs, s.sums, s.classes, s.large = eqs, sums, classes, s.large.union(other.large)
	for i, r := range s.params {
		if r != 0 && other.param(i) == 0 {
			s.params = slices.Clone(s.params)
			s.params[i], fewer = 0, true
		}
	}
	return fewer
}

// param is the register that still holds parameter i, counted from 0; 0 if there is none.
func (s *State) param(i int) envs.Reg {
	if i < len(s.params) {
		return s.params[i]
	}
	return 0
}

// keepsAll reports whether s has all parameters that other has.
func (s *State) keepsAll(other *State) bool {
	for i, r := range other.params {
		if r != 0 && s.param(i) == 0 {
			return false
		}
	}
	return true
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
	s.changed()
	lost := !next.leaves(s)
	var changed bool
	s.rel, changed = s.rel.Narrow(next.rel)
	// What is in the place of something else could alternate with it for ever.
	if s.eqs.in(next.eqs) && !next.eqs.in(s.eqs) {
		s.eqs, changed = next.eqs, true
	}
	if s.sums.in(next.sums) && !next.sums.in(s.sums) {
		s.sums, changed = next.sums, true
	}
	if !lost && !s.leaves(next) {
		s.classes, changed = next.classes, true
	}
	if next.keepsAll(s) && !s.keepsAll(next) {
		s.params, changed = next.params, true
	}
	return s, changed
}

// Leq reports whether other covers s.
func (s *State) Leq(other *State) bool {
	return s.rel.IsBottom() || s.rel.Leq(other.rel) && other.eqs.in(s.eqs) && other.sums.in(s.sums) && s.leaves(other) &&
		s.keepsAll(other)
}

// Equal reports whether both say the same.
func (s *State) Equal(other *State) bool { return s.Leq(other) && other.Leq(s) }

// DropRegisters forgets what is known of the registers for which dead is true. It keeps those by which others are
// related: with last = len(s) - n, what is below last stays below len(s) - n.
func (s *State) DropRegisters(dead func(envs.Reg) bool) *State {
	isDead := func(v Var) bool { return dead(v.Reg()) && !slices.Contains(s.params, v.Reg()) }
	s.eqs = s.rescued(isDead, func(v Var) bool { return v.isLength() })
	gone := func(v Var) bool { return isDead(v) && !s.eqs.relates(v, isDead) }
	s.eqs = s.rescued(gone, anyVar).without(gone).tidy()
	s.sums = s.sums.without(gone)
	s.classes = s.classes.without(gone)
	s.large = s.large.without(gone)
	s.rel = s.rel.Drop(gone)
	return s
}

// String is what is known, with registers for names: "len(r3) <= 10, r2 - r1 <= 0".
func (s *State) String() string {
	text := s.rel.Format(name)
	for _, eq := range s.eqs {
		text += ", " + eq.Format(name) + " = 0"
	}
	for _, one := range s.sums {
		text += ", " + one.format(name)
	}
	text += s.formatClasses()
	return text
}

func name(v Var) string {
	return envs.Term{Reg: v.Reg(), Of: envs.Measure(v & (measures - 1))}.Text(nil)
}
