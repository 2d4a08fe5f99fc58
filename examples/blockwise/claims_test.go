package blockwise_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/trace/tracegen"
	"github.com/seed38182bad/parallax/envs/trace/tracetest"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// untidy is a trace with transactions that are empty, nested, or open in the end. Each transaction in it has a name of
// its own. Threads are waited for by others than those that started them.
func untidy(seed uint64, forks bool) string {
	text := tracegen.Text(irgen.Seeded(seed), tracegen.Options{
		Events: 20 + int(seed%40), Threads: 2 + int(seed%4), Locks: 2, Vars: 2 + int(seed%3),
		Blocks: true, Untidy: forks, NoFork: !forks,
		Discipline: []int{-1, 50, 90}[seed%3],
	})
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines {
		lines[i] = strings.Replace(strings.Replace(line, "|begin(f)|", fmt.Sprintf("|begin(f%d)|", i), 1), "|begin(g)|",
			fmt.Sprintf("|begin(g%d)|", i), 1)
	}
	return strings.Join(lines, "\n") + "\n"
}

// What the checker finds off-line reduction finds, and so it does what the exact checker finds, if it is told of data
// only. What the checker finds on-line it finds off-line.
func TestClaimsInTraces(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	count := map[string]int{}
	for seed := range uint64(*programs * 10) {
		claims(t, untidy(seed, seed%2 == 0), count)
		claims(t, scattered(seed), count)
	}
	t.Log(count)
	for what, n := range map[string]int{"off-line": 3, "on-line": 3, "serial": 1, "circles": 1} {
		require.Greater(t, count[what], *programs*n, what)
	}
}

func claims(t *testing.T, text string, count map[string]int) {
	online := byBlock
	online.Offline = false
	p, run := tracetest.Read(t, text)
	reductions, offline := funcs(reduced.Dynamic(t, p, run)), funcs(byBlock.Dynamic(t, p, run))
	for f := range offline {
		count["off-line"]++
		require.True(t, reductions[f], "%s by blocks off-line, and not by reduction\n%s", f, text)
	}
	for _, f := range online.Dynamic(t, p, run) {
		count["on-line"]++
		if strings.Contains(f.Message, "other threads may do what has to come") {
			count["circles"]++
		}
		require.True(t, offline[f.Func], "%s by blocks on-line, and not off-line: %v\n%s", f.Func, checkertest.Story(f), text)
	}
	for _, f := range exact.Dynamic(t, p, run) {
		count["serial"]++
		require.True(t, reductions[f.Subject], "%s is not serializable, and reduction does not report it: %v\n%s",
			f.Subject, checkertest.Story(f), text)
	}
}

// scattered is a trace of many threads in which each of many variables has few accesses, mostly writes, so that
// transactions conflict in circles.
func scattered(seed uint64) string {
	draw := irgen.Seeded(seed)
	var out strings.Builder
	threads := 4 + draw("threads", 4)
	open, held := make([]bool, threads), -1
	for i := range 16 + draw("events", 20) {
		th := draw("thread", threads)
		op := fmt.Sprintf("%s(x%d)", []string{"r", "w", "w"}[draw("write", 3)], draw("variable", 7))
		switch draw("operation", 8) {
		case 0, 1:
			if op = "end"; !open[th] {
				op = fmt.Sprintf("begin(f%d)", i)
			}
			if open[th] = !open[th]; !open[th] && held == th {
				held = -1
				fmt.Fprintf(&out, "T%d|rel(l)|%d\n", th, i)
			}
		case 2:
			if held < 0 && open[th] {
				held, op = th, "acq(l)"
			} else if held == th {
				held, op = -1, "rel(l)"
			}
		}
		fmt.Fprintf(&out, "T%d|%s|%d\n", th, op, i)
	}
	return out.String()
}

// A part of a transaction that was known before the rest of it counted makes no circle. No way leads from T1's second
// write of x to T3 by way of the first one, which conflicts with g as well.
func TestNoCircleByParts(t *testing.T) {
	online, offline := found(t,
		"T1|begin(f)|1\nT2|begin(g)|2\nT1|acq(l)|3\nT1|w(x)|4\nT1|w(y)|5\nT1|rel(l)|6\nT3|w(z)|7\nT1|end|8\n"+
			"T1|w(x)|9\nT3|w(y)|10\nT4|w(v)|11\nT4|w(z)|12\nT2|acq(l)|13\nT2|w(x)|14\nT2|w(v)|15\nT2|rel(l)|16\nT2|end|17\n")
	require.Empty(t, offline)
	require.Empty(t, online)
}

// A transaction that is open in the end is judged by all three, be it a call or a monitor block, and waited for or not.
func TestOpenInTheEnd(t *testing.T) {
	for _, begin := range []string{"begin(f)", "acq(l)"} {
		for _, end := range []string{"", "T1|join(T2)|5\n"} {
			text := "T2|" + begin + "|1\nT2|w(x)|2\nT1|r(x)|3\nT2|w(x)|4\n" + end
			p, run := tracetest.Read(t, text)
			require.Len(t, byBlock.Dynamic(t, p, run), 1, text)
			require.Len(t, reduced.Dynamic(t, p, run), 1, text)
			require.Len(t, exact.Dynamic(t, p, run), 1, text)
		}
	}
}
