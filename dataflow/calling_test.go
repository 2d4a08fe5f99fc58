package dataflow_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// calling is whether a call was stepped from which nothing has come back.
type calling bool

func (c calling) Clone() calling                  { return c }
func (c calling) Merge(o calling) (calling, bool) { return c || o, bool(o && !c) }

// stepped reports operations that come after the Step of a call, and others.
func stepped(*dataflow.Requires) dataflow.Analysis[calling] {
	return dataflow.Analysis[calling]{
		Entry: func(envs.Env, *envs.Func) calling { return false },
		Step: func(env envs.Env, op *envs.Op, c calling) calling {
			kind := "before"
			if c {
				kind = "after"
			}
			env.Report(envs.Report{Kind: kind})
			return c || op.Kind == envs.Call
		},
		Enter:  func(_ envs.Env, _ *envs.Op, c calling, _ *envs.Func) (calling, string) { return c, "" },
		Return: func(_ envs.Env, _ *envs.Op, _, c calling) calling { return !c },
		Thrown: func(_ envs.Env, _ *envs.Op, _, c calling) calling { return c },
	}
}

// Enter and Thrown are given the caller's state before the Step of the call, and Return the one after it: over all
// paths and in runs.
func TestStateOfCallers(t *testing.T) {
	p, err := ir.Parse("x.plx", `var x
func sets() { x = 1 }
func throws() {
	sets()
	throw 1
}
func main() {
	sets()
	try { throws() } catch e { x = 2 }
	sets()
}`)
	require.NoError(t, err)
	ctx := context.Background()
	static, err := dataflow.NewAnalyzer("stepped", "", stepped).Fixpoint(ctx, p, dataflow.Options{})
	require.NoError(t, err)
	run := dataflow.NewAnalyzer("stepped", "", stepped).Replay(p)
	require.NoError(t, run.Run(ctx, p.Run(0, ir.Options{})))
	for _, findings := range [][]envs.Finding{static.Findings, run.Findings()} {
		lines := map[int]bool{}
		for _, f := range findings {
			require.Equal(t, "before", f.Kind, "%v", f.Pos)
			for _, at := range f.Sites() {
				lines[at.Line] = true
			}
		}
		require.Equal(t, map[int]bool{2: true, 4: true, 5: true, 8: true, 9: true, 10: true, 11: true}, lines)
	}
}
