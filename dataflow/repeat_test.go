package dataflow

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
)

// gathering reports loads of what some store has written, in any function.
type gathering struct {
	countChecker
	written, grew bool
	rounds        int
}

func (c *gathering) analysis() Analysis[unit] {
	return Analysis[unit]{
		Entry: c.Entry, Step: c.Step,
		Return: c.Return,
	}
}

func (g *gathering) Step(env envs.Env, op *envs.Op, s unit) unit {
	switch {
	case op.Kind == envs.Store && !g.written:
		g.written, g.grew = true, true
	case op.Kind == envs.Load && g.written:
		env.Report(envs.Report{Kind: "written"})
	}
	return s
}

func (g *gathering) Again() bool {
	grew := g.grew
	g.grew = false
	g.rounds++
	return grew
}

func (g *gathering) Forget(Gone) { g.written = false }

// What a checker gathers serves functions that were looked at before.
func TestProgramIsLookedAtAgain(t *testing.T) {
	p := program(
		function("loads", op(envs.Load, 1, 0), op(envs.Return, 0)),
		function("stores", op(envs.Store, 0, 0, 0), op(envs.Return, 0)))
	p.From = append(p.From, 1)
	g := &gathering{}
	res, err := NewAnalyzer("gathering", "", gathers(g.analysis(), g)).Fixpoint(context.Background(), p, Options{})
	require.NoError(t, err)
	require.Len(t, res.Findings, 1)
	require.Equal(t, 2, g.rounds)

	g = &gathering{}
	res, err = NewAnalyzer("gathering", "", gathers(g.analysis(), g)).
		Fixpoint(context.Background(), program(p.Func(0)), Options{})
	require.NoError(t, err)
	require.Empty(t, res.Findings)
	require.Equal(t, 1, g.rounds)
}

// finishing is asked for a verdict.
type finishing struct {
	gathering
	finished []int // after which rounds
}

func (c *finishing) analysis() Analysis[unit] {
	return Analysis[unit]{
		Entry: c.Entry, Step: c.Step,
		Return: c.Return,
		Finish: c.Finish,
	}
}

func (f *finishing) Finish(envs.Program, func(envs.Point, envs.Report)) {
	f.finished = append(f.finished, f.rounds)
}

// The verdict is drawn once, after the last pass.
func TestVerdictAfterTheLastPass(t *testing.T) {
	p := program(function("stores", op(envs.Store, 0, 0, 0), op(envs.Return, 0)))
	f := &finishing{}
	_, err := NewAnalyzer("finishing", "", gathers(f.analysis(), f)).Fixpoint(context.Background(), p, Options{})
	require.NoError(t, err)
	require.Equal(t, []int{2}, f.finished)
}

// A run knows nothing of the one before.
func TestRunForgets(t *testing.T) {
	p := program(
		function("loads", op(envs.Load, 1, 0), op(envs.Return, 0)),
		function("stores", op(envs.Store, 0, 0, 0), op(envs.Return, 0)))
	g := &gathering{}
	r := NewAnalyzer("gathering", "", gathers(g.analysis(), g)).Replay(p)
	call := func(fn envs.FuncID) envstest.Kept {
		return envstest.Kept{{Kind: envs.Enter, Func: fn, Thread: 1}, {Kind: envs.Step, Thread: 1},
			{Kind: envs.Leave, Thread: 1}}
	}
	ctx := context.Background()
	require.NoError(t, r.Run(ctx, append(call(0), call(1)...)))
	require.NoError(t, r.Run(ctx, call(0)))
	require.Empty(t, r.Findings())
	require.NoError(t, r.Run(ctx, append(call(1), call(0)...)))
	require.Len(t, r.Findings(), 1)
}

// Each table is asked whether another pass is needed, also after one that needs it: it may settle what the pass has
// shown. Each forgets a run.
func TestAllTablesAreAsked(t *testing.T) {
	a, b := &gathering{}, &gathering{}
	p := program(function("stores", op(envs.Store, 0, 0, 0), op(envs.Return, 0)))
	_, err := NewAnalyzer("gathering", "", func(r *Requires) Analysis[unit] {
		r.Gather(a, b)
		return a.analysis()
	}).Fixpoint(context.Background(), p, Options{})
	require.NoError(t, err)
	require.Equal(t, []int{2, 2}, []int{a.rounds, b.rounds})
}
