package nullness_test

import (
	"github.com/seed38182bad/parallax/domains/nullness"
	"pgregory.net/rapid"
)

// sorts generates the elements of nullness.
func sorts() *rapid.Generator[nullness.Value] {
	return rapid.SampledFrom([]nullness.Value{nullness.None, nullness.Nil, nullness.NonNil, nullness.Maybe})
}
