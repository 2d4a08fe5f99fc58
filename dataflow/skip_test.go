package dataflow

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// skipper reports at every Compute; skip decides what is passed over.
type skipper struct {
	skip func(fn *envs.Func, steady bool, exits []unit) bool
}

func (c skipper) analysis() Analysis[unit] {
	return Analysis[unit]{
		Entry: c.Entry, Step: c.Step,
		Tuning: Tuning[unit]{Skip: c.Skip},
	}
}

func (skipper) Entry(envs.Env, *envs.Func) unit { return unit{} }

func (skipper) Step(env envs.Env, op *envs.Op, s unit) unit {
	if op.Kind == envs.Compute {
		env.Report(envs.Report{Kind: "computes", Message: "computes"})
	}
	return s
}

func (c skipper) Skip(_ envs.Env, fn *envs.Func, steady bool, exits []unit) (unit, bool) {
	return unit{}, c.skip(fn, steady, exits)
}

func skipping(t *testing.T, p envs.Program, c skipper) *Result {
	t.Helper()
	res, err := NewAnalyzer("skipper", "", c.analysis().Alone).Fixpoint(context.Background(), p, Options{})
	require.NoError(t, err)
	return res
}

// Without Exit nothing is handed over.
func TestSkipWithoutCallerHasNoExits(t *testing.T) {
	p := program(
		function("f", calling(0, 1), op(envs.Return, 0)),
		function("g", op(envs.Compute, 0), op(envs.Return, 0)))
	asked := 0
	skipping(t, p, skipper{skip: func(fn *envs.Func, steady bool, exits []unit) bool {
		require.True(t, steady)
		require.Empty(t, exits)
		asked++
		return false
	}})
	require.Equal(t, 2, asked)
}

// What stands behind a call that never returns is not reached, also if its caller
// would be passed over.
func TestSkipStopsAtCallThatNeverReturns(t *testing.T) {
	p := program(
		function("f", calling(0, 1), calling(0, 2), op(envs.Return, 0)),
		function("spin", jump(0)),
		function("g", op(envs.Compute, 0), op(envs.Return, 0)))
	onlyF := func(fn *envs.Func, _ bool, _ []unit) bool { return fn.Name == "f" }
	require.Empty(t, skipping(t, p, skipper{skip: onlyF}).Findings)
	p.Fns[1] = function("spin", op(envs.Return, 0))
	p.Fns[1].ID = 1
	require.Len(t, skipping(t, p, skipper{skip: onlyF}).Findings, 1, "g is entered for f though f is passed over")
}

// What no path reaches calls nothing, also if the function that has it is passed over.
func TestSkipLeavesOutWhatIsNotReached(t *testing.T) {
	p := program(
		function("f", op(envs.Return, 0), calling(0, 1), op(envs.Return, 0)),
		function("g", op(envs.Compute, 0), op(envs.Return, 0)))
	p.From = []envs.FuncID{0}
	require.Empty(t, skipping(t, p, skipper{skip: func(fn *envs.Func, _ bool, _ []unit) bool {
		return fn.Name == "f"
	}}).Findings)
}

// Frames that are passed over let a cancellation through.
func TestCancelWhileSkipping(t *testing.T) {
	fns := make([]*envs.Func, 50_000)
	for i := range fns {
		fns[i] = function("f", calling(0, envs.FuncID(i+1)), op(envs.Return, 0))
	}
	fns[len(fns)-1] = function("last", op(envs.Return, 0))
	p := program(fns...)
	ctx, cancel := context.WithCancel(context.Background())
	ch := skipper{skip: func(*envs.Func, bool, []unit) bool { cancel(); return true }}
	_, err := NewAnalyzer("skipper", "", ch.analysis().Alone).Fixpoint(ctx, p, Options{})
	require.ErrorIs(t, err, context.Canceled)
}
