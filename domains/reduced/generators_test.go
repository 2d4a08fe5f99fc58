package reduced_test

import (
	"github.com/seed38182bad/parallax/domains/reduced"
	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// reducedOf generates elements of a reduced product from elements of the
// underlying lattice.
func reducedOf[E any](d reduced.Domain[E], elements *rapid.Generator[E]) *rapid.Generator[reduced.Value[E]] {
	return rapid.Map(elements, d.Of)
}

// pairsOf generates pairs.
func pairsOf[A, B any](first *rapid.Generator[A], second *rapid.Generator[B]) *rapid.Generator[lattice.Pair[A, B]] {
	return rapid.Custom(func(t *rapid.T) lattice.Pair[A, B] {
		return lattice.Pair[A, B]{First: first.Draw(t, "first"), Second: second.Draw(t, "second")}
	})
}
