package lockorder_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
	"github.com/seed38182bad/parallax/examples/lockorder"
	"github.com/seed38182bad/parallax/examples/race"
)

// TestBesideOthers: a run shows the same if another checker wants to know more of it, such as
// in which order locks were taken.
func TestBesideOthers(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	t.Parallel()
	found := 0
	for seed := range uint64(400) {
		draw := irgen.Seeded(seed)
		text := waits(draw, false)
		if seed%2 == 0 {
			text = drawn.Locks(draw, drawn.LockOptions{})
		}
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err)
		alone, both := dataflow.NewWatch(p, lockorder.Analyzer()), dataflow.NewWatch(p, race.Analyzer(), lockorder.Analyzer())
		for ev, err := range p.Run(seed, ir.Options{}).Events() {
			require.NoError(t, err)
			require.NoError(t, alone.Event(&ev))
			require.NoError(t, both.Event(&ev))
		}
		var of []envs.Finding
		for _, f := range both.Findings() {
			if f.Checker == "lockorder" {
				of = append(of, f)
			}
		}
		require.Equal(t, of, alone.Findings(), text)
		found += len(of)
	}
	require.Greater(t, found, 20)
}

// often is a run of a program in which two threads take locks again and again, as events.
func often(tb testing.TB) (*ir.Program, []envs.Event) {
	p, err := ir.Parse("x.plx", `
class Lock { n }
final a = new Lock
final b = new Lock
func inner() { sync b { b.n = b.n + 1 } }
func outer() { sync a { a.n = a.n + 1; inner() } }
func work() {
	i = 0
	while i < 200 { inner(); outer(); i = i + 1 }
}
func main() { t = spawn work(); work(); join t }`)
	require.NoError(tb, err)
	return p, envstest.Keep(tb, p.Run(1, ir.Options{}))
}

// TestAllocations: what a thread does again costs nothing that has to be collected.
func TestAllocations(t *testing.T) {
	p, events := often(t)
	w := dataflow.NewWatch(p, lockorder.Analyzer())
	half := len(events) / 2
	for i := range events[:half] {
		require.NoError(t, w.Event(&events[i]))
	}
	rest := events[half : len(events)-100] // threads end after that
	allocations := testing.AllocsPerRun(1, func() {
		for i := range rest[:len(rest)/2] {
			_ = w.Event(&rest[i])
		}
		rest = rest[len(rest)/2:]
	})
	require.LessOrEqual(t, allocations, 8.0, "of %d events", half/2)
}

// idle is shown what lockorder is shown, and does nothing.
type idle struct{}

func (c idle) analysis() dataflow.Analysis[dataflow.Nothing] {
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
		Tuning: dataflow.Tuning[dataflow.Nothing]{Selects: c.Selects, Samples: true},
	}
}

func (idle) Step(_ envs.Env, _ *envs.Op, s dataflow.Nothing) dataflow.Nothing { return s }
func (idle) Selects(op *envs.Op) bool {
	return op.Kind == envs.Acquire || op.Kind == envs.Return
}

// BenchmarkRun compares a run that is shown to the checker with one that is shown to a checker that
// does nothing.
func BenchmarkRun(b *testing.B) {
	p, events := often(b)
	nothing := dataflow.NewAnalyzer("idle", "does nothing",
		func(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
			world.Segments.For(r)
			world.Meetings.For(r)
			return idle{}.analysis()
		})
	cost := map[string]float64{}
	for _, a := range []*dataflow.Analyzer{nothing, lockorder.Analyzer()} {
		b.Run(a.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w := dataflow.NewWatch(p, a)
				for i := range events {
					if err := w.Event(&events[i]); err != nil {
						b.Fatal(fmt.Errorf("event %d: %w", i, err))
					}
				}
			}
			cost[a.Name] = float64(b.Elapsed().Nanoseconds()) / float64(b.N*len(events))
			b.ReportMetric(cost[a.Name], "ns/event")
			if of := cost["idle"]; of > 0 {
				b.ReportMetric(cost[a.Name]/of, "x-idle")
			}
		})
	}
}
