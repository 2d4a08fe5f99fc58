package blockwise_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/blockwise"
)

// calls is a trace of at least n events in which threads call functions in turns. A function takes one lock or two
// and accesses 3 to 8 of 64 variables, each time the same ones; split of 10 give the lock back on the way.
func calls(n, split int) string {
	draw := irgen.Seeded(1)
	var functions [][]string
	for f := range 40 {
		lock, place := draw("lock", 8), 100*f
		var lines []string
		add := func(format string, args ...any) {
			place++
			lines = append(lines, fmt.Sprintf(format, args...)+fmt.Sprintf("|%d", place))
		}
		add("begin(f%d)", f)
		add("acq(l%d)", lock)
		if inner := lock + 8; draw("inner", 2) > 0 {
			add("acq(l%d)", inner)
			add("w(v%d)", lock*8)
			add("rel(l%d)", inner)
		}
		accesses := 3 + draw("accesses", 6)
		for i := range accesses {
			add("%s(v%d)", []string{"r", "w"}[draw("op", 2)], lock*8+draw("var", 8))
			if i == accesses/2 && draw("split", 10) < split {
				add("rel(l%d)", lock)
				add("acq(l%d)", lock)
			}
		}
		add("rel(l%d)", lock)
		add("end(f%d)", f)
		functions = append(functions, lines)
	}
	var b strings.Builder
	for lines := 0; lines < n; {
		t := draw("thread", 8)
		for _, l := range functions[draw("function", len(functions))] {
			fmt.Fprintf(&b, "T%d|%s\n", t, l)
			lines++
		}
	}
	return b.String()
}

// BenchmarkTrace feeds the events of traces with begin and end to the checker, on-line, and tells how many million of
// them it takes in a second, and how many times slower that is than to follow the run alone.
func BenchmarkTrace(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000, 10_000_000} {
		p, events := read(b, calls(100_000, 3))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			// One round is repeated, without what starts the threads: all that it begins it ends.
			rest := slices.DeleteFunc(slices.Clone(events), func(ev envs.Event) bool { return ev.Kind == envs.Enter && !ev.Direct })
			total := 0
			feed := func(analyzers ...*dataflow.Analyzer) (time.Duration, int) {
				w := dataflow.NewWatch(p, analyzers...)
				start, round := time.Now(), events
				for total = 0; total < n; round = rest {
					for i := range round {
						if err := w.Event(&round[i]); err != nil {
							b.Fatal(err)
						}
					}
					total += len(round)
				}
				return time.Since(start), len(w.Findings())
			}
			var watching, following time.Duration
			for b.Loop() {
				runtime.GC()
				d, found := feed(blockwise.Analyzer())
				require.Positive(b, found)
				watching += d
				d, _ = feed()
				following += d
			}
			b.ReportMetric(float64(b.N*total)/watching.Seconds()/1e6, "Mevents/s")
			b.ReportMetric(float64(watching)/float64(following), "times-following")
		})
	}
}

// BenchmarkWhole shows a trace off-line, as often as it takes.
func BenchmarkWhole(b *testing.B) {
	p, events := read(b, calls(100_000, 3))
	var watching time.Duration
	for b.Loop() {
		w := dataflow.NewWatch(p, blockwise.Analyzer())
		start := time.Now()
		require.NoError(b, w.RunWhole(context.Background(), events))
		watching += time.Since(start)
	}
	b.ReportMetric(float64(b.N*len(events))/watching.Seconds()/1e6, "Mevents/s")
}
