package dataflow_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// sum is how many operations were executed, up to a limit.
type sum struct{ n int }

func (s *sum) Clone() *sum { return &sum{s.n} }
func (s *sum) Merge(o *sum) (*sum, bool) {
	grew := o.n > s.n
	s.n = max(s.n, o.n)
	return s, grew
}

// summing adds what callees have executed: to a copy, or to what they hand over.
func summing(copies bool) dataflow.Analysis[*sum] {
	add := func(_ envs.Env, _ *envs.Op, exit, s *sum) *sum {
		if copies {
			exit = exit.Clone()
		}
		exit.n = min(exit.n+s.n, 40)
		return exit
	}
	return dataflow.Analysis[*sum]{
		Entry: func(envs.Env, *envs.Func) *sum { return &sum{} },
		Step: func(env envs.Env, op *envs.Op, s *sum) *sum {
			s.n = min(s.n+1, 40)
			env.Report(envs.Report{Kind: "sum", Subject: fmt.Sprint(s.n)})
			return s
		},
		Return: add, Thrown: add,
	}
}

// Return and Thrown own what a callee hands over: an analysis that changes it finds the same as one that copies it.
func TestReturnOwnsExit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := irgen.Program(func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) }, irgen.Options{})
		p, err := ir.Parse("generated.plx", src)
		require.NoError(t, err)
		var found [2][2][]envs.Finding
		for i, copies := range []bool{true, false} {
			paths, err := dataflow.NewAnalyzer("sum", "", summing(copies).Alone).Fixpoint(t.Context(), p, dataflow.Options{})
			require.NoError(t, err)
			w := dataflow.NewAnalyzer("sum", "", summing(copies).Alone).Replay(p)
			require.NoError(t, w.Run(t.Context(), p.Run(1, ir.Options{MaxSteps: 500})))
			found[i] = [2][]envs.Finding{paths.Findings, w.Findings()}
		}
		require.Equal(t, found[0], found[1], "\n%s", src)
	})
}
