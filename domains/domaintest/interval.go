package domaintest

import (
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"pgregory.net/rapid"
)

// Intervals generates the intervals of kind k. Their bounds are those of Values.
func Intervals(k machine.Kind) *rapid.Generator[interval.Interval] {
	d := interval.Domain{}
	return rapid.Custom(func(t *rapid.T) interval.Interval {
		x := Values(k).Draw(t, "bound")
		switch rapid.IntRange(0, 9).Draw(t, "sort of interval") {
		case 0:
			return d.Of(x)
		case 1:
			return d.Join(d.Of(x), d.Of(k.Min()))
		case 2:
			return d.Join(d.Of(x), d.Of(k.Max()))
		case 3, 4:
			near := k.Bitwise(x.Bits() + uint64(rapid.IntRange(1, 5).Draw(t, "more")))
			return d.Join(d.Of(x), d.Of(near))
		}
		return d.Join(d.Of(x), d.Of(Values(k).Draw(t, "other bound")))
	})
}
