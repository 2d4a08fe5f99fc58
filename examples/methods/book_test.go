package methods

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/envs"
)

// Over all paths the segments of a view do not depend on the order in which they come. If there are more than are
// kept, or one of which nothing is known, it is any.
func TestSegmentsInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.IntRange(-1, maxMoments+5), 1, 3*maxMoments).Draw(t, "segments")
		if rapid.Bool().Draw(t, "known") {
			all = slices.DeleteFunc(all, func(n int) bool { return n < 0 })
		}
		known := map[int]bool{}
		for _, n := range all {
			known[n] = true
		}
		kept := func(numbers []int) map[any]bool {
			v, met := &lockView{}, map[any]bool{}
			for _, n := range numbers {
				var s envs.Segment
				if n >= 0 {
					s = envs.SegmentOf(n)
				}
				v.meet(blocks.Moment{Thread: 1, Segment: s}, 0)
			}
			for _, m := range v.moments {
				met[m.Segment.Of()] = true
			}
			return met
		}
		got := kept(all)
		if known[-1] || len(known) > maxMoments {
			require.Equal(t, map[any]bool{nil: true}, got)
		} else {
			require.Len(t, got, len(known))
		}
		require.Equal(t, got, kept(rapid.Permutation(all).Draw(t, "order")))
	})
}

// Ways are told apart however many variables there are.
func TestWayOf(t *testing.T) {
	known := map[string]bool{}
	for n := range 1 << 17 {
		known[wayOf([]fact{fact(n)})] = true
	}
	require.Len(t, known, 1<<17)
}
