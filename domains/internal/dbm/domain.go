package dbm

import "github.com/seed38182bad/parallax/lattice"

// Domain is the lattice of States, for whoever wants them as values that nobody
// changes: it implements lattice.Lattice, Merging, Widening, Narrowing and
// Hashing for *State. It has States of any number of variables. Widening a result of
// widening goes on from what that was before it was closed.
type Domain[L Layout] struct{}

// Bottom returns the State that nothing satisfies.
func (Domain[L]) Bottom() *State[L] { return &State[L]{} }

// Top returns a State that says nothing.
func (Domain[L]) Top() *State[L] {
	s := &State[L]{}
	s.SetTop()
	return s
}

// Leq reports whether a implies b.
func (Domain[L]) Leq(a, b *State[L]) bool { return a.Leq(b) }

// Equal reports whether a and b imply each other.
func (Domain[L]) Equal(a, b *State[L]) bool { return a.Equal(b) }

// Join returns the least upper bound.
func (d Domain[L]) Join(a, b *State[L]) *State[L] {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is.
func (d Domain[L]) Merge(a, b *State[L]) (*State[L], lattice.Side) {
	if r, side := lattice.Larger(d, a, b); side != lattice.Neither {
		return r, side
	}
	r, _ := a.Clone().Merge(b)
	return r, lattice.Neither
}

// Meet returns the greatest lower bound.
func (Domain[L]) Meet(a, b *State[L]) *State[L] {
	switch {
	case a.Leq(b):
		return a
	case b.Leq(a):
		return b
	}
	r := a.Clone()
	r.Meet(b)
	return r
}

// Widen returns the widening of old by next.
func (Domain[L]) Widen(old, next *State[L], thresholds ...int64) *State[L] {
	if next.Leq(old) {
		return old
	}
	r, _ := old.Clone().Widen(next, thresholds...)
	return r
}

// Narrow returns the narrowing of old by next.
func (Domain[L]) Narrow(old, next *State[L]) *State[L] {
	r, changed := old.Clone().Narrow(next)
	if !changed {
		return old
	}
	return r
}

// Hash returns the same number for Equal States.
func (Domain[L]) Hash(s *State[L]) uint64 { return s.Hash() }
