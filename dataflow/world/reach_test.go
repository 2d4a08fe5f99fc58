package world_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// reacher reports accesses of memory that others might access.
type reacher struct{ everything }

func (c reacher) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.everything = worldOf(r, world.Memory)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
	}
}

func (r reacher) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	if op.Accesses() && r.MayReach() {
		env.Report(envs.Report{Kind: "reached", Subject: r.VariableName(r.Variable())})
	}
	return s
}

// Over all paths it is known that nobody else refers to an object yet; in a run, that nobody has accessed
// it says nothing.
func TestMayReach(t *testing.T) {
	p, err := ir.Parse("x.plx", usersText)
	require.NoError(t, err)
	lines := func(fs []envs.Finding) (lines []int) {
		for _, f := range fs {
			for _, at := range f.Sites() {
				lines = append(lines, at.Line)
			}
		}
		return lines
	}
	w := dataflow.NewAnalyzer("reacher", "", reacher{}.analysis).Replay(p)
	require.NoError(t, w.Run(context.Background(), p.Run(1, ir.Options{})))
	require.ElementsMatch(t, []int{3, 4, 8, 9}, lines(w.Findings()))
	static, err := dataflow.NewAnalyzer("reacher", "", reacher{}.analysis).
		Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	require.ElementsMatch(t, []int{3, 4}, lines(static.Findings))
}
