package domaintest

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/text"
)

// Strings generates short strings over two letters.
func Strings() *rapid.Generator[string] {
	return rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]byte("ab")), 0, 4), func(b []byte) string { return string(b) })
}

// Lengths generates intervals of values of type int, mostly of small ones.
func Lengths() *rapid.Generator[interval.Interval] {
	return rapid.Custom(func(t *rapid.T) interval.Interval {
		lo := int64(rapid.IntRange(-1, 6).Draw(t, "least"))
		hi := lo + int64(rapid.IntRange(0, 4).Draw(t, "more"))
		switch rapid.IntRange(0, 9).Draw(t, "unbounded") {
		case 9:
			return interval.Domain{}.Top()
		case 8:
			hi = 1<<63 - 1
		}
		i, _ := interval.Between(machine.Int.Of(lo), machine.Int.Of(hi)) // lo ≤ hi
		return i
	})
}

// Texts generates elements of d over two letters: finite sets and shapes.
func Texts(d text.Domain) *rapid.Generator[text.Text] {
	return rapid.Custom(func(t *rapid.T) text.Text {
		if rapid.Bool().Draw(t, "finite") {
			return d.Of(rapid.SliceOfN(Strings(), 1, 5).Draw(t, "strings")...)
		}
		x := d.Prefixed(Strings().Draw(t, "prefix"))
		x = d.Meet(x, d.Suffixed(Strings().Draw(t, "suffix")))
		if rapid.Bool().Draw(t, "with length") {
			x = d.Meet(x, d.OfLength(Lengths().Draw(t, "length")))
		}
		return x
	})
}
