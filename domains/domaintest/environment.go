package domaintest

import (
	"github.com/seed38182bad/parallax/domains/environment"
	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// DenseEnvironments generates environments of n variables with such values, and
// bottom now and then.
func DenseEnvironments[V any](values lattice.Lattice[V], n int,
	value *rapid.Generator[V]) *rapid.Generator[*environment.Dense[V]] {
	of, err := environment.NewDenses(values)
	return rapid.Custom(func(t *rapid.T) *environment.Dense[V] {
		if err != nil {
			t.Fatal(err)
		}
		e, err := of.Top(n)
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if rapid.Bool().Draw(t, "known") {
				e.Set(i, value.Draw(t, "value"))
			}
		}
		if rapid.IntRange(0, 9).Draw(t, "reached") == 0 {
			e.Unreach()
		}
		return e
	})
}
