package world

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// A chart that follows paths from what is kept says the same as one that is drawn from what the
// lower stratum has seen at each operation.
func TestChart(t *testing.T) {
	spots, held, opened, mine := 0, 0, 0, 0
	for seed := range uint64(60) {
		text := irgen.Blocks(irgen.Seeded(seed))
		if seed%2 > 0 {
			text = irgen.Program(irgen.Seeded(seed), irgen.Options{})
		}
		p, err := ir.Parse("generated.plx", text)
		require.NoError(t, err)
		for _, needs := range []ground.Cost{0, needAccesses | needOrder | needSegments | needLockSets} {
			followed, err := solveContexts(context.Background(), p, needs, asUsual)
			require.NoError(t, err)
			seen, err := solveContexts(context.Background(), p, needs, seeAll)
			require.NoError(t, err)
			require.Len(t, followed.frames, len(seen.frames))
			for g := range seen.frames {
				f, s := followed.frames[g].course, seen.frames[g].course
				require.Equal(t, s == nil, f == nil)
				if s == nil {
					continue
				}
				require.True(t, slices.EqualFunc(f.calls, s.calls,
					func(a, b callAt) bool { return a.pc == b.pc && a.to-a.from == b.to-b.from }))
				for pc := range s.at {
					a, b := f.at[pc], s.at[pc]
					require.Equal(t, b&(1<<spotBits-1), a&(1<<spotBits-1), "%v", p.Func(seen.frames[g].fn).Ops[pc])
					if b == 0 {
						continue
					}
					l := seen.chart.at(b)
					require.True(t, followed.chart.at(a).sameAs(l), "%v", p.Func(seen.frames[g].fn).Ops[pc])
					spots++
					held += len(l.held)
					opened += int(b & openedSpot / openedSpot)
					mine += int(b & mineSpot / mineSpot)
				}
			}
		}
	}
	require.NotZero(t, spots)
	require.NotZero(t, held)
	require.NotZero(t, opened)
	require.NotZero(t, mine)
}
