package blockwise

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// states are of ways that have come to be by accesses, changes of locks, parts of callees and joins.
func states() *rapid.Generator[state] {
	var way func(t *rapid.T, depth int) *history
	way = func(t *rapid.T, depth int) *history {
		h := &history{whose: whose(rapid.IntRange(0, 1).Draw(t, "whose"))}
		for range rapid.IntRange(0, 5).Draw(t, "length") {
			switch rapid.IntRange(0, 6).Draw(t, "what") {
			case 0:
				h.changed(step{Lock: 1, Taken: rapid.Bool().Draw(t, "taken")})
			case 1:
				h.loosen()
			case 2:
				if depth > 0 {
					h.then(way(t, depth-1))
				}
			default:
				h.access(int64(rapid.IntRange(1, 2).Draw(t, "var")), interleaving.Op(rapid.IntRange(0, 1).Draw(t, "op")),
					envs.LockSet{}, envs.At(1, int32(rapid.IntRange(0, 2).Draw(t, "at"))), envs.Segment{})
			}
		}
		return h
	}
	return rapid.Custom(func(t *rapid.T) state {
		s := state{at: transactions.State(rapid.IntRange(0, 15).Draw(t, "in"))}
		for range rapid.IntRange(0, 10).Draw(t, "ways") {
			s.open, _ = s.open.with(way(t, 1))
		}
		if rapid.Bool().Draw(t, "ended") {
			s.ended, _ = s.ended.with(way(t, 0))
		}
		return s
	})
}

// equal leaves out what histories keep for speed.
func equal(a, b state) bool {
	same := func(h, k *history) bool { return h.compare(k) == 0 && maps.Equal(h.sure, k.sure) }
	return a.at == b.at && slices.EqualFunc(a.open, b.open, same) && slices.EqualFunc(a.ended, b.ended, same)
}

func TestStateLaws(t *testing.T) {
	latticetest.StateSuite[state]{States: states(), Equal: equal}.Check(t)
}
