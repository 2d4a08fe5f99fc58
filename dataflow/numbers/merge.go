package numbers

import (
	"github.com/seed38182bad/parallax/envs"
)

// Clone returns an independent state.
func (s *State) Clone() *State { return &State{s.rel.Clone()} }

// Merge returns a state that covers both, and whether the receiver grew.
func (s *State) Merge(other *State) (*State, bool) {
	var grew bool
	s.rel, grew = s.rel.Merge(other.rel)
	return s, grew
}

// Widen extrapolates from s to next.
func (s *State) Widen(next *State) (*State, bool) { return s.WidenTo(next, nil) }

// WidenTo is Widen that stops at thresholds.
func (s *State) WidenTo(next *State, thresholds []int64) (*State, bool) {
	var grew bool
	s.rel, grew = s.rel.WidenTo(next.rel, thresholds)
	return s, grew
}

// Narrow wins back bounds that widening gave up.
func (s *State) Narrow(next *State) (*State, bool) {
	var changed bool
	s.rel, changed = s.rel.Narrow(next.rel)
	return s, changed
}

// Leq reports whether other covers s.
func (s *State) Leq(other *State) bool { return s.rel.Leq(other.rel) }

// Equal reports whether both say the same.
func (s *State) Equal(other *State) bool { return s.rel.Equal(other.rel) }

// DropRegisters forgets what is known of the registers for which dead is true.
func (s *State) DropRegisters(dead func(envs.Reg) bool) *State {
	s.rel = s.rel.Drop(func(v Var) bool { return dead(v.Reg()) })
	return s
}

// String is what is known, with registers for names: "len(r3) <= 10, r2 - r1 <= 0".
func (s *State) String() string { return s.rel.Format(name) }

func name(v Var) string {
	return envs.Term{Reg: v.Reg(), Of: envs.Measure(v % measures)}.Text(nil)
}
