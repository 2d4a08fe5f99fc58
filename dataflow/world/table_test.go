package world

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/lattice"
)

// What is recorded of each analysis is what the engine has come to at each operation when it has solved all.
func TestRecordedIsWhatWasSolved(t *testing.T) {
	held, mine, followed := 0, 0, 0
	for seed := range uint64(60) {
		text := irgen.Blocks(irgen.Seeded(seed))
		if seed%2 > 0 {
			text = irgen.Program(irgen.Seeded(seed), irgen.Options{})
		}
		p, err := ir.Parse("generated.plx", text)
		require.NoError(t, err)
		recorded(t, p, (&lockAnalysis{}).analysis(), func(l *locks) { held += len(l.held) })
		recorded(t, p, newOwnership(p).analysis(), func(p privates) { mine += len(p) })
		threads := newThreads(p)
		an := threads.analysis()
		an.Entry = func(envs.Env, *envs.Func) *threadState {
			return &threadState{of: threads.factTable, fact: threads.number(threadFact{Fact: facts.Main()})}
		}
		recorded(t, p, an, func(s *threadState) { followed += len(s.handles) })
	}
	require.NotZero(t, held)
	require.NotZero(t, mine)
	require.NotZero(t, followed)
}

func recorded[S lattice.Mergeable[S]](t *testing.T, p envs.Program, an fixpoint.Analysis[S], see func(S)) {
	t.Helper()
	type framePoint struct{ frame, pc int32 }
	seen := map[framePoint]S{}
	e := fixpoint.New(context.Background(), p, an, fixpoint.Options{Keep: true})
	e.Watch = func(f *fixpoint.Frame[S], pc int32, s S) { seen[framePoint{f.ID(), pc}] = s.Clone() }
	require.NoError(t, e.Solve(p.Roots()...))
	e.Watch = func(f *fixpoint.Frame[S], pc int32, s S) {
		was, ok := seen[framePoint{f.ID(), pc}]
		require.True(t, ok)
		_, more := was.Clone().Merge(s.Clone())
		_, less := s.Clone().Merge(was.Clone())
		require.False(t, more || less, "%v", f.Func().Ops[pc])
		see(s)
	}
	of, err := record(e, nil, func(*fixpoint.Frame[S], *envs.Op, S) int32 { return 0 })
	require.NoError(t, err)
	for f := range of.rows {
		for pc, answer := range of.rows[f].at {
			_, was := seen[framePoint{int32(f), int32(pc)}]
			require.Equal(t, was, answer > 0)
		}
	}
}
