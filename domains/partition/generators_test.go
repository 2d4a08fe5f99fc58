package partition_test

import (
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/partition"
	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// choices generates choices at the places 1 to 3, of the values 0 to 2.
func choices() *rapid.Generator[partition.Choice] {
	return rapid.Custom(func(t *rapid.T) partition.Choice {
		return partition.Choice{At: rapid.IntRange(1, 3).Draw(t, "at"), Took: rapid.IntRange(0, 2).Draw(t, "took")}
	})
}

// partitions generates states of up to four parts, within m's limit.
func partitions[S lattice.Mergeable[S]](m *partition.Maker[S],
	states *rapid.Generator[S]) *rapid.Generator[*partition.State[S]] {
	return rapid.Custom(func(t *rapid.T) *partition.State[S] {
		s := m.Bottom()
		for range rapid.IntRange(0, 4).Draw(t, "parts") {
			p := m.Of(states.Draw(t, "state"))
			for _, c := range rapid.SliceOfN(choices(), 0, 2).Draw(t, "token") {
				p.Mark(c)
			}
			s, _ = s.Merge(p)
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
