package bounds_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/examples/bounds"
)

// BenchmarkStd counts, on the standard library, the index and slice operations that intervals alone cannot prove
// (unproved). It counts how many of them are proved by relations between variables and by what all calls of a function
// agree on (proved-%, and by kind). Operations are told apart by kind, place and function.
func BenchmarkStd(b *testing.B) {
	if testing.Short() {
		b.Skip("loads the standard library")
	}
	p, err := gosrc.Load(context.Background(), gosrc.Config{Dir: b.TempDir(), Patterns: []string{"std"}})
	require.NoError(b, err)
	for b.Loop() {
		plain, related := unproved(b, p, "1"), unproved(b, p, "16")
		var asked, proved [2]float64
		for op := range plain {
			kind := 0
			if op.kind == "slice-out-of-range" {
				kind = 1
			}
			asked[kind]++
			if !related[op] {
				proved[kind]++
			}
		}
		b.ReportMetric(asked[0]+asked[1], "unproved")
		b.ReportMetric(100*proved[0]/asked[0], "index-proved-%")
		b.ReportMetric(100*proved[1]/asked[1], "slice-proved-%")
		b.ReportMetric(100*(proved[0]+proved[1])/(asked[0]+asked[1]), "proved-%")
	}
}

// operation is what is indexed or sliced, by where it is written.
type operation struct {
	kind string
	fn   string
	pos  envs.Position
}

// unproved are the index and slice operations that the checker does not prove if it
// relates at most so many variables.
func unproved(t require.TestingT, p envs.Program, related string) map[operation]bool {
	a := bounds.Analyzer()
	require.NoError(t, a.Flags.Set("all", "true"))
	require.NoError(t, a.Flags.Set("related", related))
	res, err := a.Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	ops := map[operation]bool{}
	for _, f := range res.Findings {
		if f.Kind == "index-out-of-range" || f.Kind == "slice-out-of-range" {
			ops[operation{f.Kind, f.Func, f.Pos}] = true
		}
	}
	return ops
}
