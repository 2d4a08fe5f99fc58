package blockwise_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/blockwise"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// What a run shows of two objects is what is found over all paths of their field: it is not dynamic only.
func TestCoarse(t *testing.T) {
	p, err := ir.Parse("x.plx", `
class C { n }
final c = new C
final d = new C
atomic func set() { c.n = 1; d.n = 1 }
atomic func get() { x = c.n; y = d.n }
func main() { t = spawn set(); u = spawn get(); join t; join u }`)
	require.NoError(t, err)
	static, err := blockwise.Analyzer().Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	var found []envs.Finding
	for _, f := range (checkertest.Checker{Analyzer: blockwise.Analyzer}).Dynamic(t, p, checkertest.Schedules(p, 20)...) {
		if f.Kind == blockwise.OrderKind {
			require.Equal(t, blockwise.Kind, f.Coarse)
			found = append(found, f)
		}
	}
	require.NotEmpty(t, found)
	only := func() (n int) {
		for _, r := range envs.Compare(static.Findings, found, func(envs.Point) (int64, string) { return 1, "" }) {
			if r.Class == envs.DynamicOnly {
				n++
			}
		}
		return n
	}
	require.Zero(t, only())
	for i := range found {
		found[i].Coarse = ""
	}
	require.Equal(t, len(found), only(), "by their own kind they would be")
}
