package dataflow

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// A checker runs beside itself under two names.
func TestFindingHasTheNameOfItsAnalyzer(t *testing.T) {
	prog := program(function("f", op(envs.Compute, 0), op(envs.Return, 0)))
	for _, name := range []string{"one", "other"} {
		a := NewAnalyzer("one", "reports everything", func(*Requires) Analysis[empty] { return everything{}.analysis() })
		a.Name = name
		r, err := a.Fixpoint(t.Context(), prog, Options{})
		require.NoError(t, err)
		require.NotEmpty(t, r.Findings)
		for _, f := range r.Findings {
			require.Equal(t, name, f.Checker)
		}
	}
}

type empty struct{}

func (empty) Clone() empty              { return empty{} }
func (empty) Merge(empty) (empty, bool) { return empty{}, false }

type everything struct{}

func (c everything) analysis() Analysis[empty] {
	return Analysis[empty]{
		Entry: c.Entry, Step: c.Step,
	}
}

func (everything) Entry(envs.Env, *envs.Func) empty { return empty{} }

func (everything) Step(env envs.Env, _ *envs.Op, s empty) empty {
	env.Report(envs.Report{Kind: "kind", Cause: env.Point(), Message: "it is here"})
	return s
}
