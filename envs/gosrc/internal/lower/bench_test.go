package lower

import (
	"cmp"
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/calls"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/declared"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/memory"
)

// BenchmarkStd measures lowering against the trivial worklist, which iterates over one word a block, and against a
// visit of every instruction, over all of std on one processor. The ratios are what counts; the times are those of
// the machine.
func BenchmarkStd(b *testing.B) {
	if testing.Short() {
		b.Skip("loads all of std")
	}
	p := loaded(b, "std")
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	instrs := 0
	for _, f := range p.src.Funcs {
		for _, blk := range f.SSA.Blocks {
			instrs += len(blk.Instrs)
		}
	}
	best := func(n int, collect bool, f func()) float64 {
		least := time.Duration(1 << 62)
		for range n {
			if collect {
				runtime.GC()
			}
			start := cpuTime()
			f()
			least = min(least, cpuTime()-start)
		}
		return float64(least.Nanoseconds()) / float64(instrs)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for b.Loop() {
		runtime.GC()
		blocks := 0
		for _, f := range p.src.Funcs {
			blocks += len(f.SSA.Blocks)
		}
		b.ReportMetric(float64(worklistAll(p))/float64(blocks), "visits/block")
		visit := best(5, false, func() { sink = visitAll(p) })
		work := best(5, false, func() { sink = worklistAll(p) })
		cold := best(1, true, func() { lowerOnce(p) })
		l := newLowerer(p)
		warm := best(4, true, func() { sink = lowerWith(l, p) })
		b.ReportMetric(visit, "visit-ns/instr")
		b.ReportMetric(work, "worklist-ns/instr")
		b.ReportMetric(warm, "lower-ns/instr")
		b.ReportMetric(warm/work, "lower/worklist")
		b.ReportMetric(cold/work, "first/worklist")
		b.ReportMetric(float64(instrs), "instrs")
	}
}

// loaded loads and lowers packages.
func loaded(b *testing.B, patterns ...string) *Program {
	src, err := loading.Load(context.Background(), loading.Config{Patterns: patterns})
	if err != nil {
		b.Fatal(err)
	}
	d, who := declared.Read(src), calls.New(src)
	p := New(src, d, who, memory.New(src, who, d))
	if err := p.All(context.Background()); err != nil {
		b.Fatal(err)
	}
	return p
}

var sink int

// cpuTime is what the thread has used, which a busy machine does not change.
func cpuTime() time.Duration {
	const thisThread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thisThread, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func lowerOnce(p *Program) { sink = lowerWith(newLowerer(p), p) }

func lowerWith(l *lowerer, p *Program) int {
	n := 0
	for _, f := range p.src.Funcs {
		n += len(l.lower(f).Ops)
	}
	return n
}

func visitAll(p *Program) int {
	var counts [envs.NumKinds]int
	for _, f := range p.src.Funcs {
		for _, b := range f.SSA.Blocks {
			for _, i := range b.Instrs {
				switch i.(type) {
				case *ssa.Store:
					counts[envs.Store]++
				case *ssa.UnOp:
					counts[envs.Load]++
				case *ssa.FieldAddr, *ssa.IndexAddr:
					counts[envs.Addr]++
				case *ssa.Call:
					counts[envs.Call]++
				case *ssa.Phi:
					counts[envs.Move]++
				}
			}
		}
	}
	return counts[envs.Call]
}

// worklistAll is the trivial worklist. From block to block of go/ssa's own graph it propagates one word, which a type
// switch over every instruction of the block adds bits to. A block whose word has grown by a join goes to the end of a
// first-in, first-out queue unless it waits there already. The bit of a store is that of its block, modulo 64. Those of
// other instructions tell their kinds. With these std takes 1.65 visits a block, as a problem over sets of 64 does. It
// gives the number of visits.
func worklistAll(p *Program) int {
	var in []uint64
	var queued []bool
	var work []*ssa.BasicBlock
	visits := 0
	for _, f := range p.src.Funcs {
		n := len(f.SSA.Blocks)
		if cap(in) < n {
			in, queued = make([]uint64, 2*n), make([]bool, 2*n)
		}
		in, queued = in[:n], queued[:n]
		clear(in)
		clear(queued)
		work = append(work[:0], f.SSA.Blocks[0])
		queued[0] = true
		in[0] = 1
		for at := 0; at < len(work); at++ {
			b := work[at]
			queued[b.Index] = false
			visits++
			s := in[b.Index]
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case *ssa.Store:
					s |= 1 << (uint(b.Index) & 63)
				case *ssa.UnOp:
					s |= 4
				case *ssa.Call:
					s |= 8
				case *ssa.FieldAddr:
					s |= 16 << (uint(i.Field) & 7)
				case *ssa.IndexAddr:
					s |= 1 << 20
				}
			}
			for _, t := range b.Succs {
				if in[t.Index]|s != in[t.Index] {
					in[t.Index] |= s
					if !queued[t.Index] {
						queued[t.Index] = true
						work = append(work, t)
					}
				}
			}
		}
	}
	return visits
}

// BenchmarkLower lowers a few packages again and again, for profiles.
func BenchmarkLower(b *testing.B) {
	p := loaded(b, strings.Fields(cmp.Or(os.Getenv("GOSRC_BENCH"), "net/http go/types encoding/json unicode"))...)
	n := 0
	for _, f := range p.src.Funcs {
		for _, blk := range f.SSA.Blocks {
			n += len(blk.Instrs)
		}
	}
	l := newLowerer(p)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	spent := time.Duration(0)
	for b.Loop() {
		runtime.GC()
		start := cpuTime()
		sink = lowerWith(l, p)
		spent += cpuTime() - start
	}
	b.ReportMetric(float64(spent)/float64(b.N*n), "cpu-ns/instr")
}
