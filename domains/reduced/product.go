package reduced

import (
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/lattice"
)

// NewPair returns the reduced product of two lattices. reduce sharpens each part
// by the other one; an impossible part makes both parts bottom before and after.
func NewPair[A, B any](first lattice.Lattice[A], second lattice.Lattice[B],
	reduce func(A, B) (A, B)) Domain[lattice.Pair[A, B]] {
	type pair = lattice.Pair[A, B]
	bottom := pair{First: first.Bottom(), Second: second.Bottom()}
	none := func(p pair) bool {
		return first.Equal(p.First, bottom.First) || second.Equal(p.Second, bottom.Second)
	}
	return New(lattice.Lattice[pair](lattice.NewProduct(first, second)), func(p pair) pair {
		if none(p) {
			return bottom
		}
		if p.First, p.Second = reduce(p.First, p.Second); none(p) {
			return bottom
		}
		return p
	})
}

// NewVector returns the reduced product of n copies of a lattice. reduce sharpens
// parts by others, in place: the slice is its own, and has length n. An
// impossible part makes all parts bottom before and after. It is an error if n is not
// positive.
func NewVector[E any](part lattice.Lattice[E], n int, reduce func([]E)) (Domain[[]E], error) {
	if n < 1 {
		return Domain[[]E]{}, fmt.Errorf("a product of %d parts: want one or more", n)
	}
	of := lattice.Vector(part, n)
	bottom := part.Bottom()
	none := func(parts []E) bool {
		return slices.ContainsFunc(parts, func(e E) bool { return part.Equal(e, bottom) })
	}
	return New(lattice.Lattice[[]E](of), func(parts []E) []E {
		if none(parts) {
			return of.Bottom()
		}
		sharper := slices.Clone(parts)
		if reduce(sharper); none(sharper) {
			return of.Bottom()
		}
		return sharper
	}), nil
}
