package integer_test

import (
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/integer"
	"github.com/seed38182bad/parallax/domains/machine"
	"pgregory.net/rapid"
)

// integers generates elements of package integer of kind k. Each is what a
// strided interval and known bits have in common, or the join of a few values,
// with or without 0.
func integers(k machine.Kind) *rapid.Generator[integer.Integer] {
	d := integer.Domain{}
	both := rapid.Custom(func(t *rapid.T) integer.Integer {
		return integer.Reduce(domaintest.Strided(k).Draw(t, "steps"), domaintest.Bits(k).Draw(t, "known"))
	})
	values := rapid.Custom(func(t *rapid.T) integer.Integer {
		e := d.Bottom()
		for _, x := range rapid.SliceOfN(domaintest.Values(k), 1, 3).Draw(t, "values") {
			e = d.Join(e, d.Of(x))
		}
		return e
	})
	spans := rapid.Custom(func(t *rapid.T) integer.Integer {
		return integer.Reduce(domaintest.Strided(k).Draw(t, "steps"), d.Top().Known())
	})
	return rapid.Custom(func(t *rapid.T) integer.Integer {
		e := rapid.OneOf(both, values, spans).Draw(t, "element")
		if rapid.IntRange(0, 3).Draw(t, "without 0") == 0 {
			e, _ = d.Test(machine.Ne, e, d.Of(k.Of(0)))
		}
		return e
	})
}
