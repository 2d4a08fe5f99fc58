package world

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// What is recorded is what the engine has come to at each operation when it has solved all.
func TestRecordedIsWhatWasSolved(t *testing.T) {
	spots, held := 0, 0
	for seed := range uint64(60) {
		text := irgen.Blocks(irgen.Seeded(seed))
		if seed%2 > 0 {
			text = irgen.Program(irgen.Seeded(seed), irgen.Options{})
		}
		p, err := ir.Parse("generated.plx", text)
		require.NoError(t, err)
		for _, needs := range []ground.Cost{0, needAccesses | needOrder | needSegments | needLockSets} {
			c := newContexts(p)
			c.prepare(context.Background(), needs)
			seen := map[framePoint]*locks{}
			c.eng.Watch = func(f *fixpoint.Frame[*locks], pc int32, s *locks) { seen[framePoint{f.ID(), pc}] = s.Clone() }
			require.NoError(t, c.solveAll())
			c.eng.Watch = func(f *fixpoint.Frame[*locks], pc int32, s *locks) {
				was, ok := seen[framePoint{f.ID(), pc}]
				require.True(t, ok)
				_, more := was.Clone().Merge(s)
				_, less := s.Clone().Merge(was)
				require.False(t, more || less, "%v", f.Func().Ops[pc])
				spots++
				held += len(s.held)
			}
			recorded, err := record(c.eng, func(*fixpoint.Frame[*locks], *envs.Op, *locks) int32 { return 0 })
			require.NoError(t, err)
			for f := range recorded.rows {
				for pc, answer := range recorded.rows[f].at {
					require.Equal(t, seen[framePoint{int32(f), int32(pc)}] != nil, answer > 0)
				}
			}
		}
	}
	require.NotZero(t, spots)
	require.NotZero(t, held)
}
