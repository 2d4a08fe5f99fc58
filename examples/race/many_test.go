package race_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/trace/tracetest"
)

// Hundreds of threads access a variable, and locks and waits for others order some of them. An access is reported
// exactly if an earlier one conflicts with it and does not happen before it.
func TestManyThreads(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	found, ordered := 0, 0
	for seed := range uint64(30) {
		text, want := many(seed)
		prog, run := tracetest.Read(t, text)
		got := map[int]bool{}
		for _, f := range checker.Dynamic(t, prog, run) {
			got[f.Pos.Line] = true
			for _, at := range f.Also {
				got[at.Line] = true
			}
		}
		for line, races := range want {
			require.Equal(t, races, got[line], "seed %d, line %d", seed, line)
			if races {
				found++
			} else {
				ordered++
			}
		}
	}
	require.Greater(t, found, 1000)
	require.Greater(t, ordered, 1000)
}

// many is a trace of many threads, and of the line of each access whether it races with an earlier one.
func many(seed uint64) (text string, want map[int]bool) {
	const threads = 300
	type access struct {
		thread, time int
		write        bool
	}
	draw := irgen.Seeded(seed)
	var out strings.Builder
	line := 0
	var began, over [threads]bool
	say := func(format string, thread int, a ...any) {
		line++
		began[thread] = true
		fmt.Fprintf(&out, format+"|%d\n", append(append([]any{thread}, a...), line)...)
	}
	var known [threads + 1][threads + 1]int // of whom each thread knows what, and last the lock
	learn := func(t, from int) {
		for i, time := range known[from] {
			known[t][i] = max(known[t][i], time)
		}
	}
	var done []access
	want = map[int]bool{}
	writes := []int{2, 40, 400}[seed%3]
	for range 1500 {
		th := draw("thread", threads)
		if over[th] {
			continue
		}
		switch draw("operation", 8) {
		case 0:
			say("T%d|acq(m)", th)
			learn(th, threads)
			say("T%d|rel(m)", th)
			learn(threads, th)
			known[th][th]++
		case 1:
			other := draw("other", threads)
			if other != th && began[other] && !over[other] {
				say("T%d|join(T%d)", th, other)
				learn(th, other)
				over[other] = true
			}
		default:
			a := access{th, known[th][th] + 1, draw("write", writes) == 0}
			say("T%d|%s(x)", th, map[bool]string{true: "w", false: "r"}[a.write])
			races := false
			for _, b := range done {
				races = races || b.thread != th && (a.write || b.write) && b.time > known[th][b.thread]
			}
			known[th][th] = a.time
			want[line], done = races, append(done, a)
		}
	}
	return out.String(), want
}
