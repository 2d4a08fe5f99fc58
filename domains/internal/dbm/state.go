package dbm

import (
	"fmt"
	"slices"
)

// A State is what is known of its variables, numbered from 0. It is changed in
// place by its owner; what only asks may be called by many goroutines. The zero
// State is bottom, with no variables.
//
// A State says nothing of variables that it does not have. Operations on such a
// variable give it more, and States of different numbers of variables can be
// compared, merged, met and widened like others. An operation on a variable that no
// State can have, below 0 or not below MaxVars, returns an error and leaves the
// State as it is.
//
// Two variables are related in L if L keeps bounds of the sums of their literals. In
// octagons these are all pairs, in zones those of one literal and one negated.
type State[L Layout] struct {
	n     int
	sat   bool
	cut   bool    // rounding has cut a bound off: m is not closed in itself
	m     []int64 // closed and rounded, if sat
	loose []int64 // what widening made, if its closure m differs; never changed
}

// New returns a State that knows nothing and has room for n variables. It returns an
// error if n is negative or more than MaxVars.
func New[L Layout](n int) (*State[L], error) {
	if n < 0 || n > MaxVars {
		return nil, fmt.Errorf("%d variables: want 0 to %d", n, MaxVars)
	}
	s := &State[L]{n: n}
	s.SetTop()
	return s, nil
}

// Len returns the number of variables that s has.
func (s *State[L]) Len() int { return s.n }

// SetTop makes s forget all it knows.
func (s *State[L]) SetTop() {
	var l L
	s.resize(l.Size(s.n))
	fill(s.m)
	s.sat, s.cut, s.loose = true, false, nil
}

// SetBottom makes s the State of a point that is not reached.
func (s *State[L]) SetBottom() { s.sat, s.cut, s.loose = false, false, nil }

func (s *State[L]) resize(size int) {
	if cap(s.m) < size {
		s.m = make([]int64, size)
	}
	s.m = s.m[:size]
}

// IsBottom reports whether no integers satisfy s.
func (s *State[L]) IsBottom() bool { return !s.sat }

// IsTop reports whether nothing is known.
func (s *State[L]) IsTop() bool { return s.sat && allInf(s.m) }

// Clone returns a copy.
func (s *State[L]) Clone() *State[L] {
	r := *s
	r.m = nil
	if s.sat {
		r.m = slices.Clone(s.m)
	}
	return &r
}

// CloneInto returns a copy in the memory of spare.
func (s *State[L]) CloneInto(spare *State[L]) *State[L] {
	spare.n, spare.sat, spare.cut, spare.loose = s.n, s.sat, s.cut, s.loose
	if s.sat {
		spare.resize(len(s.m))
		copy(spare.m, s.m)
	}
	return spare
}

// become makes s say what other says.
func (s *State[L]) become(other *State[L]) {
	var l L
	s.n = max(s.n, other.n)
	s.resize(l.Size(s.n))
	fill(s.m[copy(s.m, other.m):])
	s.sat, s.cut, s.loose = true, other.cut, nil
}

// Leq reports whether s implies other. It is exact.
func (s *State[L]) Leq(other *State[L]) bool {
	if !s.sat || !other.sat {
		return !s.sat
	}
	return leqAll(s.m, other.m)
}

// Equal reports whether s and other imply each other. It is exact.
func (s *State[L]) Equal(other *State[L]) bool {
	if !s.sat || !other.sat {
		return s.sat == other.sat
	}
	return equalAll(s.m, other.m)
}

// Merge raises s to the least State above both.
func (s *State[L]) Merge(other *State[L]) (*State[L], bool) {
	switch {
	case !other.sat:
		return s, false
	case !s.sat:
		s.become(other)
		return s, true
	}
	if !joinAll(s.m, other.m) {
		return s, false
	}
	s.cut = s.cut || other.cut
	s.loose = nil
	return s, true
}

// Meet restricts s to what satisfies other too; s then has the variables of both. It is
// exact.
func (s *State[L]) Meet(other *State[L]) {
	var l L
	if !s.sat || !other.sat {
		s.SetBottom()
		return
	}
	s.grow(other.n)
	one, any := s.lowered(other.m)
	if !any {
		return
	}
	meetAll(s.m, other.m)
	switch {
	case s.cut || other.cut || one < 0:
		s.settle(l.Close(s.m, s.n))
	default:
		s.settle(l.CloseVar(s.m, s.n, one))
	}
}

// lowered returns whether entries of m lie below those of s, and if so, a variable
// that all of these have in common, or -1.
func (s *State[L]) lowered(m []int64) (one int, any bool) {
	var l L
	candidates := [2]int{-1, -1}
	for i, v := range m {
		if v >= s.m[i] {
			continue
		}
		if !any {
			any = true
			k := 0
			for x := range s.n {
				if l.Touches(i, x) {
					candidates[k] = x
					k++
				}
			}
			continue
		}
		for k, x := range candidates {
			if x >= 0 && !l.Touches(i, x) {
				candidates[k] = -1
			}
		}
		if candidates == [2]int{-1, -1} {
			return -1, true
		}
	}
	return max(candidates[0], candidates[1]), any
}

// settle rounds what a closure has made, or makes s bottom.
func (s *State[L]) settle(sat bool) {
	s.loose = nil
	if !sat {
		s.SetBottom()
		return
	}
	s.cut = RoundAll(s.m)
}

// Widen gives up the bounds of s that do not hold in next. As long as s is not
// changed otherwise, the next widening works on what this one made before it
// was closed. So chains are no longer than there are bounds. With thresholds it
// moves them to the nearest of these and their negatives.
func (s *State[L]) Widen(next *State[L], thresholds ...int64) (*State[L], bool) {
	var l L
	switch {
	case !next.sat:
		return s, false
	case !s.sat:
		s.become(next)
		return s, true
	case leqAll(next.m, s.m):
		return s, false
	}
	loose := s.loose
	if loose == nil {
		loose = s.m
	}
	// The closure is made in the memory of s.m, if that is not needed.
	loose = slices.Clone(loose)
	widenAll(loose, next.m, thresholds, l.Double)
	copy(s.m, loose)
	s.settle(l.Close(s.m, s.n))
	if !slices.Equal(loose, s.m) {
		s.loose = loose
	}
	return s, true
}

// Narrow takes from next the bounds that widening gave up.
func (s *State[L]) Narrow(next *State[L]) (*State[L], bool) {
	var l L
	switch {
	case !s.sat:
		return s, false
	case !next.sat:
		s.SetBottom()
		return s, true
	}
	base := s.loose
	if base == nil {
		base = s.m
	}
	base = slices.Clone(base)
	if !narrowAll(base, next.m) {
		return s, false
	}
	if !l.Close(base, s.n) {
		s.SetBottom()
		return s, true
	}
	cut := RoundAll(base)
	if slices.Equal(base, s.m) {
		return s, false
	}
	s.m, s.cut, s.loose = base, cut, nil
	return s, true
}
