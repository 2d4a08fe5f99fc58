package main

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
)

// A run that is shown again while facts grow comes to an end with each checker. A checker that needs it once only says
// the same beside others that need it more often.
func TestWholeRunsTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	t.Parallel()
	found := 0
	for seed := range uint64(60) {
		p, err := ir.Parse("x.plx", drawn.Transactions(irgen.Seeded(seed)))
		require.NoError(t, err)
		run := envstest.Keep(t, p.Run(seed, ir.Options{}))
		look := func(analyzers ...*dataflow.Analyzer) []envs.Finding {
			w := dataflow.NewWatch(p, analyzers...)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			require.NoError(t, w.RunWhole(ctx, run))
			return w.Findings()
		}
		by := map[string][]envs.Finding{}
		for _, f := range look(checkers()...) {
			by[f.Checker] = append(by[f.Checker], f)
			found++
		}
		for _, a := range checkers() {
			require.Equal(t, by[a.Name], look(a), "%s, seed %d", a.Name, seed)
		}
	}
	require.Greater(t, found, 100)
}
