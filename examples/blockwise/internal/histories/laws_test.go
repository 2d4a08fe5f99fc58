package histories

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// frames are of ways that have come to be by accesses, changes of locks, parts of callees and joins.
func frames() *rapid.Generator[Frame] {
	var way func(t *rapid.T, depth int) *history
	way = func(t *rapid.T, depth int) *history {
		h := &history{whose: whose(rapid.IntRange(0, 1).Draw(t, "whose"))}
		for range rapid.IntRange(0, 5).Draw(t, "length") {
			switch rapid.IntRange(0, 6).Draw(t, "what") {
			case 0:
				h.changed(Step{Lock: 1, Taken: rapid.Bool().Draw(t, "taken")})
			case 1:
				h.loosen()
			case 2:
				if depth > 0 {
					h = h.then(way(t, depth-1)).own()
				}
			default:
				h.access(event{
					Var: int64(rapid.IntRange(1, 2).Draw(t, "var")), Op: interleaving.Op(rapid.IntRange(0, 1).Draw(t, "op")),
					Of: spot{At: envs.At(1, int32(rapid.IntRange(0, 2).Draw(t, "at")))},
				}, envs.SegmentOf(rapid.IntRange(0, 2).Draw(t, "segment")), rapid.Bool().Draw(t, "one"))
			}
		}
		return h
	}
	return rapid.Custom(func(t *rapid.T) Frame {
		var open, ended ways
		for range rapid.IntRange(0, 10).Draw(t, "ways") {
			open, _ = open.with(way(t, 1))
		}
		if rapid.Bool().Draw(t, "ended") {
			ended, _ = ended.with(way(t, 0))
		}
		return Frame{}.with(lists{open, ended})
	})
}

// equal leaves out what histories keep for speed, in which order they and their segments come, and where events of
// loose ones are.
func equal(a, b Frame) bool {
	same := func(h, k *history) bool {
		switch {
		case h.begin(k) != 0 || h.vast != k.vast || h.Loose != k.Loose:
			return false
		case h.Loose:
			return h.covers(k) && k.covers(h)
		}
		return h.compare(k) == 0 && slices.EqualFunc(h.segments, k.segments, envs.Segment.Is)
	}
	ways := func(v, w ways) bool {
		for _, h := range v {
			if !slices.ContainsFunc(w, func(k *history) bool { return same(h, k) }) {
				return false
			}
		}
		return len(v) == len(w)
	}
	return ways(a.all().open, b.all().open) && ways(a.all().ended, b.all().ended)
}

func TestFrameLaws(t *testing.T) {
	latticetest.StateSuite[Frame]{States: frames(), Equal: equal}.Check(t)
}
