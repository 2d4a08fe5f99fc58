package dataflow

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
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

// lying is a state whose Merge reports growth whatever happens, and compared one with Equal.
type lying struct{ n int }
type compared int

func (l lying) Clone() lying                       { return l }
func (l lying) Merge(o lying) (lying, bool)        { return lying{max(l.n, o.n)}, true }
func (c compared) Clone() compared                 { return c }
func (c compared) Merge(compared) (compared, bool) { return c, true }
func (c compared) Equal(o compared) bool           { return c == o }

// Where there is no fixpoint because Merge is wrong, the error says so; where a state does grow, it does not.
func TestMergeThatAlwaysGrows(t *testing.T) {
	p := program(targets(function("f", op(envs.Nop, 0), op(envs.Branch, 0, 1), op(envs.Return, 0)), 1, 0, 2))
	diverges := func(err error) string {
		var d *fixpoint.DivergenceError
		require.ErrorAs(t, err, &d)
		return d.Error()
	}
	const said = "Merge reports that the state grew, but it is "
	_, err := NewAnalyzer("lying", "", trivial[lying]().Alone).Fixpoint(t.Context(), p, Options{})
	require.Contains(t, diverges(err), said+"printed as before")
	_, err = NewAnalyzer("lying", "", trivial[compared]().Alone).Fixpoint(t.Context(), p, Options{})
	require.Contains(t, diverges(err), said+"Equal to what it was")
	require.Contains(t, diverges(err), "let Merge report growth only if")

	an := trivial[lying]()
	an.Step = func(_ envs.Env, _ *envs.Op, l lying) lying { return lying{l.n + 1} }
	_, err = NewAnalyzer("growing", "", an.Alone).Fixpoint(t.Context(), p, Options{})
	require.NotContains(t, diverges(err), said)
	require.Contains(t, diverges(err), "give the state a Widen method")
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
	r = NewAnalyzer("nameless", "", an.Alone).Replay(p)
	require.Empty(t, r.Findings())
	require.EqualError(t, r.Err(), want)
}

// A Finish that panics is an error in both drivers. What was reported before it, and what other checkers report, stays.
func TestFinishPanics(t *testing.T) {
	p := program(function("f", op(envs.Const, 1), op(envs.Return, 0)))
	an := trivial[unit]()
	an.Step = func(env envs.Env, op *envs.Op, s unit) unit {
		if op.Kind == envs.Const {
			env.Report(envs.Report{Kind: "constant", Message: "oh"})
		}
		return s
	}
	other := NewAnalyzer("other", "", an.Alone)
	an.Finish = func(_ envs.Program, report func(envs.Point, envs.Report)) {
		report(envs.At(0, 1), envs.Report{Kind: "return", Message: "ah"})
		panic("no verdict")
	}
	hasty := NewAnalyzer("hasty", "", an.Alone)
	const want = `checker "hasty", in Finish, panicked: no verdict`
	result, err := hasty.Fixpoint(t.Context(), p, Options{})
	require.EqualError(t, err, want)
	require.Len(t, result.Findings, 2)
	w := NewWatch(p, hasty, other)
	require.NoError(t, w.Event(&envs.Event{Kind: envs.Enter, Thread: 1}))
	require.NoError(t, w.Event(&envs.Event{Kind: envs.Step, Thread: 1}))
	require.NoError(t, w.Err())
	require.Len(t, w.Findings(), 3)
	require.EqualError(t, w.Err(), want)
}

// Whatever a checker does wrong, others find what they find without it, on both sides, while a run happens and after
// it.
func TestOthersGoOn(t *testing.T) {
	p := program(function("f", op(envs.Nop, 0), op(envs.Const, 1), op(envs.Return, 0)))
	run := envstest.Kept{{Kind: envs.Enter, Thread: 1}, {Kind: envs.Step, Thread: 1}, {Kind: envs.Step, Thread: 1, PC: 1},
		{Kind: envs.Step, Thread: 1, PC: 2}, {Kind: envs.Leave, Thread: 1, Done: true}}
	good := trivial[unit]()
	good.Step = func(env envs.Env, op *envs.Op, s unit) unit {
		if op.Kind == envs.Const {
			env.Report(envs.Report{Kind: "constant"})
		}
		return s
	}
	for name, change := range map[string]func(*Analysis[unit], *Requires){
		"Entry": func(an *Analysis[unit], _ *Requires) { an.Entry = func(envs.Env, *envs.Func) unit { panic("oh") } },
		"Step":  func(an *Analysis[unit], _ *Requires) { an.Step = func(envs.Env, *envs.Op, unit) unit { panic("oh") } },
		"Selects": func(an *Analysis[unit], _ *Requires) {
			an.Tuning.Selects = func(*envs.Op) bool { panic("oh") }
		},
		"Finish": func(an *Analysis[unit], _ *Requires) {
			an.Finish = func(envs.Program, func(envs.Point, envs.Report)) { panic("oh") }
		},
		"At": func(an *Analysis[unit], _ *Requires) {
			an.Step = func(env envs.Env, _ *envs.Op, s unit) unit {
				env.Report(envs.Report{Kind: "odd", At: envs.At(777, 7)})
				return s
			}
		},
		"Evidence": func(an *Analysis[unit], _ *Requires) {
			an.Step = func(env envs.Env, _ *envs.Op, s unit) unit {
				env.Report(envs.Report{Kind: "odd", Evidence: []envs.Evidence{{At: envs.At(777, 7)}}})
				return s
			}
		},
		"Forget": func(_ *Analysis[unit], r *Requires) { r.Gather(wrongTable{forgets: true}) },
		"Again":  func(_ *Analysis[unit], r *Requires) { r.Gather(wrongTable{}) },
	} {
		bad := NewAnalyzer("bad", "", func(r *Requires) Analysis[unit] {
			an := trivial[unit]()
			change(&an, r)
			return an
		})
		for range 2 {
			w := NewWatch(p, bad, NewAnalyzer("good", "", good.Alone))
			online := w.Run(t.Context(), run)
			require.Len(t, slices.DeleteFunc(w.Findings(), func(f envs.Finding) bool { return f.Checker != "good" }), 1, name)
			online = errors.Join(online, w.Err())
			w = NewWatch(p, NewAnalyzer("good", "", good.Alone), bad)
			offline := w.RunWhole(t.Context(), run)
			require.Len(t, slices.DeleteFunc(w.Findings(), func(f envs.Finding) bool { return f.Checker != "good" }), 1, name)
			offline = errors.Join(offline, w.Err())
			if name != "Again" { // which is asked off-line only
				require.Error(t, online, name)
			}
			require.Error(t, offline, name)
		}
		if name == "Selects" || name == "Forget" {
			continue // over all paths they are not asked
		}
		_, err := bad.Fixpoint(t.Context(), p, Options{})
		require.Error(t, err, name)
	}
}

// wrongTable panics.
type wrongTable struct{ forgets bool }

func (w wrongTable) Again() bool { panic("oh") }
func (w wrongTable) Forget(Gone) {
	if w.forgets {
		panic("oh")
	}
}

// An algorithm that is nil is refused on both sides.
func TestNilAlgorithm(t *testing.T) {
	for _, nothing := range []*Analyzer{
		NewAnalyzer("nothing", "", func(*Requires) Algorithm { return nil }),
		NewAnalyzer("nothing", "", func(*Requires) *Analysis[unit] { return nil }),
	} {
		const want = `checker "nothing": the function that makes its algorithm gives nil`
		_, err := nothing.Fixpoint(t.Context(), program(), Options{})
		require.EqualError(t, err, want)
		require.PanicsWithError(t, want, func() { nothing.Replay(program()) })
		require.False(t, nothing.Selects())
	}
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
	require.Equal(t, "f.plx:2:1: f: r1 = const: checker \"panicker\" panicked: no constants, please", pe.Error())

	r := NewAnalyzer("panicker", "", an.Alone).Replay(p)
	require.NoError(t, r.Event(&envs.Event{Kind: envs.Enter, Thread: 1}))
	require.NoError(t, r.Event(&envs.Event{Kind: envs.Step, Thread: 1, PC: 0}))
	require.ErrorAs(t, r.Event(&envs.Event{Kind: envs.Step, Thread: 1, PC: 1}), &pe)
}
