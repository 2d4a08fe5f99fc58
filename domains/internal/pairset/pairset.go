// Package pairset is the powerset of two sorts of values, one bit for each: what
// booleans and nullness have in common.
package pairset

import "github.com/seed38182bad/parallax/lattice"

// Domain is the lattice of the four sets 0 to 3, ordered by inclusion. It implements
// lattice.Lattice, Merging, Narrowing and Hashing.
type Domain[V ~uint8] struct{}

// Bottom returns the empty set.
func (Domain[V]) Bottom() V { return 0 }

// Top returns the set of both sorts.
func (Domain[V]) Top() V { return 3 }

// Leq reports whether b describes all that a describes.
func (Domain[V]) Leq(a, b V) bool { return a&^b == 0 }

// Equal reports whether a and b are the same.
func (Domain[V]) Equal(a, b V) bool { return a == b }

// Join returns the union.
func (Domain[V]) Join(a, b V) V { return a | b }

// Meet returns the intersection.
func (Domain[V]) Meet(a, b V) V { return a & b }

// Merge is Join, and says which operand the result is.
func (Domain[V]) Merge(a, b V) (V, lattice.Side) {
	r := a | b
	return r, lattice.SideOf(r, a, b)
}

// Narrow returns next: chains have three elements.
func (Domain[V]) Narrow(_, next V) V { return next }

// Hash returns a number of its own for each of the four sets.
func (Domain[V]) Hash(v V) uint64 { return uint64(v) }
