package dataflow_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/ir/irtest"
)

// selective is an asker to which only accesses mean something: it is shown the sites.
type selective struct{ asker }

func (c *selective) analysis() dataflow.Analysis[dataflow.Nothing] {
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.NoState, Step: c.Step,
		Needs:  c.Needs(),
		Tuning: dataflow.Tuning[dataflow.Nothing]{Selects: c.Selects, Samples: true},
	}
}

func (*selective) Selects(op *envs.Op) bool { return op.Accesses() }

// toldOf are all different answers that an environment has at the accesses of a program, and how
// many it was asked for.
func toldOf(t *testing.T, p envs.Program, bySites bool) (all []string, asked int) {
	t.Helper()
	seen := map[string]bool{}
	a := asker{needs: allNeeds, ask: func(env envs.Env, op *envs.Op) {
		if !op.Accesses() {
			return
		}
		var b strings.Builder
		fmt.Fprint(&b, env.Point(), env.MayShare(), env.MayWrite(), env.VariableName(env.Variable()), env.Thread(),
			env.Segment().Of(), env.Acquired(), env.LastRelease(), env.LockPath(), env.Block().None(),
			env.Block().IsLoose(), env.MustBeOpen(env.Block()))
		for l := range env.MustLocks().All() {
			name := env.LockName(l.Key)
			l.Key = 0 // locks are numbered as they come up
			fmt.Fprint(&b, " must ", name, l)
		}
		held, ok := env.MayLocks()
		fmt.Fprint(&b, " may ", ok)
		for _, h := range held {
			fmt.Fprint(&b, " ", env.LockName(h.Lock), h.Read, h.At, h.Maybe)
		}
		fmt.Fprint(&b, env.MayHold(op.Path), env.MustHold(op.Path))
		for _, r := range env.MayRace() {
			fmt.Fprint(&b, " race ", r.At, env.Excluded(r))
		}
		asked++
		seen[b.String()] = true
	}}
	var ch dataflow.Analysis[dataflow.Nothing] = (&a).analysis()
	if bySites {
		ch = (&selective{a}).analysis()
	}
	_, err := dataflow.Fixpoint(context.Background(), p, "asker", ch.Alone, dataflow.Options{})
	require.NoError(t, err)
	for s := range seen {
		all = append(all, s)
	}
	slices.Sort(all)
	return all, asked
}

// At the sites a checker learns all that it would in each context, in fewer steps.
func TestSites(t *testing.T) {
	var programs []*ir.Program
	papers, err := irtest.Programs()
	require.NoError(t, err)
	for _, program := range papers {
		p, err := program.Parse()
		require.NoError(t, err)
		programs = append(programs, p)
	}
	for seed := range uint64(150) {
		for _, src := range []string{heapProgram(irgen.Seeded(seed)), irgen.Sharing(irgen.Seeded(seed)),
			irgen.Blocks(irgen.Seeded(seed))} {
			p, err := ir.Parse("generated.plx", src)
			require.NoError(t, err)
			programs = append(programs, p)
		}
	}
	steps, sites := 0, 0
	for _, p := range programs {
		want, n := toldOf(t, p, false)
		got, m := toldOf(t, p, true)
		require.Equal(t, want, got)
		steps, sites = steps+n, sites+m
	}
	require.Less(t, sites, steps)
}

// BenchmarkSites shows a checker the accesses of a package by sites and in all contexts, and tells how
// many times longer the latter takes.
func BenchmarkSites(b *testing.B) {
	p, err := gosrc.Load(context.Background(), gosrc.Config{Patterns: []string{"net/http"}})
	require.NoError(b, err)
	contexts, err := dataflow.SolveContexts(context.Background(), p)
	require.NoError(b, err)
	a := asker{needs: allNeeds, ask: func(env envs.Env, op *envs.Op) {
		if op.Accesses() && env.MayShare() {
			env.MustLocks()
		}
	}}
	require.NoError(b, contexts.Prepare(context.Background(), dataflow.NewAnalyzer("asker", "", a.analysis().Alone)))
	timeOf := func(ch dataflow.Analysis[dataflow.Nothing]) time.Duration {
		start := time.Now()
		_, err := dataflow.Fixpoint(context.Background(), p, "asker", ch.Alone, dataflow.Options{Contexts: contexts})
		require.NoError(b, err)
		return time.Since(start)
	}
	var by, all time.Duration
	for b.Loop() {
		by += timeOf((&selective{a}).analysis())
		all += timeOf((&a).analysis())
	}
	b.ReportMetric(float64(all)/float64(by), "times")
}
