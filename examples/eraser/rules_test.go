package eraser_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/trace"
	"github.com/seed38182bad/parallax/envs/trace/tracegen"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/race"
	"github.com/seed38182bad/parallax/examples/stale"
)

// A noted checker is one of which each report is counted.
type noted struct{ reports int }

func (n *noted) checker(ch algorithm) algorithm {
	return func(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
		an := ch(r)
		step := an.Step
		an.Step = func(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
			return step(notedEnv{env, n}, op, s)
		}
		return an
	}
}

type algorithm = func(*dataflow.Requires) dataflow.Analysis[dataflow.Nothing]

type notedEnv struct {
	envs.Env
	*noted
}

func (e notedEnv) Report(envs.Report) { e.reports++ }

// A watched run is shown to a checker event by event.
type watched struct {
	*noted
	*dataflow.Watch
}

func watch(prog envs.Program, ch algorithm) watched {
	n := &noted{}
	return watched{n, dataflow.NewAnalyzer("noted", "", n.checker(ch)).Replay(prog)}
}

// at reports whether the checker reports something at an event.
func (w watched) at(t require.TestingT, ev *envs.Event) bool {
	w.reports = 0
	require.NoError(t, w.Event(ev))
	return w.reports > 0
}

// closedForm is the lock-set rule without states. An access is reported if the variable was written so far, several
// threads have accessed it, and no lock was held at all its accesses.
type closedForm struct {
	op   func(*envs.Event) *envs.Op
	held map[envs.Thread]map[uint64]int
	vars map[variable]*seen
}

type variable struct {
	obj uint64
	loc *envs.Loc
}

type seen struct {
	written bool
	threads map[envs.Thread]bool
	locks   map[uint64]bool // nil before the first access
}

func (c *closedForm) at(ev *envs.Event) bool {
	op := c.op(ev)
	if op == nil {
		return false
	}
	held := c.held[ev.Thread]
	if held == nil {
		held = map[uint64]int{}
		c.held[ev.Thread] = held
	}
	switch op.Kind {
	case envs.Acquire:
		held[ev.Obj]++
	case envs.Release:
		if held[ev.Obj]--; held[ev.Obj] == 0 {
			delete(held, ev.Obj)
		}
	}
	if !op.Accesses() {
		return false
	}
	v := variable{ev.Obj, op.Loc}
	x := c.vars[v]
	if x == nil {
		x = &seen{threads: map[envs.Thread]bool{}, locks: map[uint64]bool{}}
		for l := range held {
			x.locks[l] = true
		}
		c.vars[v] = x
	}
	x.written = x.written || op.Writes()
	x.threads[ev.Thread] = true
	for l := range x.locks {
		if held[l] == 0 {
			delete(x.locks, l)
		}
	}
	return x.written && len(x.threads) > 1 && len(x.locks) == 0
}

// rulesAgree holds the checkers to each other and to the closed form, event by event, and
// gives how many accesses each of them reports.
func rulesAgree(t require.TestingT, text string) (byLocks, states, byOrder int) {
	r, err := trace.NewReader(strings.NewReader(text), "x.std", trace.Options{})
	require.NoError(t, err)
	prog, events := follow(t, r)
	locks := watch(prog, eraser.New(eraser.Options{Initial: true}))
	plain := watch(prog, eraser.New(eraser.Options{}))
	multi := watch(prog, eraser.New(eraser.Options{Initial: true, Multi: true}))
	order := watch(prog, race.New)
	form := &closedForm{
		held: map[envs.Thread]map[uint64]int{}, vars: map[variable]*seen{},
		op: func(ev *envs.Event) *envs.Op {
			if ev.Kind != envs.Step {
				return nil
			}
			return &prog.Func(ev.Func).Ops[ev.PC]
		},
	}
	i := 0
	events(func(ev *envs.Event) bool {
		want, l, p, m, o := form.at(ev), locks.at(t, ev), plain.at(t, ev), multi.at(t, ev), order.at(t, ev)
		if want != l || p && !l || m && !l || o && !l {
			require.Fail(t, "they differ", "event %d: closed form %v, locks %v, with states %v, multi-lockset %v, order %v\n%s",
				i, want, l, p, m, o, text)
		}
		for _, count := range []struct {
			is bool
			n  *int
		}{{l, &byLocks}, {p, &states}, {o, &byOrder}} {
			if count.is {
				*count.n++
			}
		}
		i++
		return true
	})
	return byLocks, states, byOrder
}

// follow gives the program of the first run of a trace, and its events.
func follow(t require.TestingT, r *trace.Reader) (envs.Program, func(func(*envs.Event) bool)) {
	run, err := r.Next()
	require.NoError(t, err)
	return r.Program(), func(f func(*envs.Event) bool) {
		require.NoError(t, run.Each(f))
		last, err := r.Next()
		require.NoError(t, err)
		require.Nil(t, last)
	}
}

// Without the exclusive state the checker is the rule in closed form, access by access.
// It reports a superset of what the one with states, the multi-lockset form and the order
// of the run do.
func TestRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rulesAgree(t, tracegen.Text(func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) },
			tracegen.Options{}))
	})
	var locks, states, order int
	for seed := range uint64(300) {
		l, s, o := rulesAgree(t, tracegen.Text(irgen.Seeded(seed), tracegen.Options{Events: 300, Threads: 5}))
		locks, states, order = locks+l, states+s, order+o
	}
	t.Logf("reports by locks %d, with states %d, by order %d", locks, states, order)
	require.Greater(t, locks, 5_000)
	require.Greater(t, states, 2_000)
	require.Greater(t, order, 2_000)
	require.Greater(t, locks, states)
}

// A sharing checker reports accesses that another thread may make, and requires nothing that costs.
type sharing struct{ envs.Sharing }

func newSharing(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: sharing{world.Sharing.For(r)}.Step,
	}
}

func (c sharing) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	if op.Accesses() && c.MayShare() {
		env.Report(envs.Report{Kind: "shared", Subject: op.Loc.Name})
	}
	return s
}

// Checkers that watch a run together find what each finds alone.
func TestTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	analyzers := []func() *dataflow.Analyzer{
		eraser.Analyzer, race.Analyzer, stale.Analyzer,
		func() *dataflow.Analyzer {
			return dataflow.NewAnalyzer("multi", "", eraser.New(eraser.Options{Multi: true, Initial: true}))
		},
		func() *dataflow.Analyzer { return dataflow.NewAnalyzer("sharing", "", newSharing) },
	}
	found := map[string]int{}
	for seed := range uint64(200) {
		p, err := ir.Parse("x.plx", irgen.Program(irgen.Seeded(seed), irgen.Options{}))
		require.NoError(t, err)
		var all []*dataflow.Analyzer
		var alone []envs.Finding
		run := func(w *dataflow.Watch) []envs.Finding {
			for s := range uint64(3) {
				require.NoError(t, w.Run(context.Background(), p.Run(s, ir.Options{MaxSteps: 2000, MaxDepth: 100})))
			}
			return w.Findings()
		}
		for _, a := range analyzers {
			all = append(all, a())
			alone = append(alone, run(dataflow.NewWatch(p, a()))...)
		}
		for _, f := range alone {
			found[f.Checker]++
		}
		require.ElementsMatch(t, alone, run(dataflow.NewWatch(p, all...)), "seed %d", seed)
	}
	require.Len(t, found, len(analyzers), "%v", found)
}
