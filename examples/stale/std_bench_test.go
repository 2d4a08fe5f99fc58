package stale

import (
	"context"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// registers is a checker that tracks every register of every frame: whether it
// may hold something computed from a parameter.
type registers struct{}

func (c registers) analysis() dataflow.Analysis[regs] {
	return dataflow.Analysis[regs]{
		Entry: c.Entry, Step: c.Step,
	}
}

type regs []bool

func (s regs) Clone() regs { return slices.Clone(s) }

func (s regs) CloneInto(o regs) regs { return append(o[:0], s...) }

func (s regs) Merge(o regs) (regs, bool) {
	grew := false
	for i, v := range o {
		if v && !s[i] {
			s[i], grew = true, true
		}
	}
	return s, grew
}

func (registers) Entry(_ envs.Env, fn *envs.Func) regs {
	s := make(regs, fn.Regs)
	for _, p := range fn.Params {
		s[p] = true
	}
	return s
}

func (registers) Step(_ envs.Env, op *envs.Op, s regs) regs {
	any := false
	for _, r := range op.Uses {
		any = any || s[r]
	}
	for i := range envs.Reg(op.Results) {
		s[op.Dst+i] = any
	}
	return s
}

// word is a checker whose state is one word.
type word uint64

func (s word) Clone() word               { return s }
func (s word) Merge(o word) (word, bool) { return s | o, s|o != s }

type words struct{}

func (c words) analysis() dataflow.Analysis[word] {
	return dataflow.Analysis[word]{
		Entry: c.Entry, Step: c.Step,
	}
}

func (words) Entry(envs.Env, *envs.Func) word { return 0 }
func (words) Step(_ envs.Env, op *envs.Op, s word) word {
	switch op.Kind {
	case envs.Store, envs.Send:
		s |= 1
	case envs.Call, envs.Fork, envs.Defer:
		s |= 2
	case envs.Load, envs.Addr:
		s |= 4
	}
	return s
}

// worklist is the least that an analysis of SSA costs. That is one word of state a block, joined along edges, and a
// look at each instruction of a block on each visit.
func worklist(fns []*ssa.Function) (instrs int) {
	var state []uint64
	var queued []bool
	var queue []int
	for _, fn := range fns {
		n := len(fn.Blocks)
		if n == 0 {
			continue
		}
		state, queued = slices.Grow(state[:0], n)[:n], slices.Grow(queued[:0], n)[:n]
		clear(state)
		clear(queued)
		queue = queue[:0]
		for i := range n {
			queue = append(queue, i)
			queued[i] = true
			instrs += len(fn.Blocks[i].Instrs)
		}
		for head := 0; head < len(queue); head++ {
			b := fn.Blocks[queue[head]]
			queued[b.Index] = false
			s := state[b.Index]
			for _, in := range b.Instrs {
				switch in.(type) {
				case *ssa.Store, *ssa.MapUpdate, *ssa.Send:
					s |= 1
				case *ssa.Call, *ssa.Go, *ssa.Defer:
					s |= 2
				case *ssa.UnOp, *ssa.FieldAddr, *ssa.IndexAddr:
					s |= 4
				}
			}
			for _, t := range b.Succs {
				if state[t.Index]|s != state[t.Index] {
					state[t.Index] |= s
					if !queued[t.Index] {
						queued[t.Index] = true
						queue = append(queue, t.Index)
					}
				}
			}
		}
	}
	return instrs
}

// cpuTime is what the process has used, the collector included, which a busy
// machine does not change.
func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkStd compares checkers on the lowered operations of the whole standard
// library with the trivial worklist, in one run. Metrics are nanoseconds of
// processor time an SSA instruction and multiples of the worklist.
func BenchmarkStd(b *testing.B) {
	if testing.Short() {
		b.Skip("loads the standard library")
	}
	p, err := gosrc.Load(context.Background(), gosrc.Config{Dir: b.TempDir(), Patterns: []string{"std"}})
	require.NoError(b, err)
	locks := dataflow.NewAnalyzer("locks", "", func(r *dataflow.Requires) dataflow.Analysis[word] {
		world.Locks.For(r)
		return words{}.analysis()
	})
	solve := func() *dataflow.Shared {
		shared := &dataflow.Shared{Program: p}
		require.NoError(b, dataflow.Prepare(context.Background(), shared, locks))
		return shared
	}
	shared := solve()
	var fns []*ssa.Function
	for id := range envs.FuncID(p.NumFuncs()) {
		fns = append(fns, p.SSA(id))
	}
	best := func(f func()) time.Duration {
		least := time.Duration(1 << 62)
		for range 5 {
			runtime.GC()
			t := cpuTime(b)
			f()
			least = min(least, cpuTime(b)-t)
		}
		return least
	}
	for b.Loop() {
		var instrs int
		base := best(func() { instrs = worklist(fns) })
		per := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / float64(instrs) }
		b.ReportMetric(per(base), "worklist-ns")
		report := func(name string, d time.Duration) {
			b.ReportMetric(per(d), name+"-ns")
			b.ReportMetric(float64(d)/float64(base), name+"/worklist")
		}
		report("contexts", best(func() { solve() }))
		report("stale", best(func() {
			dataflow.NewAnalyzer(Name, "", New(Options{})).Fixpoint(context.Background(), p, dataflow.Options{Shared: shared})
		}))
		report("relaxed", best(func() {
			dataflow.NewAnalyzer(Name, "", Relaxed(RelaxedOptions())).
				Fixpoint(context.Background(), p, dataflow.Options{Shared: shared})
		}))
		report("word", best(func() {
			dataflow.NewAnalyzer("word", "", words{}.analysis().Alone).
				Fixpoint(context.Background(), p, dataflow.Options{Shared: shared})
		}))
		report("registers", best(func() {
			dataflow.NewAnalyzer("registers", "", registers{}.analysis().Alone).
				Fixpoint(context.Background(), p, dataflow.Options{Shared: shared})
		}))
	}
}
