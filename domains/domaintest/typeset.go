package domaintest

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/typeset"
)

// TypeSets generates elements of d over four types.
func TypeSets(d typeset.Domain[string]) *rapid.Generator[typeset.Set[string]] {
	return rapid.Custom(func(t *rapid.T) typeset.Set[string] {
		types := rapid.SliceOfN(rapid.SampledFrom([]string{"bool", "int", "string", "T"}), 0, 4).Draw(t, "types")
		s := d.Of(types...)
		if rapid.Bool().Draw(t, "except") {
			s = d.Except(types...)
		}
		if rapid.Bool().Draw(t, "nil") {
			s = d.Join(s, d.Nil())
		}
		return s
	})
}
