package reduction_test

import (
	"context"
	"fmt"
	"iter"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/reduction"
)

// rounds is a trace that begins with some events and then repeats others, up to a number of events.
type rounds struct {
	*traced
	first, n int
}

func (r rounds) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		for i := range r.n {
			if i >= len(r.events) {
				i = r.first + (i-r.first)%(len(r.events)-r.first)
			}
			if !yield(r.events[i], nil) {
				return
			}
		}
	}
}

// transactions is a trace of four threads, whose transactions access 64 variables under eight locks, within others and
// one after the other.
func transactions(t testing.TB, n int) rounds {
	lines := []string{"T0 fork(T1)", "T0 fork(T2)", "T0 fork(T3)"}
	for thread := range 4 { // which then is there
		lines = append(lines, fmt.Sprintf("T%d r(x)", thread))
	}
	x := std(t, lines...)
	first := len(x.events)
	for round := range 64 {
		for thread := range 4 {
			say := func(format string, args ...any) {
				lines = append(lines, fmt.Sprintf("T%d ", thread)+fmt.Sprintf(format, args...))
			}
			lock, variable := (round+thread)%8, (7*round+5*thread)%64
			say("begin(f%d)", round%5)
			say("acq(l%d)", lock)
			say("r(x%d)", variable/8*8+lock)
			say("w(x%d)", variable/8*8+lock)
			say("begin(g)")
			say("acq(inner%d)", lock)
			say("r(y%d)", variable)
			say("rel(inner%d)", lock)
			say("end")
			say("rel(l%d)", lock)
			say("end")
		}
	}
	return rounds{std(t, lines...), first, n}
}

func BenchmarkTrace(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000, 10_000_000} {
		run := transactions(b, n)
		for _, c := range []struct {
			name string
			look func(*dataflow.Watch) func(context.Context, envs.Run) error
		}{
			{"online", func(w *dataflow.Watch) func(context.Context, envs.Run) error { return w.Run }},
			{"offline", func(w *dataflow.Watch) func(context.Context, envs.Run) error { return w.RunWhole }},
		} {
			b.Run(fmt.Sprint(c.name, "/", n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					w := reduction.Analyzer().Replay(run.prog)
					require.NoError(b, c.look(w)(context.Background(), run))
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevents/s")
			})
		}
	}
}
