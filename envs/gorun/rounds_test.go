package gorun_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/examples/taint"
)

type place struct {
	fn envs.FuncID
	pc int32
}

// A roundsRun is what a run tells: how often each operation was executed, and all else that happens, in order.
type roundsRun struct {
	steps map[place]int
	named map[place]int
	other []envs.Event
	out   string
}

func withRounds(t *testing.T, prog *gosrc.Program, dir string, rounds int) (run roundsRun) {
	var out bytes.Buffer
	s, err := gorun.Start(context.Background(), prog, gorun.Config{
		Dir: dir, All: true, Accesses: true, Stdout: &out, Temp: t.TempDir(),
		Omit: gorun.Omit{Elements: 64, Rounds: rounds},
	})
	require.NoError(t, err)
	run.steps, run.named = map[place]int{}, map[place]int{}
	var stack []envs.FuncID
	for ev, err := range s.Events() {
		require.NoError(t, err)
		switch ev.Kind {
		case envs.Enter:
			stack = append(stack, ev.Func)
		case envs.Leave:
			stack = stack[:len(stack)-1]
		case envs.Step:
			at := place{stack[len(stack)-1], ev.PC}
			run.steps[at]++
			if ev.Obj != 0 {
				run.named[at]++
			}
			continue
		case envs.Forget:
			continue
		}
		run.other = append(run.other, ev)
	}
	_, err = s.Wait()
	require.NoError(t, err)
	run.out = out.String()
	return run
}

// equalButRounds holds that two runs of a program differ only in how often the same operations are told.
func equalButRounds(t *testing.T, all, few roundsRun) {
	require.Equal(t, all.out, few.out)
	require.Equal(t, all.other, few.other)
	require.Equal(t, all.named, few.named, "which memory is accessed")
	require.NotEmpty(t, all.named)
	for at, n := range all.steps {
		require.Positive(t, few.steps[at], at)
		require.LessOrEqual(t, few.steps[at], n, at)
	}
	require.Len(t, few.steps, len(all.steps))
}

// Of a loop that does nothing that others see, few rounds are told; of others all.
func TestRounds(t *testing.T) {
	const dir = "testdata/rounds"
	prog := load(t, dir, false, ".")
	all, few := withRounds(t, prog, dir, 0), withRounds(t, prog, dir, 8)
	equalButRounds(t, all, few)
	fewer := map[string]int{}
	for at, n := range few.steps {
		if n < all.steps[at] {
			name := prog.Func(at.fn).Name
			fewer[name] = max(fewer[name], n)
		}
	}
	require.Equal(t, map[string]int{
		"rounds.fill": 64 + 1, "rounds.down": 8 + 64 + 1, "rounds.nested": 5 * 8, "rounds.failing": 63,
		"rounds.keep": 64 + 1, "rounds.counted": 8, "rounds.until": 8, "rounds.passed": 8, "rounds.left": 8 + 64 - 3,
	}, fewer)
}

// What a checker finds does not depend on how many rounds are told: not where a value from outside comes through
// several variables, one in each round, nor where it is in every other round only.
func TestFindingsOfRounds(t *testing.T) {
	const dir = "testdata/rounds"
	prog := load(t, dir, false, ".")
	found := func(rounds int) []envs.Finding {
		s, err := gorun.Start(context.Background(), prog, gorun.Config{
			Dir: dir, All: true, Omit: gorun.Omit{Rounds: rounds}, Temp: t.TempDir(),
		})
		require.NoError(t, err)
		w := dataflow.NewWatch(prog, taint.Analyzer())
		require.NoError(t, w.Run(context.Background(), s))
		_, err = s.Wait()
		require.NoError(t, err)
		return w.Findings()
	}
	all := found(0)
	require.Len(t, all, 4)
	require.Equal(t, all, found(8))
	require.Equal(t, all, found(1))
}
