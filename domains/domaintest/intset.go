package domaintest

import (
	"github.com/seed38182bad/parallax/domains/intset"
	"github.com/seed38182bad/parallax/domains/machine"
	"pgregory.net/rapid"
)

// IntSets generates the sets of d that have values of kind k.
func IntSets(d intset.Domain) func(k machine.Kind) *rapid.Generator[intset.Set] {
	return func(k machine.Kind) *rapid.Generator[intset.Set] {
		return rapid.Custom(func(t *rapid.T) intset.Set {
			return d.OfValues(rapid.SliceOfN(Values(k), 1, min(d.Limit(), 10)).Draw(t, "values")...)
		})
	}
}
