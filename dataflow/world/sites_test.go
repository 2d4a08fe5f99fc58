package world_test

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
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
)

// selective is an asker to which only accesses mean something: it is shown the sites.
type selective struct{ asker }

func (c *selective) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	an := c.asker.analysis(r)
	an.Tuning = dataflow.Tuning[dataflow.Nothing]{Selects: c.Selects, Samples: true}
	return an
}

func (*selective) Selects(op *envs.Op) bool { return op.Accesses() }

// toldOf are all different answers that an environment has at the accesses of a program, and how
// many it was asked for.
func toldOf(t *testing.T, p envs.Program, bySites bool) (all []string, asked int) {
	t.Helper()
	seen := map[string]bool{}
	a := asker{needs: costly, ask: func(env envs.Env, w *everything, op *envs.Op) {
		if !op.Accesses() {
			return
		}
		var b strings.Builder
		fmt.Fprint(&b, env.Point(), w.MayShare(), w.MayWrite(), w.VariableName(w.Variable()), w.Thread(),
			w.Segment().Of(), w.Acquired(), w.LastRelease(), w.LockPath(), w.Block().None(),
			w.Block().IsLoose(), w.MustBeOpen(w.Block()))
		for l := range w.MustLocks().All() {
			name := w.LockName(l.Key)
			l.Key = 0 // locks are numbered as they come up
			fmt.Fprint(&b, " must ", name, l)
		}
		held, ok := w.MayLocks()
		fmt.Fprint(&b, " may ", ok)
		for _, h := range held {
			fmt.Fprint(&b, " ", w.LockName(h.Lock), h.Read, h.At, h.Maybe)
		}
		fmt.Fprint(&b, w.MayHold(op.Path), w.MustHold(op.Path))
		for _, r := range w.MayRace() {
			fmt.Fprint(&b, " race ", r.At, w.Excluded(r))
		}
		asked++
		seen[b.String()] = true
	}}
	ch := a.analysis
	if bySites {
		ch = (&selective{a}).analysis
	}
	_, err := dataflow.NewAnalyzer("asker", "", ch).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	for s := range seen {
		all = append(all, s)
	}
	slices.Sort(all)
	return all, asked
}

// At the sites a checker learns all that it would in each context, in fewer steps.
func TestSites(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	var programs []*ir.Program
	papers, err := irtest.Programs()
	require.NoError(t, err)
	for _, program := range papers {
		p, err := program.Parse()
		require.NoError(t, err)
		programs = append(programs, p)
	}
	for seed := range uint64(150) {
		for _, src := range []string{heapProgram(irgen.Seeded(seed)), drawn.Sharing(irgen.Seeded(seed)),
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
	a := asker{needs: costly, ask: func(env envs.Env, w *everything, op *envs.Op) {
		if op.Accesses() && w.MayShare() {
			w.MustLocks()
		}
	}}
	shared := &dataflow.Shared{Program: p}
	require.NoError(b, dataflow.Prepare(context.Background(), shared, dataflow.NewAnalyzer("asker", "", a.analysis)))
	timeOf := func(ch func(*dataflow.Requires) dataflow.Analysis[dataflow.Nothing]) time.Duration {
		start := time.Now()
		_, err := dataflow.NewAnalyzer("asker", "", ch).Fixpoint(context.Background(), p, dataflow.Options{Shared: shared})
		require.NoError(b, err)
		return time.Since(start)
	}
	var by, all time.Duration
	for b.Loop() {
		by += timeOf((&selective{a}).analysis)
		all += timeOf(a.analysis)
	}
	b.ReportMetric(float64(all)/float64(by), "times")
}
