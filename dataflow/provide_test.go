package dataflow_test

import (
	"context"
	"fmt"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// stores are the stores that may have been made on a path, by the last bits of where they are.
type stores uint64

func (s stores) Clone() stores                    { return s }
func (s stores) Merge(o stores) (stores, bool)    { return s | o, o&^s != 0 }
func (s stores) Equal(o stores) bool              { return s == o }
func (s stores) MayHaveStored(at envs.Point) bool { return s&bitAt(at) != 0 }

func bitAt(at envs.Point) stores { return 1 << ((int(at.Func())*7 + int(at.PC())) % 60) }

// following follows stores: into callees, out of them, and along branches, each of which has a bit, too.
func following(contexts bool) dataflow.Analysis[stores] {
	return dataflow.Analysis[stores]{
		Entry: func(envs.Env, *envs.Func) stores { return 0 },
		Step: func(env envs.Env, op *envs.Op, s stores) stores {
			if op.Kind == envs.Store {
				s |= bitAt(env.Point())
			}
			return s
		},
		Branch: func(_ envs.Env, _ *envs.Op, taken int, s stores) (stores, bool) {
			return s | 1<<(60+min(taken, 1)), true
		},
		Enter: func(_ envs.Env, _ *envs.Op, s stores, _ *envs.Func) (stores, string) {
			if contexts {
				return s, fmt.Sprint(bits.OnesCount64(uint64(s)) % 3)
			}
			return s, ""
		},
		Return: func(_ envs.Env, _ *envs.Op, exit, s stores) stores { return s | exit },
	}
}

// history is what the facet answers.
type history interface{ Stored() uint64 }

type recalled struct{ *dataflow.View[stores] }

func (a recalled) Stored() uint64 { return uint64(a.State()) }

func facetOf(contexts bool) *dataflow.Facet[history] {
	return dataflow.Provide("stores", func(*dataflow.Requires) dataflow.Provider[stores, history] {
		return dataflow.Provider[stores, history]{
			Analysis: following(contexts), Answer: func(v *dataflow.View[stores]) history { return recalled{v} },
		}
	})
}

func reportStored(env envs.Env, where string, stored uint64) {
	env.Report(envs.Report{Kind: where, Subject: fmt.Sprintf("%x", stored)})
}

// questioning reports at each operation, branch and return what the facet says.
func questioning(f *dataflow.Facet[history]) func(*dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	return func(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
		h := f.For(r)
		return dataflow.Analysis[dataflow.Nothing]{
			Entry: dataflow.Nothing{}.Entry,
			Step: func(env envs.Env, _ *envs.Op, s dataflow.Nothing) dataflow.Nothing {
				reportStored(env, "step", h.Stored())
				return s
			},
			Branch: func(env envs.Env, _ *envs.Op, _ int, s dataflow.Nothing) (dataflow.Nothing, bool) {
				reportStored(env, "branch", h.Stored())
				return s, true
			},
			Return: func(env envs.Env, _ *envs.Op, _, s dataflow.Nothing) dataflow.Nothing {
				reportStored(env, "return", h.Stored())
				return s
			},
		}
	}
}

// narrating is the analysis of the facet itself, which reports its states.
func narrating(contexts bool) dataflow.Analysis[stores] {
	an := following(contexts)
	step, branch, back := an.Step, an.Branch, an.Return
	an.Step = func(env envs.Env, op *envs.Op, s stores) stores {
		s = step(env, op, s)
		reportStored(env, "step", uint64(s))
		return s
	}
	an.Branch = func(env envs.Env, op *envs.Op, taken int, s stores) (stores, bool) {
		s, ok := branch(env, op, taken, s)
		reportStored(env, "branch", uint64(s))
		return s, ok
	}
	an.Return = func(env envs.Env, op *envs.Op, exit, s stores) stores {
		s = back(env, op, exit, s)
		reportStored(env, "return", uint64(s))
		return s
	}
	return an
}

func keys(findings []envs.Finding) (list []string) {
	for _, f := range findings {
		for _, at := range f.Points {
			list = append(list, fmt.Sprint(at, f.Kind, f.Subject))
		}
	}
	return list
}

func points(findings []envs.Finding) map[string]bool {
	all := map[string]bool{}
	for _, f := range findings {
		for _, at := range f.Points {
			all[fmt.Sprint(at, f.Kind)] = true
		}
	}
	return all
}

// kept are the options with which providers are solved. Which contexts are met depends on the order in which an engine
// solves what it has to solve, as what they are called depends on states that grow.
var kept = dataflow.Options{Options: fixpoint.Options{Keep: true}}

// What an analysis is told by a facet is what the provider's states are, over all paths and in runs. That holds at
// operations, on branches and after calls, in each of the provider's contexts.
func TestProvided(t *testing.T) {
	for _, contexts := range []bool{false, true} {
		rapid.Check(t, func(t *rapid.T) {
			src := irgen.Program(func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) }, irgen.Options{})
			p, err := ir.Parse("generated.plx", src)
			require.NoError(t, err)
			ctx := context.Background()
			want, err := dataflow.NewAnalyzer("told", "", narrating(contexts).Alone).Fixpoint(ctx, p, kept)
			require.NoError(t, err)
			got, err := dataflow.NewAnalyzer("told", "", questioning(facetOf(contexts))).Fixpoint(ctx, p, dataflow.Options{})
			require.NoError(t, err)
			if told := keys(got.Findings); contexts {
				// A context that was met on the way to the fixpoint only, with a state that grew later, is not visited above.
				require.Subset(t, keys(want.Findings), told, "\n%s", src)
				require.Equal(t, points(want.Findings), points(got.Findings), "\n%s", src)
			} else {
				require.Equal(t, keys(want.Findings), told, "\n%s", src)
			}

			facet := facetOf(contexts)
			run := dataflow.NewWatch(p, dataflow.NewAnalyzer("told", "", narrating(contexts).Alone),
				dataflow.NewAnalyzer("told2", "", questioning(facet)), dataflow.NewAnalyzer("told3", "", questioning(facet)))
			require.NoError(t, run.Run(ctx, p.Run(1, ir.Options{MaxSteps: 500})))
			by := map[string][]string{}
			for _, f := range run.Findings() {
				by[f.Checker] = append(by[f.Checker], fmt.Sprint(f.Pos, f.Kind, f.Subject, f.Runs))
			}
			require.Equal(t, by["told"], by["told2"], "\n%s", src)
			require.Equal(t, by["told"], by["told3"])
		})
	}
}

// A checker says what it has to be shown, or that a part of it is enough, only if all providers below it say so, too.
func TestProvidersSelect(t *testing.T) {
	tuned := func(selects, samples bool) (tuning dataflow.Tuning[stores]) {
		if selects {
			tuning.Selects = func(*envs.Op) bool { return true }
		}
		tuning.Samples = samples
		return tuning
	}
	facet := func(name string, selects, samples bool, below ...*dataflow.Facet[history]) *dataflow.Facet[history] {
		return dataflow.Provide(name, func(r *dataflow.Requires) dataflow.Provider[stores, history] {
			for _, f := range below {
				f.For(r)
			}
			an := following(false)
			an.Tuning = tuned(selects, samples)
			return dataflow.Provider[stores, history]{
				Analysis: an, Answer: func(v *dataflow.View[stores]) history { return recalled{v} },
			}
		})
	}
	for _, c := range []struct {
		facet            *dataflow.Facet[history]
		selects, samples bool
	}{
		{nil, true, true},
		{facet("all", true, true), true, true},
		{facet("samples", false, true), false, true},
		{facet("selects", true, false), true, false},
		{facet("deep", true, true, facet("samples", false, true)), false, true},
	} {
		a := dataflow.NewAnalyzer("selective", "", func(r *dataflow.Requires) dataflow.Analysis[stores] {
			if c.facet != nil {
				c.facet.For(r)
			}
			an := following(false)
			an.Tuning = tuned(true, true)
			return an
		})
		require.Equal(t, c.selects, a.Selects())
		require.Equal(t, c.samples, a.Samples())
	}
}

// An answer at an operation that fails is from the state after its Step, in a run, too, whose frames never have it.
func TestAnswersAtFault(t *testing.T) {
	p, err := ir.Parse("x.plx", "var v\nfunc main() {\n\tv = 0\n\tn = v\n\tv = 1 / n\n}\n")
	require.NoError(t, err)
	made := dataflow.Provide("made", func(*dataflow.Requires) dataflow.Provider[stores, history] {
		an := following(false)
		an.Step = func(env envs.Env, _ *envs.Op, s stores) stores { return s | bitAt(env.Point()) }
		return dataflow.Provider[stores, history]{
			Analysis: an, Answer: func(v *dataflow.View[stores]) history { return recalled{v} },
		}
	})
	shown := 0
	asking := func(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
		h := made.For(r)
		return dataflow.Analysis[dataflow.Nothing]{
			Entry: dataflow.Nothing{}.Entry,
			Step: func(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
				require.NotZero(t, h.Stored()&uint64(bitAt(env.Point())), "%s", op)
				if env.Detail().Checks != nil {
					shown++
				}
				return s
			},
		}
	}
	a := dataflow.NewAnalyzer("asker", "", asking)
	a.Checks = []envs.CheckKind{envs.DivisionCheck}
	_, err = a.Fixpoint(t.Context(), p, dataflow.Options{})
	require.NoError(t, err)
	require.Equal(t, 1, shown)
	require.NoError(t, dataflow.NewWatch(p, a).Run(t.Context(), p.Run(0, ir.Options{})))
	require.Equal(t, 2, shown)
}
