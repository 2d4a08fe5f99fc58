package dataflow_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/stale"
)

// The engine's order and its economy in states change nothing: on whole programs,
// with calls, recursion and exceptions, an engine that keeps every state and
// takes points in any order reports the same. Only the stories may differ: where
// a block was opened or a lock released at several places, the checker tells the
// one that it met first.
func TestAnyOrderSameFindings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := irgen.Program(func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) }, irgen.Options{})
		p, err := ir.Parse("generated.plx", src)
		require.NoError(t, err)
		checker := func() dataflow.Checker[*stale.State] { return stale.New(stale.Options{}) }
		want, err := dataflow.Fixpoint(context.Background(), p, stale.Name, checker(), dataflow.Options{})
		require.NoError(t, err)
		draw := irgen.Seeded(rapid.Uint64().Draw(t, "order"))
		got, err := dataflow.FixpointAnyOrder(p, stale.Name, checker(), func(n int) int { return draw("", n) })
		require.NoError(t, err)
		require.Equal(t, told(want.Findings), told(got.Findings), "\n%s", src)
	})
}

func told(fs []envs.Finding) []envs.Finding {
	for i := range fs {
		fs[i].Story = nil
	}
	return fs
}
