package world

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// skipper reports at every Compute in a frame with no lock held, as far as Entry
// saw; skip decides what is passed over.
type skipper struct {
	blocks envs.Blocks
	ask    bool // Entry asks about locks
	skip   func(fn *envs.Func, steady bool, exits []*free) bool
}

func (c skipper) analysis(r *dataflow.Requires) dataflow.Analysis[*free] {
	c.blocks = Blocks.For(r)
	return dataflow.Analysis[*free]{
		Entry: c.Entry, Step: c.Step,
		Tuning: dataflow.Tuning[*free]{Skip: c.Skip},
	}
}

type free struct{ yes bool }

func (s *free) Clone() *free { c := *s; return &c }
func (s *free) Merge(o *free) (*free, bool) {
	grew := o.yes && !s.yes
	s.yes = s.yes || o.yes
	return s, grew
}

func (c skipper) Entry(_ envs.Env, fn *envs.Func) *free {
	return &free{!c.ask || c.blocks.Block().None()}
}

func (c skipper) Step(env envs.Env, op *envs.Op, s *free) *free {
	if op.Kind == envs.Compute && s.yes {
		env.Report(envs.Report{Kind: "computes", Message: "computes"})
	}
	return s
}

func (c skipper) Skip(_ envs.Env, fn *envs.Func, steady bool, exits []*free) (*free, bool) {
	return &free{}, c.skip(fn, steady, exits)
}

func skipping(t *testing.T, p envs.Program, c skipper) *dataflow.Result {
	t.Helper()
	res, err := dataflow.NewAnalyzer("skipper", "", c.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	return res
}

func lock(kind envs.Kind) envs.Op {
	o := op(kind, 0)
	o.Path = &envs.Path{Root: envs.AtGlobal, Global: "mu", Text: "mu"}
	return o
}

// A question that Entry asks counts, also if the frame then waits for callees.
func TestQuestionOfEntryCounts(t *testing.T) {
	p := program(
		function("f", lock(envs.Acquire), calling(0, 1), lock(envs.Release), calling(0, 1), op(envs.Return, 0)),
		function("g", op(envs.Compute, 0), calling(0, 2), op(envs.Return, 0)),
		function("h", op(envs.Return, 0)))
	never := func(*envs.Func, bool, []*free) bool { return false }
	require.Len(t, skipping(t, p, skipper{ask: true, skip: never}).Findings, 1)
}

// A function is solved once for all frames, unless the checker asks about locks.
func TestFramesAreSharedIfNothingIsAsked(t *testing.T) {
	p := program(
		function("f", lock(envs.Acquire), calling(0, 1), lock(envs.Release), calling(0, 1), op(envs.Return, 0)),
		function("g", op(envs.Compute, 0), op(envs.Return, 0)))
	for ask, want := range map[bool]int{false: 2, true: 3} {
		stepping := func(r *dataflow.Requires) dataflow.Analysis[*free] {
			an := skipper{ask: ask}.analysis(r)
			an.Tuning.Skip = nil
			return an
		}
		res, err := dataflow.NewAnalyzer("stepping", "", stepping).Fixpoint(context.Background(), p, dataflow.Options{})
		require.NoError(t, err)
		require.Equal(t, want, res.Stats.Frames, "asks: %v", ask)
		require.Len(t, res.Findings, 1)
	}
}

// A frame is steady if no lock changes hands in it for good.
func TestSteady(t *testing.T) {
	p := program(
		function("f", calling(0, 1), calling(0, 2), calling(0, 3), op(envs.Return, 0)),
		function("balanced", lock(envs.Acquire), lock(envs.Release), op(envs.Return, 0)),
		function("calls balanced", calling(0, 1), op(envs.Return, 0)),
		function("calls take", calling(0, 4), op(envs.Return, 0)),
		function("take", lock(envs.Acquire), op(envs.Return, 0)))
	got := map[string]bool{}
	skipping(t, p, skipper{skip: func(fn *envs.Func, steady bool, _ []*free) bool {
		got[fn.Name] = steady
		return false
	}})
	require.Equal(t, map[string]bool{"f": false, "balanced": false, "calls balanced": true, "calls take": false,
		"take": false}, got)
}

// An exception that no operation throws leads nowhere: a frame that can return
// only through its handler does not return, also if it is passed over.
func TestSkipReturnsOnlyIfTheFrameDoes(t *testing.T) {
	call := calling(0, 2)
	call.Handler = 2
	acquire, release := lock(envs.Acquire), lock(envs.Release)
	acquire.Handler, release.Handler = 2, 2
	p := program(
		function("main", calling(0, 1), op(envs.Compute, 0), op(envs.Return, 0)),
		function("f", call, jump(1), op(envs.Return, 0)),
		function("g", acquire, release, op(envs.Return, 0)))
	for _, skip := range []bool{false, true} {
		got := skipping(t, p, skipper{skip: func(fn *envs.Func, _ bool, _ []*free) bool { return skip && fn.Name != "main" }})
		require.Empty(t, got.Findings, "skip: %v", skip)
	}
}
