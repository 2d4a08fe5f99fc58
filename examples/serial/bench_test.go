package serial_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/trace"
	"github.com/seed38182bad/parallax/examples/serial"
)

// traffic is the text of a trace of n events: threads that access variables under their locks in transactions, or now and
// then outside. Of some transactions others may come between the parts.
func traffic(n, threads, vars int) string {
	draw := irgen.Seeded(1)
	var out strings.Builder
	lines := 0
	line := func(thread int, format string, args ...any) {
		fmt.Fprintf(&out, "T%d|%s|%d\n", thread, fmt.Sprintf(format, args...), 1+draw("place", 3))
		lines++
	}
	todo := make([][]func(), threads)
	owned := make([]bool, vars)
	section := func(t, v int) {
		todo[t] = append(todo[t], func() { line(t, "acq(l%d)", v) })
		for range 3 {
			verb := []string{"r", "r", "w"}[draw("verb", 3)]
			todo[t] = append(todo[t], func() { line(t, "%s(x%d)", verb, v) })
		}
		todo[t] = append(todo[t], func() { line(t, "rel(l%d)", v); owned[v] = false })
	}
	for lines < n {
		t := draw("thread", threads)
		if len(todo[t]) == 0 {
			v, w := draw("first", vars), draw("second", vars)
			if owned[v] || owned[w] || v == w {
				continue
			}
			owned[v], owned[w] = true, true
			in := draw("in", 4) > 0
			if in {
				todo[t] = append(todo[t], func() { line(t, "begin(f%d)", v%5) })
			}
			section(t, v)
			section(t, w)
			if in {
				todo[t] = append(todo[t], func() { line(t, "end") })
			}
		}
		for range min(1+draw("turn", 10), len(todo[t])) {
			todo[t][0]()
			todo[t] = todo[t][1:]
		}
	}
	for t := range todo {
		for _, f := range todo[t] {
			f()
		}
	}
	return out.String()
}

// BenchmarkWatch tells how many million events of a trace a second are followed, with the checker and without any: what the
// run itself costs.
func BenchmarkWatch(b *testing.B) {
	r, err := trace.NewReader(strings.NewReader(traffic(100_000, 8, 64)), "x", trace.Options{})
	require.NoError(b, err)
	run, err := r.Next()
	require.NoError(b, err)
	var begin, events []envs.Event
	depth := map[envs.Thread]int{}
	require.NoError(b, run.Each(func(ev *envs.Event) bool {
		switch ev.Kind {
		case envs.Enter:
			if depth[ev.Thread]++; depth[ev.Thread] == 1 {
				begin = append(begin, *ev)
				return true
			}
		case envs.Leave:
			depth[ev.Thread]--
		case envs.End:
			return true
		}
		if depth[ev.Thread] > 0 {
			events = append(events, *ev)
		}
		return true
	}))
	lines := 0
	for i := range events {
		if events[i].Kind == envs.Step {
			lines++
		}
	}
	for _, times := range []int{1, 10, 100} {
		for _, analyzers := range [][]*dataflow.Analyzer{nil, {serial.Analyzer()}} {
			b.Run(fmt.Sprintf("checkers=%d/1e%d", len(analyzers), 4+len(fmt.Sprint(times))), func(b *testing.B) {
				b.ReportAllocs()
				start := time.Now()
				for range b.N {
					w := dataflow.NewWatch(r.Program(), analyzers...)
					feed(b, w, begin)
					for range times {
						feed(b, w, events)
					}
				}
				b.ReportMetric(float64(b.N*times*lines)/1e6/time.Since(start).Seconds(), "Mevents/s")
			})
		}
	}
}

func feed(b *testing.B, w *dataflow.Watch, events []envs.Event) {
	for i := range events {
		if err := w.Event(&events[i]); err != nil {
			b.Fatal(err)
		}
	}
}
