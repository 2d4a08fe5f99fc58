package lookahead_test

import (
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
