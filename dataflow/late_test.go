package dataflow

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
)

// counting reports at each load how many stores there are, once that is known.
type counting struct {
	countChecker
	stores map[envs.Point]bool
	asked  int
}

func (c *counting) analysis() Analysis[unit] {
	return Analysis[unit]{
		Entry: c.Entry, Step: c.Step,
		Return: c.Return,
	}
}

func (c *counting) Step(env envs.Env, op *envs.Op, s unit) unit {
	switch op.Kind {
	case envs.Store:
		c.stores[env.Point()] = true
	case envs.Load:
		env.Report(envs.Report{Kind: "load", Later: func(env envs.Env) (list []envs.Report) {
			c.asked++
			for at := range c.stores {
				list = append(list, envs.Report{Kind: "stored", Cause: at,
					Tell: func(env envs.Env, r *envs.Report) { r.Message = env.Func().Name }})
			}
			return list
		}})
	}
	return s
}

// What is reported later rests on what comes after the operation, too, over all paths: also of those that were looked
// at when nothing was known. It is asked for once an operation, and not where the last visit reports nothing. In a run
// it is asked for at once.
func TestLater(t *testing.T) {
	p := program(
		function("loads", op(envs.Load, 1, 0), calling(0, 2), calling(0, 2), op(envs.Return, 0)),
		function("stores", op(envs.Store, 0, 0, 0), op(envs.Store, 0, 0, 0), op(envs.Return, 0)),
		function("below", op(envs.Load, 1, 0), op(envs.Return, 0)))
	p.From = append(p.From, 1)
	c := &counting{stores: map[envs.Point]bool{}}
	res, err := NewAnalyzer("counting", "", c.analysis().Alone).Fixpoint(context.Background(), p, Options{})
	require.NoError(t, err)
	require.Equal(t, 2, c.asked)
	var told []string
	for _, f := range res.Findings {
		require.Equal(t, f.Func, f.Message)
		told = append(told, f.Func)
	}
	require.ElementsMatch(t, []string{"loads", "loads", "below", "below"}, told)

	c = &counting{stores: map[envs.Point]bool{}}
	r := NewAnalyzer("counting", "", c.analysis().Alone).Replay(p)
	step := envs.Event{Kind: envs.Step, Thread: 1}
	enter := func(fn envs.FuncID) envs.Event { return envs.Event{Kind: envs.Enter, Func: fn, Thread: 1} }
	require.NoError(t, r.Run(context.Background(),
		envstest.Kept{enter(1), step, {Kind: envs.Leave, Thread: 1}, enter(2), step}))
	require.Len(t, r.Findings(), 1)
}

// Who panics when a report is made later is told of with its place, and takes no other finding along.
func TestLaterPanics(t *testing.T) {
	p := program(
		function("loads", op(envs.Load, 1, 0), calling(0, 1), op(envs.Return, 0)),
		function("below", op(envs.Load, 1, 0), op(envs.Return, 0)))
	res, err := NewAnalyzer("failing", "", (&failing{}).analysis().Alone).Fixpoint(context.Background(), p, Options{})
	var panicked *fixpoint.PanicError
	require.ErrorAs(t, err, &panicked)
	require.Equal(t, "below", panicked.Place.Func)
	require.Equal(t, "not here", panicked.Value)
	require.Len(t, res.Findings, 1)
	require.Equal(t, "loads", res.Findings[0].Func)
}

// failing cannot tell later of what one function loads.
type failing struct{ countChecker }

func (c failing) analysis() Analysis[unit] {
	return Analysis[unit]{
		Entry: c.Entry, Step: c.Step,
		Return: c.Return,
	}
}

func (failing) Step(env envs.Env, op *envs.Op, s unit) unit {
	if op.Kind == envs.Load {
		env.Report(envs.Report{Kind: "load", Subject: env.Func().Name, Later: func(env envs.Env) []envs.Report {
			if env.Func().Name == "below" {
				panic("not here")
			}
			return []envs.Report{{Kind: "loaded"}}
		}})
	}
	return s
}
