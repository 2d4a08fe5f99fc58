package dbm

import "github.com/seed38182bad/parallax/lattice"

// A State is what zones and octagons are: T behind a pointer, changed in place. The
// zero T is bottom.
type State[T, S any] interface {
	*T
	Clone() S
	Leq(S) bool
	Equal(S) bool
	Merge(S) (S, bool)
	Meet(S)
	WidenTo(S, []int64) (S, bool)
	Narrow(S) (S, bool)
	SetTop()
	Hash() uint64
}

// Domain is the lattice of States, for whoever wants them as values that nobody
// changes. It has States of any number of variables. Widening a result of
// widening goes on from what that was before it was closed.
type Domain[T any, S State[T, S]] struct{}

// Bottom returns the State that nothing satisfies.
func (Domain[T, S]) Bottom() S { return new(T) }

// Top returns a State that says nothing.
func (Domain[T, S]) Top() S {
	var s S = new(T)
	s.SetTop()
	return s
}

// Leq reports whether a implies b.
func (Domain[T, S]) Leq(a, b S) bool { return a.Leq(b) }

// Equal reports whether a and b imply each other.
func (Domain[T, S]) Equal(a, b S) bool { return a.Equal(b) }

// Join returns the least upper bound.
func (d Domain[T, S]) Join(a, b S) S {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is.
func (d Domain[T, S]) Merge(a, b S) (S, lattice.Side) {
	if r, side := lattice.Larger(d, a, b); side != lattice.Neither {
		return r, side
	}
	r, _ := a.Clone().Merge(b)
	return r, lattice.Neither
}

// Meet returns the greatest lower bound.
func (Domain[T, S]) Meet(a, b S) S {
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
func (d Domain[T, S]) Widen(old, next S) S { return d.WidenTo(old, next, nil) }

// WidenTo is Widen with thresholds.
func (Domain[T, S]) WidenTo(old, next S, thresholds []int64) S {
	if next.Leq(old) {
		return old
	}
	r, _ := old.Clone().WidenTo(next, thresholds)
	return r
}

// Narrow returns the narrowing of old by next.
func (Domain[T, S]) Narrow(old, next S) S {
	r, changed := old.Clone().Narrow(next)
	if !changed {
		return old
	}
	return r
}

// Hash returns the same number for Equal States.
func (Domain[T, S]) Hash(s S) uint64 { return s.Hash() }
