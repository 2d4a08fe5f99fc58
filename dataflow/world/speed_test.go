package world_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/race"
)

// inMemory are events of threads that take one of some locks, access a few of the
// variables that belong to it, and give it back.
func inMemory(n int) *toldRun {
	const threads, locks, vars = 8, 16, 1000
	run := &toldRun{prog: newVocabulary(1)}
	loc := run.prog.locs[0]
	load, store := run.prog.at(envs.Load, 0, loc), run.prog.at(envs.Store, 0, loc)
	acquire, release := run.prog.at(envs.Acquire, 0, nil), run.prog.at(envs.Release, 0, nil)
	random := rand.New(rand.NewPCG(1, 2))
	for t := range envs.Thread(threads) {
		run.events = append(run.events, envs.Event{Kind: envs.Enter, Thread: t + 1})
	}
	for len(run.events) < n {
		t := envs.Thread(1 + random.IntN(threads))
		l := random.Uint64N(locks)
		step := func(pc int32, obj uint64) {
			run.events = append(run.events, envs.Event{Kind: envs.Step, PC: pc, Thread: t, Obj: obj, Done: true})
		}
		step(acquire, l+1)
		for range 8 + random.IntN(24) {
			pc := load
			if random.IntN(4) == 0 {
				pc = store
			}
			step(pc, 1+l+locks*random.Uint64N(vars/locks))
		}
		step(release, l+1)
	}
	return run
}

// BenchmarkWatch feeds events that are in memory to the checkers for races. It tells how many events they take in a
// microsecond, and how many times slower that is than to go through them and count.
func BenchmarkWatch(b *testing.B) {
	run := inMemory(1 << 20)
	for _, c := range []struct {
		name      string
		analyzers []func() *dataflow.Analyzer
	}{
		{"locks", []func() *dataflow.Analyzer{byLocks}},
		{"order", []func() *dataflow.Analyzer{race.Analyzer}},
		{"both", []func() *dataflow.Analyzer{byLocks, race.Analyzer}},
		{"nothing", nil},
	} {
		b.Run(c.name, func(b *testing.B) {
			var as []*dataflow.Analyzer
			for _, a := range c.analyzers {
				as = append(as, a())
			}
			w := dataflow.NewWatch(run.prog, as...)
			counts := make([]int, len(run.prog.fn.Ops))
			var counting time.Duration
			b.ResetTimer()
			for range b.N {
				start := time.Now()
				for i := range run.events {
					counts[run.events[i].PC]++
				}
				counting += time.Since(start)
				for i := range run.events {
					if err := w.Event(&run.events[i]); err != nil {
						b.Fatal(err)
					}
				}
			}
			require.Empty(b, w.Findings())
			watching := b.Elapsed() - counting
			n := float64(b.N * len(run.events))
			b.ReportMetric(n/float64(watching.Microseconds()), "events/us")
			b.ReportMetric(float64(watching)/float64(counting), "times-counting")
		})
	}
}

// byLocks is the lock-set rule alone.
func byLocks() *dataflow.Analyzer {
	a := eraser.Analyzer()
	if err := a.Flags.Set("order", "false"); err != nil {
		panic(err)
	}
	return a
}
