package lookahead_test

import (
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/lookahead"
	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// lookaheads generates pairs of states of the base, with a pilot above main.
func lookaheads[S lattice.Mergeable[S]](m *lookahead.Maker[S],
	states *rapid.Generator[S]) *rapid.Generator[*lookahead.State[S]] {
	return rapid.Custom(func(t *rapid.T) *lookahead.State[S] {
		s := m.Of(states.Draw(t, "main"))
		if rapid.Bool().Draw(t, "ahead") {
			// The pilot takes what is merged into both; main stays what it was.
			ahead, main := states.Draw(t, "ahead"), true
			s.Apply(func(part S) S {
				if main {
					main = false
					return part
				}
				r, _ := part.Merge(ahead)
				return r
			})
		}
		return s
	})
}

// unreachable reports whether the variables of d have no values.
func unreachable(d dense) bool { return d.Get(0) == span{} }

// refine keeps the values of variable i that are in with. If there are none, no variable has one.
func refine(d dense, i int, with span) dense {
	v := domaintest.Spans{}.Meet(d.Get(i), with)
	d.Set(i, v)
	for j := 0; j < d.Len() && v == (span{}); j++ {
		d.Set(j, v)
	}
	return d
}

// denses generates states of n variables, all of which have values or none.
func denses(n int) *rapid.Generator[dense] {
	maker := lattice.NewDenses(domaintest.Spans{})
	return rapid.Custom(func(t *rapid.T) dense {
		d := maker.Of(n, span{})
		if rapid.IntRange(0, 9).Draw(t, "reached") > 0 {
			for i := range n {
				d.Set(i, domaintest.AnySpans().Draw(t, "value"))
			}
		}
		return d
	})
}
