package blocking_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/blocking"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/session"
)

var checker = checkertest.Checker{Analyzer: blocking.Analyzer}

func TestText(t *testing.T) { checkertest.Text(t, checker, "testdata/*.plx") }

// Each run that ends blocked is told, with all threads that wait for good and no other, at the places where they wait.
// A run that ends otherwise is not.
func TestBlockedRunsAreTold(t *testing.T) {
	if testing.Short() {
		t.Skip("draws 1,200 programs and runs each to its end")
	}
	ends := map[ir.End]int{}
	for seed := range uint64(1200) {
		text := irgen.Program(irgen.Seeded(seed), irgen.Options{Structured: seed%2 == 0})
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err)
		run := p.Run(seed, ir.Options{MaxSteps: 20_000})
		r := run.Result()
		ends[r.End]++
		if r.End != ir.Completed && r.End != ir.Deadlock {
			continue
		}
		w := blocking.Analyzer().Replay(p)
		require.NoError(t, w.Run(context.Background(), run))
		require.ElementsMatch(t, blockedAt(r), findingsAt(w.Findings()), "seed %d\n%s", seed, text)
	}
	require.Greater(t, min(ends[ir.Deadlock], ends[ir.Completed]), 100, "%v", ends)
}

// blockedAt are the places at which threads wait at the end of a run.
func blockedAt(r *ir.Result) (at []string) {
	for _, b := range r.Blocked {
		at = append(at, fmt.Sprint(b.At))
	}
	slices.Sort(at)
	return slices.Compact(at)
}

func findingsAt(fs []envs.Finding) (at []string) {
	for _, f := range fs {
		for _, p := range f.Points {
			at = append(at, fmt.Sprint(p))
		}
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// A run that is cut off tells of threads that the program has not started, and with -kept of all that wait.
func TestCutOff(t *testing.T) {
	p, err := ir.Parse("x.plx", `
final m = new Object
var n = 1

func spin() { while n { n = n + 1 } }

func waits() { sync m { wait m } }

func main() {
	u = spawn waits()
	t = spawn spin()
	join t
}
`)
	require.NoError(t, err)
	for _, kept := range []bool{false, true} {
		a := blocking.Analyzer()
		require.NoError(t, a.Flags.Set("kept", fmt.Sprint(kept)))
		w := a.Replay(p)
		require.NoError(t, w.Run(context.Background(), p.Run(1, ir.Options{MaxSteps: 1000})))
		var got []string
		for _, f := range w.Findings() {
			require.False(t, f.Proved)
			if f.Rank == 60 {
				require.Equal(t, "a thread that it has started waits to be notified of m", f.Story[len(f.Story)-1].Text)
			}
			got = append(got, fmt.Sprint(f.Pos.Line, " ", f.Rank, " ", f.Message))
		}
		want := []string{"12 60 a thread waits at the end of the run for the end of t"}
		if kept {
			want = append([]string{"7 10 a thread waits at the end of the run to be notified of m"}, want...)
		}
		require.Equal(t, want, got)
	}
}

// Of a thread that waits, and holds a lock, it is told who waits for that.
func TestKeptWaiting(t *testing.T) {
	p, err := ir.Parse("x.plx", `
final m = new Object
var n = 1

func adds() { sync m { n = n + 1 } }

func main() {
	sync m {
		u = spawn adds()
		t = spawn adds()
		join u
	}
}
`)
	require.NoError(t, err)
	w := blocking.Analyzer().Replay(p)
	require.NoError(t, w.Run(context.Background(), p.Run(1, ir.Options{})))
	fs := w.Findings()
	require.Len(t, fs, 2)
	var got []string
	for _, e := range fs[1].Story {
		got = append(got, fmt.Sprint(e.Pos.Line, " ", e.Text))
	}
	require.Equal(t, []string{
		"8 it takes m, which it still holds", "11 it waits for the end of u", "5 another thread waits to take m",
	}, got)
}

func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module with probes and runs its tests until its leaks are collected")
	}
	checkertest.Go(t, checker, "testdata/module")
}

// A story leads from the start of a thread to where it waits, and what it waits for is named as it is there.
func TestStories(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module with probes and runs its tests until its leaks are collected")
	}
	s := &session.Session{
		Checkers:     []*dataflow.Analyzer{blocking.Analyzer()},
		Environments: []session.Environment{session.GoPackages()}, Dir: "testdata/module",
	}
	programs, err := s.Open(context.Background(), session.Source{Patterns: []string{"."}, Tests: true, Runs: true})
	require.NoError(t, err)
	quiet := session.RunConfig{Tests: true, Stdout: io.Discard, Stderr: io.Discard}
	r, err := programs[0].Watch(context.Background(), quiet)
	require.NoError(t, err)
	var got []string
	for _, f := range r.Findings {
		got = append(got, fmt.Sprintf("%s (%d)", f.Message, f.Rank))
		for _, e := range f.Story {
			got = append(got, fmt.Sprintf("  %d %s", e.Pos.Line, e.Text))
		}
	}
	require.Equal(t, []string{
		"a thread waits for good to send to shapes.Forgotten.answer (90)",
		"  40 the thread is started",
		"  41 it waits to send to shapes.Forgotten.answer",
		"  43 another case is taken than that of shapes.Forgotten.answer",
		"a thread waits for good to send to shapes.Answers.answers (90)",
		"  68 the thread is started",
		"  70 it waits to send to shapes.Answers.answers",
		"  12 something is received from it, the last time",
		"a thread waits for good at a select without cases (30)",
		"  77 the thread is started",
		"  79 it waits at a select without cases",
		"a thread waits for good to receive from a channel (90)",
		"  16 the thread is started",
		"  87 it waits to receive from a channel",
		"a thread waits for good at this select (90)",
		"  17 the thread is started",
		"  94 it waits at this select",
		"a thread waits for good to receive from a, or to receive from b (90)",
		"  18 the thread is started",
		"  106 it waits to receive from a",
		"  106 it waits to receive from b",
		"  102 something is sent to a, the last time",
		"  103 something is received from a, the last time",
		"  104 something is sent to b, the last time",
		"  105 something is received from b, the last time",
	}, got)
}
