package domaintest

import (
	"github.com/seed38182bad/parallax/domains/boolean"
	"pgregory.net/rapid"
)

// Booleans generates the elements of boolean.
func Booleans() *rapid.Generator[boolean.Value] {
	return rapid.SampledFrom([]boolean.Value{boolean.None, boolean.False, boolean.True, boolean.Any})
}
