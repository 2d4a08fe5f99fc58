package domaintest

import (
	"github.com/seed38182bad/parallax/domains/nullness"
	"pgregory.net/rapid"
)

// Nullness generates the elements of nullness.
func Nullness() *rapid.Generator[nullness.Value] {
	return rapid.SampledFrom([]nullness.Value{nullness.None, nullness.Nil, nullness.NonNil, nullness.Maybe})
}
