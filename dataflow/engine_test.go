package dataflow

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
)

// countChecker reports at every return; its state has one value.
type countChecker struct{}

type unit struct{}

func (unit) Clone() unit                                           { return unit{} }
func (unit) Merge(unit) (unit, bool)                               { return unit{}, false }
func (countChecker) Entry(envs.Env, *envs.Func) unit               { return unit{} }
func (countChecker) Return(_ envs.Env, _ *envs.Op, _, s unit) unit { return s }
func (countChecker) Step(env envs.Env, op *envs.Op, s unit) unit {
	if op.Kind == envs.Return {
		env.Report(envs.Report{Kind: "return", Message: "returns"})
	}
	return s
}

// A report without a Kind is an error in both drivers, wherever it is made, and names checker and place.
func TestReportsHaveKinds(t *testing.T) {
	p := program(function("f", op(envs.Const, 1), op(envs.Return, 0)))
	const want = `f.plx:1:1: f: r1 = const: checker "nameless" makes a report without a Kind: want words for the ` +
		`sort of defect that stay the same, such as "stale-value"`
	an := trivial[unit]()
	an.Step = func(env envs.Env, op *envs.Op, s unit) unit {
		if op.Kind == envs.Const {
			env.Report(envs.Report{Message: "oh"})
		}
		return s
	}
	_, err := NewAnalyzer("nameless", "", an.Alone).Fixpoint(t.Context(), p, Options{})
	require.EqualError(t, err, want)
	r := NewAnalyzer("nameless", "", an.Alone).Replay(p)
	require.NoError(t, r.Event(&envs.Event{Kind: envs.Enter, Thread: 1}))
	require.EqualError(t, r.Event(&envs.Event{Kind: envs.Step, Thread: 1}), want)
	require.NoError(t, r.Event(&envs.Event{Kind: envs.Step, Thread: 1}), "it is shown nothing more")
	require.Empty(t, r.Findings())

	an = trivial[unit]()
	an.Finish = func(_ envs.Program, report func(envs.Point, envs.Report)) {
		report(envs.At(0, 0), envs.Report{Message: "oh"})
	}
	_, err = NewAnalyzer("nameless", "", an.Alone).Fixpoint(t.Context(), p, Options{})
	require.EqualError(t, err, want)
	require.PanicsWithError(t, want, func() { NewAnalyzer("nameless", "", an.Alone).Replay(p).Findings() })
}

// A panic of a checker is an error in both drivers, and names the place.
func TestPanicNamesThePlace(t *testing.T) {
	p := program(function("f", op(envs.Nop, 0), op(envs.Const, 1), op(envs.Return, 0)))
	an := Analysis[Nothing]{Entry: Nothing{}.Entry, Step: func(_ envs.Env, op *envs.Op, s Nothing) Nothing {
		if op.Kind == envs.Const {
			panic("no constants, please")
		}
		return s
	}}
	_, err := NewAnalyzer("panicker", "", an.Alone).Fixpoint(context.Background(), p, Options{})
	var pe *fixpoint.PanicError
	require.ErrorAs(t, err, &pe)
	require.Equal(t, "f.plx:2:1: f: r1 = const: checker panicked: no constants, please", pe.Error())

	r := NewAnalyzer("panicker", "", an.Alone).Replay(p)
	require.NoError(t, r.Event(&envs.Event{Kind: envs.Enter, Thread: 1}))
	require.NoError(t, r.Event(&envs.Event{Kind: envs.Step, Thread: 1, PC: 0}))
	require.ErrorAs(t, r.Event(&envs.Event{Kind: envs.Step, Thread: 1, PC: 1}), &pe)
}
