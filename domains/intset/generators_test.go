package intset_test

import (
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/intset"
	"github.com/seed38182bad/parallax/domains/machine"
	"pgregory.net/rapid"
)

// intSets generates the sets of d that have values of kind k.
func intSets(d intset.Domain) func(k machine.Kind) *rapid.Generator[intset.Set] {
	return func(k machine.Kind) *rapid.Generator[intset.Set] {
		return rapid.Custom(func(t *rapid.T) intset.Set {
			return d.OfValues(rapid.SliceOfN(domaintest.Values(k), 1, min(d.Limit(), 10)).Draw(t, "values")...)
		})
	}
}
