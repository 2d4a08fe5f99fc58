package domaintest

import (
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/strided"
	"pgregory.net/rapid"
)

// Strided generates strided intervals of kind k: what an interval and a congruence
// have in common, or the join of a few values.
func Strided(k machine.Kind) *rapid.Generator[strided.Interval] {
	d := strided.Domain{}
	both := rapid.Custom(func(t *rapid.T) strided.Interval {
		return strided.Reduce(Intervals(k).Draw(t, "span"), Congruences(k).Draw(t, "class"))
	})
	steps := rapid.Custom(func(t *rapid.T) strided.Interval {
		e := d.Bottom()
		for _, x := range rapid.SliceOfN(Values(k), 1, 3).Draw(t, "values") {
			e = d.Join(e, d.Of(x))
		}
		return e
	})
	return rapid.OneOf(both, steps)
}
