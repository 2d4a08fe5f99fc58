package domaintest

import (
	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// Dense is a state of several variables, each of which has the values of a Span.
type Dense = *lattice.Dense[Span]

// Unreachable reports whether the variables of d have no values.
func Unreachable(d Dense) bool { return d.Get(0) == Span{} }

// Refine keeps the values of variable i that are in with. If there are none, no variable has one.
func Refine(d Dense, i int, with Span) Dense {
	v := Spans{}.Meet(d.Get(i), with)
	d.Set(i, v)
	for j := 0; j < d.Len() && v == (Span{}); j++ {
		d.Set(j, v)
	}
	return d
}

// Denses generates states of n variables, all of which have values or none.
func Denses(n int) *rapid.Generator[Dense] {
	maker := lattice.Denses(Spans{})
	return rapid.Custom(func(t *rapid.T) Dense {
		d := maker(n, Span{})
		if rapid.IntRange(0, 9).Draw(t, "reached") > 0 {
			for i := range n {
				d.Set(i, AnySpans().Draw(t, "value"))
			}
		}
		return d
	})
}
