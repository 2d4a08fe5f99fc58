package dataflow_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

type silent = dataflow.Provider[stores, history]

// nothing is a provider that follows nothing.
func nothing() silent {
	return silent{
		Analysis: dataflow.Analysis[stores]{
			Entry: func(envs.Env, *envs.Func) stores { return 0 },
			Step:  func(_ envs.Env, _ *envs.Op, s stores) stores { return s },
		},
		Answer: func(v *dataflow.View[stores]) history { return recalled{v} },
	}
}

func analyzing(require func(r *dataflow.Requires)) *dataflow.Analyzer {
	return dataflow.NewAnalyzer("asker", "", func(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
		require(r)
		return dataflow.Analysis[dataflow.Nothing]{
			Entry: dataflow.Nothing{}.Entry,
			Step:  func(_ envs.Env, _ *envs.Op, n dataflow.Nothing) dataflow.Nothing { return n },
		}
	})
}

func empty(t *testing.T) envs.Program {
	p, err := ir.Parse("x.plx", "func f() { skip }\nfunc main() {\n\tf()\n\tf()\n}\n")
	require.NoError(t, err)
	return p
}

// both gives what is wrong with an analyzer that is made over all paths, which is what is wrong with it for a run.
func both(t *testing.T, a *dataflow.Analyzer) error {
	t.Helper()
	p := empty(t)
	_, err := a.Fixpoint(context.Background(), p, dataflow.Options{})
	if err == nil {
		dataflow.NewWatch(p, a)
		return nil
	}
	require.PanicsWithError(t, err.Error(), func() { dataflow.NewWatch(p, a) })
	return err
}

// Facets that require each other are refused, with their names.
func TestCircleOfFacets(t *testing.T) {
	var left, right *dataflow.Facet[history]
	left = dataflow.Provide("left", func(r *dataflow.Requires) silent {
		right.For(r)
		return nothing()
	})
	right = dataflow.Provide("right", func(r *dataflow.Requires) silent {
		left.For(r)
		return nothing()
	})
	require.EqualError(t, both(t, analyzing(func(r *dataflow.Requires) { right.For(r) })),
		"facets require each other: right -> left -> right")
}

// A provider without an answer is refused, and one that gathers: its answers would not be in its states.
func TestWrongProviders(t *testing.T) {
	for want, change := range map[string]func(*silent){
		"facet odd: Answer is nil; it gives who answers the questions": func(p *silent) { p.Answer = nil },
		"facet odd: a provider gathers nothing, and has no Finish or Signals; " +
			"its answers are in its states": func(p *silent) {
			p.Finish = func(envs.Program, func(envs.Point, envs.Report)) {}
		},
		"facet odd: Step is nil; it is the effect of an operation": func(p *silent) { p.Step = nil },
	} {
		odd := dataflow.Provide("odd", func(*dataflow.Requires) silent {
			p := nothing()
			change(&p)
			return p
		})
		require.EqualError(t, both(t, analyzing(func(r *dataflow.Requires) { odd.For(r) })), want)
	}
}

// rising is a state that never stops growing.
type rising int

func (r rising) Clone() rising                 { return r }
func (r rising) Merge(o rising) (rising, bool) { return max(r, o), o > r }

// An error of an analysis that provides a facet names it, and who asks it fails without another error.
func TestProvidersThatFail(t *testing.T) {
	p, err := ir.Parse("x.plx", "func main() {\n\ti = 1\n\twhile i { i = 0 }\n}\n")
	require.NoError(t, err)
	asker := func(step func(rising) rising) *dataflow.Analyzer {
		odd := dataflow.Provide("odd", func(*dataflow.Requires) dataflow.Provider[rising, func() rising] {
			return dataflow.Provider[rising, func() rising]{
				Analysis: dataflow.Analysis[rising]{
					Entry: func(envs.Env, *envs.Func) rising { return 0 },
					Step:  func(_ envs.Env, _ *envs.Op, s rising) rising { return step(s) },
				},
				Answer: func(v *dataflow.View[rising]) func() rising { return v.State },
			}
		})
		return dataflow.NewAnalyzer("asker", "", func(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
			state := odd.For(r)
			return dataflow.Analysis[dataflow.Nothing]{
				Entry: dataflow.Nothing{}.Entry,
				Step: func(_ envs.Env, _ *envs.Op, n dataflow.Nothing) dataflow.Nothing {
					state()
					return n
				},
			}
		})
	}
	a := asker(func(rising) rising { panic("oh") })
	const want = "x.plx:2:6: main: r1 = const: the analysis that provides facet odd panicked: oh"
	_, err = a.Fixpoint(t.Context(), p, dataflow.Options{})
	require.EqualError(t, err, want)
	require.EqualError(t, a.Replay(p).Run(t.Context(), p.Run(0, ir.Options{})), want)

	_, err = asker(func(s rising) rising { return s + 1 }).Fixpoint(t.Context(), p, dataflow.Options{})
	require.ErrorContains(t, err, "the analysis that provides facet odd has no fixpoint after ")

	made := dataflow.Provide("odd", func(*dataflow.Requires) silent { panic("no") })
	require.EqualError(t, both(t, analyzing(func(r *dataflow.Requires) { made.For(r) })),
		"the analysis that provides facet odd, while it is made, panicked: no")
}

// asked is what asks something of another facet.
type asked func()

// asksAbout has an analyzer that asks at each operation what a provider made by answer asks of other facets.
func asksAbout(answer func(*dataflow.Requires, *dataflow.View[stores]) asked) *dataflow.Analyzer {
	facet := dataflow.Provide("asked", func(r *dataflow.Requires) dataflow.Provider[stores, asked] {
		ask := answer(r, nil)
		p := dataflow.Provider[stores, asked]{Analysis: nothing().Analysis}
		p.Answer = func(v *dataflow.View[stores]) asked {
			if ask == nil {
				return answer(nil, v)
			}
			return ask
		}
		return p
	})
	return dataflow.NewAnalyzer("asker", "", func(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
		ask := facet.For(r)
		return dataflow.Analysis[dataflow.Nothing]{
			Entry: dataflow.Nothing{}.Entry,
			Step: func(_ envs.Env, _ *envs.Op, n dataflow.Nothing) dataflow.Nothing {
				ask()
				return n
			},
		}
	})
}

// An answer that asks a facet which its provider requires would be about another point, and is refused over all paths.
// So is the state of a view before there is one.
func TestAnswersAskNothing(t *testing.T) {
	p := empty(t)
	for name, ask := range map[string]func(r *dataflow.Requires) asked{
		"MayHoldAny": func(r *dataflow.Requires) asked { l := world.Locks.For(r); return func() { l.MayHoldAny() } },
		"Lock":       func(r *dataflow.Requires) asked { l := world.Locks.For(r); return func() { l.Lock() } },
		"MustLocks":  func(r *dataflow.Requires) asked { l := world.LockSets.For(r); return func() { l.MustLocks() } },
		"MayShare":   func(r *dataflow.Requires) asked { m := world.Memory.For(r); return func() { m.MayShare() } },
		"MayWrite":   func(r *dataflow.Requires) asked { m := world.Memory.For(r); return func() { m.MayWrite() } },
		"Variable":   func(r *dataflow.Requires) asked { m := world.Memory.For(r); return func() { m.Variable() } },
		"MayRace":    func(r *dataflow.Requires) asked { m := world.Races.For(r); return func() { m.MayRace() } },
		"Thread":     func(r *dataflow.Requires) asked { m := world.Threads.For(r); return func() { m.Thread() } },
		"MustStart":  func(r *dataflow.Requires) asked { m := world.Threads.For(r); return func() { m.MustStart() } },
		"Segment":    func(r *dataflow.Requires) asked { m := world.Segments.For(r); return func() { m.Segment() } },
		"Block":      func(r *dataflow.Requires) asked { b := world.Blocks.For(r); return func() { b.Block() } },
	} {
		shared := dataflow.Options{Shared: &dataflow.Shared{Program: p}}
		for range 2 { // the second analysis uses what was solved for the first
			_, err := asksAbout(func(r *dataflow.Requires, _ *dataflow.View[stores]) asked { return ask(r) }).
				Fixpoint(t.Context(), p, shared)
			require.ErrorContains(t, err, "an answer of a provider asks a facet that the provider requires: "+
				"keep in its states", name)
		}
	}
	_, err := asksAbout(func(_ *dataflow.Requires, v *dataflow.View[stores]) asked {
		if v != nil {
			v.State()
		}
		return nil
	}).Fixpoint(t.Context(), p, dataflow.Options{})
	require.ErrorContains(t, err, "a View has no State before its provider is solved: ask for it in the answers")
}

// What is required too late is refused, and so is what a test does not answer.
func TestRequireTooLate(t *testing.T) {
	var kept *dataflow.Requires
	require.NoError(t, both(t, analyzing(func(r *dataflow.Requires) { kept = r })))
	require.PanicsWithError(t, "the facet Locks is required by an analysis that is made already; "+
		"require it where the analysis is made", func() { world.Locks.For(kept) })
	require.PanicsWithValue(t, "the facet Locks is required, but int does not answer its questions",
		func() { world.Locks.For(dataflow.AnsweredBy(1)) })
}

// A provider is solved once for all that share what is solved, and once for all who listen to a run.
func TestProvidersAreSolvedOnce(t *testing.T) {
	entered := 0
	facet := dataflow.Provide("counting", func(*dataflow.Requires) silent {
		p := nothing()
		p.Entry = func(envs.Env, *envs.Func) stores { entered++; return 0 }
		return p
	})
	asker := func() *dataflow.Analyzer { return analyzing(func(r *dataflow.Requires) { facet.For(r) }) }
	p := empty(t)
	shared := &dataflow.Shared{Program: p}
	for range 3 {
		_, err := asker().Fixpoint(context.Background(), p, dataflow.Options{Shared: shared})
		require.NoError(t, err)
	}
	require.Equal(t, 2, entered, "f and main")
	entered = 0
	w := dataflow.NewWatch(p, asker(), asker())
	require.NoError(t, w.Run(context.Background(), p.(*ir.Program).Run(1, ir.Options{})))
	require.Equal(t, 3, entered, "main, and f twice")
}

// A facet of which nothing is solved over all paths answers as if nothing was known.
func TestForRuns(t *testing.T) {
	p, err := ir.Parse("x.plx", "class Box { full }\nfinal box = new Box\nfunc main() {\n\tbox.full = 1\n}\n")
	require.NoError(t, err)
	known := map[bool]bool{}
	a := dataflow.NewAnalyzer("asker", "", func(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
		memory := world.Memory.ForRuns(r)
		moments := dataflow.Moments.For(r)
		return dataflow.Analysis[dataflow.Nothing]{
			Entry: dataflow.Nothing{}.Entry,
			Step: func(_ envs.Env, op *envs.Op, n dataflow.Nothing) dataflow.Nothing {
				if op.Kind == envs.Store {
					known[moments.Moment() != 0] = memory.Variable() != 0
				}
				return n
			},
		}
	})
	require.True(t, a.Requires(dataflow.OverPaths, dataflow.Moments), "it costs nothing, and is required")
	require.False(t, a.Requires(dataflow.OverPaths, world.Memory, world.Locks))
	require.True(t, a.Requires(dataflow.OnRuns, world.Memory))
	_, err = a.Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	require.NoError(t, a.Replay(p).Run(context.Background(), p.Run(1, ir.Options{})))
	require.Equal(t, map[bool]bool{false: false, true: true}, known, "over all paths, and in a run")
}
