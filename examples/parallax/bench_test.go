package main

import (
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/trace"
)

// traffic is the text of a trace of at least n events, in which eight threads call functions and run by turns of at
// most ten events. A function takes one lock, perhaps one more within it, and accesses 3 to 8 of the variables of that
// lock, always the same. Three of ten give the lock back on the way and take it again.
func traffic(n int) string {
	const threads, locks, vars, functions, split = 8, 8, 8, 40, 3
	draw := irgen.Seeded(1)
	bodies := make([][]string, functions)
	for f := range bodies {
		lock, place := draw("lock", locks), 100*f
		add := func(format string, args ...any) {
			place++
			bodies[f] = append(bodies[f], fmt.Sprintf(format, args...)+fmt.Sprintf("|%d", place))
		}
		add("begin(f%d)", f)
		add("acq(l%d)", lock)
		if draw("inner", 2) > 0 {
			add("acq(l%d)", locks+lock)
			add("w(v%d)", lock*vars)
			add("rel(l%d)", locks+lock)
		}
		accesses := 3 + draw("accesses", 6)
		for i := range accesses {
			add("%s(v%d)", []string{"r", "w"}[draw("op", 2)], lock*vars+draw("var", vars))
			if i == accesses/2 && draw("split", 10) < split {
				add("rel(l%d)", lock)
				add("acq(l%d)", lock)
			}
		}
		add("rel(l%d)", lock)
		add("end")
	}
	var b strings.Builder
	todo, taken := make([][]string, threads), map[string]bool{}
	for lines, busy := 0, 0; lines < n || busy > 0; {
		t := draw("thread", threads)
		if len(todo[t]) == 0 && lines < n {
			todo[t] = bodies[draw("function", functions)]
			busy++
		}
		for range min(1+draw("turn", 10), len(todo[t])) {
			line := todo[t][0]
			op, of, _ := strings.Cut(line, "(")
			if op == "acq" && taken[of[:strings.Index(of, ")")]] {
				break
			}
			if op == "acq" || op == "rel" {
				taken[of[:strings.Index(of, ")")]] = op == "acq"
			}
			fmt.Fprintf(&b, "T%d|%s\n", t, line)
			lines++
			if todo[t] = todo[t][1:]; len(todo[t]) == 0 {
				busy--
			}
		}
	}
	return b.String()
}

// rounds is a run of at least n events: those of a trace, which is repeated but for its first part, in which the
// threads begin.
type rounds struct {
	prog         envs.Program
	begin, round []envs.Event
	n            int
}

func newRounds(t testing.TB) *rounds {
	r, err := trace.NewReader(strings.NewReader(traffic(100_000)), "traffic.std", trace.Options{})
	require.NoError(t, err)
	run, err := r.Next()
	require.NoError(t, err)
	x, depth := &rounds{prog: r.Program()}, map[envs.Thread]int{}
	require.NoError(t, run.Each(func(ev *envs.Event) bool {
		switch ev.Kind {
		case envs.Enter:
			if depth[ev.Thread]++; depth[ev.Thread] == 1 {
				x.begin = append(x.begin, *ev)
				return true
			}
		case envs.Leave:
			depth[ev.Thread]--
		case envs.End:
			return true
		}
		if depth[ev.Thread] > 0 {
			x.round = append(x.round, *ev)
		}
		return true
	}))
	return x
}

func (r *rounds) len() int { return len(r.begin) + (r.n+len(r.round)-1)/len(r.round)*len(r.round) }

func (r *rounds) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		for _, ev := range r.begin {
			if !yield(ev, nil) {
				return
			}
		}
		for left := r.n; left > 0; left -= len(r.round) {
			for _, ev := range r.round {
				if !yield(ev, nil) {
					return
				}
			}
		}
	}
}

// BenchmarkEvents feeds the events of one trace of transactions, over and over, to each of the checkers that have
// something to look at in a trace: accesses and locks, but no values. It tells how many million events a second that
// is, as the run happens (online), and after it, in as many passes as the checker needs (offline). It tells how many
// times slower that is than to follow the run without a checker. A checker is linear if the figures of 10^5, 10^6 and
// 10^7 are the same.
func BenchmarkEvents(b *testing.B) {
	run := newRounds(b)
	look := func(b *testing.B, offline bool, analyzers ...*dataflow.Analyzer) time.Duration {
		w := dataflow.NewWatch(run.prog, analyzers...)
		how := w.Run
		if offline {
			how = w.RunWhole
		}
		start := time.Now()
		require.NoError(b, how(b.Context(), run))
		return time.Since(start)
	}
	for _, a := range dataflow.On(dataflow.OnRuns, checkers()) {
		switch a.Name {
		case "bounds", "nilness", "taint", "typestate", "leaks":
			continue // these follow values
		}
		for _, side := range []string{"online", "offline"} {
			for _, n := range []int{100_000, 1_000_000, 10_000_000} {
				b.Run(fmt.Sprintf("%s/%s/%d", a.Name, side, n), func(b *testing.B) {
					run.n = n
					var looked, followed time.Duration
					for b.Loop() {
						looked += look(b, side == "offline", a)
						followed += look(b, false)
					}
					b.ReportMetric(float64(b.N*run.len())/looked.Seconds()/1e6, "Mevents/s")
					b.ReportMetric(looked.Seconds()/followed.Seconds(), "times-following")
				})
			}
		}
	}
}
