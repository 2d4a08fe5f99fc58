package partition_test

import (
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
