package world_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// hearer notes messages and the threads that are started, and reports writes at the call that led to them.
type hearer struct {
	everything
	told *[]string
}

func (c hearer) analysis(r *dataflow.Requires) dataflow.Analysis[callAt] {
	c.everything = worldOf(r, world.Segments, world.Meetings)
	return dataflow.Analysis[callAt]{
		Entry: c.Entry, Step: c.Step,
		Enter: c.Enter, Signals: c.hear,
	}
}

// callAt is the call of the frame.
type callAt envs.Point

func (c callAt) Clone() callAt                   { return c }
func (c callAt) Merge(o callAt) (callAt, bool)   { return c, false }
func (hearer) Entry(envs.Env, *envs.Func) callAt { return callAt{} }

func (h hearer) hear(_ envs.Env, m dataflow.Message, _ callAt) {
	what := "tell"
	if m.Kind == envs.Observe {
		what = "hear"
	}
	*h.told = append(*h.told, fmt.Sprintf("%s %d by %d at %d, %v", what, m.Of, m.Thread, m.At.PC(), m.Done))
}

func (hearer) Enter(env envs.Env, _ *envs.Op, _ callAt, _ *envs.Func) (callAt, string) {
	return callAt(env.Point()), ""
}

func (h hearer) Step(env envs.Env, op *envs.Op, s callAt) callAt {
	switch op.Kind {
	case envs.Fork:
		*h.told = append(*h.told, fmt.Sprintf("started %d", -h.Meeting()))
	case envs.Store:
		env.Report(envs.Report{Kind: "written", At: envs.Point(s), Subject: "x"})
	}
	return s
}

// An analysis with Signals is told of all that orders threads but for locks, and where the topmost frame was.
func TestHearer(t *testing.T) {
	p, err := ir.Parse("x.plx", "func f() {\n\tskip\n}\nfunc main() {\n\tt = spawn f()\n\tskip\n}\n")
	require.NoError(t, err)
	var told []string
	w := dataflow.NewAnalyzer("hearer", "", hearer{told: &told}.analysis).Replay(p)
	main, f := p.FuncByName("main").ID, p.FuncByName("f").ID
	for _, ev := range []envs.Event{
		{Kind: envs.Signal, Thread: 3, Obj: 9},
		{Kind: envs.Enter, Thread: 1, Func: main},
		{Kind: envs.Signal, Thread: 1, Obj: 5, Done: true},
		{Kind: envs.Step, Thread: 1, Func: main, Obj: 2},
		{Kind: envs.Enter, Thread: 2, Func: f},
		{Kind: envs.Step, Thread: 2, Func: f},
		{Kind: envs.Observe, Thread: 2, Obj: 5},
		{Kind: envs.Signal, Thread: 1, Obj: 6, Direct: true},
		{Kind: envs.Signal, Thread: 1, Obj: 5},
	} {
		require.NoError(t, w.Event(&ev))
	}
	require.Equal(t, []string{
		"tell 9 by 3 at -1, false", "tell 5 by 1 at -1, true", "started 2", "hear 5 by 2 at 0, false",
		"tell 5 by 1 at 0, false",
	}, told)
}

// What is reported of another operation is found there.
func TestReportAt(t *testing.T) {
	p, err := ir.Parse("x.plx", "var x = 0\nfunc f() {\n\tx = 1\n}\nfunc main() {\n\tf()\n\tx = 2\n}\n")
	require.NoError(t, err)
	var told []string
	w := dataflow.NewAnalyzer("hearer", "", hearer{told: &told}.analysis).Replay(p)
	require.NoError(t, w.Run(t.Context(), p.Run(1, ir.Options{})))
	var lines []int
	for _, f := range w.Findings() {
		require.Equal(t, "main", f.Func)
		for _, at := range f.Sites() {
			lines = append(lines, at.Line)
		}
	}
	require.Equal(t, []int{6, 7}, lines)
}
