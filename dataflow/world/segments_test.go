package world_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// What two passes over a run give for one stretch is Equal, and no other segment may overlap only one of two that are.
func TestEqualSegmentsOverlapTheSame(t *testing.T) {
	alike, different, apart := 0, 0, 0
	for seed := range uint64(200) {
		run := tell(irgen.Seeded(seed), 120, false)
		var at []envs.Segment // at each access, in both passes
		var overlap func(a, b envs.Segment) bool
		note := func(w *everything, _ *envs.Op) { at, overlap = append(at, w.Segment()), w.MayOverlap }
		w := dataflow.NewAnalyzer("asking", "", asking{tell: note}.analysis).Replay(run.prog)
		require.NoError(t, w.RunWhole(context.Background(), run))
		one, other := at[:len(at)/2], at[len(at)/2:]
		require.Len(t, other, len(one))
		for i := range one {
			require.True(t, one[i].Equal(other[i]) && other[i].Equal(one[i]), "seed %d: access %d\n%s", seed, i, run)
		}
		var all []envs.Segment
		for _, s := range at {
			if !slices.ContainsFunc(all, s.Is) {
				all = append(all, s)
			}
		}
		for i, s := range all {
			for _, r := range all[:i] {
				if !s.Equal(r) {
					different++
					continue
				}
				alike++
				for _, u := range all {
					if overlap(s, u) != overlap(r, u) || overlap(u, s) != overlap(u, r) {
						require.Fail(t, "one of two that are equal overlaps", "seed %d\n%s", seed, run)
					}
					if !overlap(s, u) {
						apart++
					}
				}
			}
		}
	}
	require.Greater(t, alike, 1000)
	require.Greater(t, different, 10_000)
	require.Greater(t, apart, 10_000)
}
