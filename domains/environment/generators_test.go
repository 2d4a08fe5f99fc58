package environment_test

import (
	"github.com/seed38182bad/parallax/domains/environment"
	"pgregory.net/rapid"
)

// environments generates environments of the variables 0 to vars-1, and now and
// then of one far off, with such values.
func environments[V any](d environment.Domain[int, V], vars int,
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
