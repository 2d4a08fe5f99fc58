package domaintest

import (
	"github.com/seed38182bad/parallax/domains/environment"
	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// Environments generates environments of the variables 0 to vars-1, and now and
// then of one far off, with such values.
func Environments[V any](d environment.Domain[int, V], vars int,
	values *rapid.Generator[V]) *rapid.Generator[environment.Env[int, V]] {
	variable := rapid.IntRange(0, vars)
	return rapid.Custom(func(t *rapid.T) environment.Env[int, V] {
		e := d.Top()
		for range rapid.IntRange(0, vars).Draw(t, "variables") {
			k := variable.Draw(t, "variable")
			if k == vars {
				k = 1000
			}
			e = d.Set(e, k, values.Draw(t, "value"))
		}
		return e
	})
}

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
