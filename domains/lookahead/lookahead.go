package lookahead

import (
	"encoding/json"
	"fmt"

	"github.com/seed38182bad/parallax/domains/internal/base"
	"github.com/seed38182bad/parallax/lattice"
)

// DefaultPhases is the number of phases if Options.Phases is zero.
const DefaultPhases = 20

// Options of a Maker.
type Options[S any] struct {
	// Unreachable reports that a state of the base describes nothing. A pair
	// whose main becomes unreachable is so altogether: this is what keeps the pilot
	// on the paths of main. If it is nil, the pilot follows all paths, which is
	// sound and no better than widening without looking ahead.
	Unreachable func(S) bool

	// Leq and Equal are the order and the equality of the base. If they are nil,
	// its methods of these names are used, at the price of an allocation for a
	// base that is no pointer. If there are none, states are compared by merging
	// clones.
	Leq, Equal func(a, b S) bool

	// Phases is how often main may take over the pilot at one loop head before it
	// is widened itself; DefaultPhases if it is zero or less.
	Phases int
}

// Maker makes states over a base. Build it once.
type Maker[S lattice.Mergeable[S]] struct {
	options Options[S]
	base    base.Operators[S]
}

// New resolves the abilities of the base.
func New[S lattice.Mergeable[S]](options Options[S]) *Maker[S] {
	if options.Phases <= 0 {
		options.Phases = DefaultPhases
	}
	return &Maker[S]{options, base.OperatorsOf(options.Leq, options.Equal)}
}

// Of returns the pair in which main and pilot are s, which it then owns.
func (m *Maker[S]) Of(s S) *State[S] { return &State[S]{of: m, main: s, pilot: s.Clone()} }

// State is a pair of states of the base: main, and the pilot above it. It is
// changed in place. It implements lattice.Mergeable, and has widening, thresholds
// and narrowing; what the base lacks is merged, or kept.
type State[S lattice.Mergeable[S]] struct {
	of          *Maker[S]
	main, pilot S
	phases      int // how often main has taken over the pilot; no part of what the state is
}

// Main returns the result. It still belongs to s.
func (s *State[S]) Main() S { return s.main }

// Pilot returns the state that runs ahead. It still belongs to s.
func (s *State[S]) Pilot() S { return s.pilot }

// Apply applies a transfer function of the base, which may change the state that
// it is given, to main and then to the pilot. Only the first call stands for what
// can happen. If main becomes unreachable, so does the pilot.
func (s *State[S]) Apply(f func(S) S) {
	s.main = f(s.main)
	if s.of.options.Unreachable != nil && s.of.options.Unreachable(s.main) {
		s.pilot = s.main.Clone()
		return
	}
	s.pilot = f(s.pilot)
}

// Clone returns a copy.
func (s *State[S]) Clone() *State[S] {
	return &State[S]{s.of, s.main.Clone(), s.pilot.Clone(), s.phases}
}

// Leq reports whether s's main lies strictly below other's, or equals it and its
// pilot lies below.
func (s *State[S]) Leq(other *State[S]) bool {
	if s.of.base.Equal(s.main, other.main) {
		return s.of.base.Leq(s.pilot, other.pilot)
	}
	return s.of.base.Leq(s.main, other.main)
}

// Equal reports whether both parts are equal.
func (s *State[S]) Equal(other *State[S]) bool {
	return s.of.base.Equal(s.main, other.main) && s.of.base.Equal(s.pilot, other.pilot)
}

// Merge merges both parts.
func (s *State[S]) Merge(other *State[S]) (*State[S], bool) {
	var main, pilot bool
	s.main, main = s.main.Merge(other.main)
	s.pilot, pilot = s.pilot.Merge(other.pilot)
	return s, main || pilot
}

// Widen is the widening of the package comment.
func (s *State[S]) Widen(next *State[S], thresholds ...int64) (*State[S], bool) {
	switch {
	case next.Leq(s):
		return s, false
	case !s.of.base.Leq(next.pilot, s.pilot):
		s.main, _ = s.main.Merge(next.main)
		s.pilot, _ = s.of.base.Widen(s.pilot, next.pilot, thresholds...)
		return s, true
	}
	if s.phases < s.of.options.Phases {
		s.phases++
		s.main, _ = s.main.Merge(next.pilot)
	} else {
		s.main, _ = s.of.base.Widen(s.main, next.pilot, thresholds...)
	}
	s.pilot = s.main.Clone()
	return s, true
}

// Narrow narrows main. Where that changes it, the pilot starts afresh from there;
// else the pilot is narrowed, down to main at most.
func (s *State[S]) Narrow(next *State[S]) (*State[S], bool) {
	var changed bool
	if s.main, changed = s.of.base.Narrow(s.main, next.main); changed {
		s.pilot = s.main.Clone()
		s.pilot, _ = s.pilot.Merge(next.pilot)
		return s, true
	}
	if !s.of.base.Leq(next.pilot, s.pilot) {
		return s, false
	}
	before := s.pilot.Clone()
	if s.pilot, changed = s.of.base.Narrow(s.pilot, next.pilot); changed && !s.of.base.Leq(s.main, s.pilot) {
		s.pilot = s.main.Clone()
		changed = !s.of.base.Equal(s.pilot, before)
	}
	return s, changed
}

// String returns main, and the pilot behind it where it differs.
func (s *State[S]) String() string {
	if s.of.base.Equal(s.main, s.pilot) {
		return fmt.Sprint(s.main)
	}
	return fmt.Sprintf("%v ahead %v", s.main, s.pilot)
}

// MarshalJSON returns an object of main and pilot.
func (s *State[S]) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Main  S `json:"main"`
		Pilot S `json:"pilot"`
	}{s.main, s.pilot})
}
