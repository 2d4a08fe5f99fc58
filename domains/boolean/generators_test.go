package boolean_test

import (
	"github.com/seed38182bad/parallax/domains/boolean"
	"pgregory.net/rapid"
)

// booleans generates the elements of boolean.
func booleans() *rapid.Generator[boolean.Value] {
	return rapid.SampledFrom([]boolean.Value{boolean.None, boolean.False, boolean.True, boolean.Any})
}
