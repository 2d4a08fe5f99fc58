package gorun_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/envs/gorun"
)

// A run tells of each goroutine that nothing can wake, of those that wait when the program ends, and of the one that
// ends it. Of each that waits it tells when it waits no more.
func TestAwaits(t *testing.T) {
	if testing.Short() {
		t.Skip("builds ten programs and waits for what each leaves behind")
	}
	for _, name := range []string{"left", "asleep", "panics", "deep", "fatal"} {
		for _, sparse := range []bool{false, true} {
			t.Run(fmt.Sprint(name, sparse), func(t *testing.T) {
				dir := filepath.Join("testdata", "awaits", name)
				cfg := gorun.Config{Dir: dir, Tests: name == "left", Meetings: true}
				if sparse {
					cfg.Selects = func(_ *envs.Func, op *envs.Op, _ bool) bool {
						return op.Waits() || op.Kind == envs.Fork
					}
				}
				prog := load(t, dir, cfg.Tests)
				s := start(t, prog, cfg)
				events := envstest.Keep(t, s)
				_, err := s.Wait()
				require.Equal(t, name == "left", err == nil, "%v", err)
				require.Zero(t, s.Misfits())
				require.Equal(t, halting(t, dir), halts(t, prog, events))
				waits, forked := map[envs.Thread]bool{}, forks(prog, events)
				for _, ev := range events {
					switch {
					case ev.Kind == envs.Await:
						require.True(t, ev.Done == waits[ev.Thread] || !ev.Done, "%+v", ev) // a select has several
						waits[ev.Thread] = !ev.Done
					case ev.Kind == envs.Halt && ev.Failure == nil:
						require.True(t, waits[ev.Thread], "%+v", ev)
						require.Positive(t, s.Executed(envs.At(ev.Func, ev.PC)), "what was entered was executed")
						require.True(t, name != "left" || forked[ev.Thread], "it is not told who started %+v", ev)
					case ev.Kind == envs.Step || ev.Kind == envs.Enter || ev.Kind == envs.Leave:
						require.False(t, waits[ev.Thread], "it goes on, and waits: %+v", ev)
					}
				}
			})
		}
	}
}

// forks are the threads of which it is told where they were started.
func forks(prog envs.Program, events envstest.Kept) map[envs.Thread]bool {
	started, in := map[envs.Thread]bool{}, map[envs.Thread][]envs.FuncID{}
	for _, ev := range events {
		switch stack := in[ev.Thread]; ev.Kind {
		case envs.Enter:
			in[ev.Thread] = append(stack, ev.Func)
		case envs.Leave:
			in[ev.Thread] = stack[:len(stack)-1]
		case envs.Step:
			if prog.Func(stack[len(stack)-1]).Ops[ev.PC].Kind == envs.Fork {
				started[envs.Thread(ev.Obj)] = true
			}
		}
	}
	return started
}

// halting are the comments in a folder, by line.
func halting(t *testing.T, dir string) (want []string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			for _, begin := range []string{"// halts", "// waits at the end", "// ends: "} {
				if _, w, ok := strings.Cut(line, begin); ok {
					if begin != "// ends: " {
						w = ""
					}
					want = append(want, fmt.Sprintf("%03d %s%s", i+1, begin[3:], w))
				}
			}
		}
	}
	require.NotEmpty(t, want)
	return want
}

// halts are the Halts of a run as comments want them.
func halts(t *testing.T, prog envs.Program, events envstest.Kept) (got []string) {
	for _, ev := range events {
		if ev.Kind != envs.Halt {
			continue
		}
		what := "waits at the end"
		switch {
		case ev.Failure != nil:
			what = "ends: " + ev.Failure.Text
		case ev.Done:
			what = "halts"
		}
		require.GreaterOrEqual(t, ev.PC, int32(0), "%+v", ev)
		got = append(got, fmt.Sprintf("%03d %s", prog.Position(envs.At(ev.Func, ev.PC)).Line, what))
	}
	slices.SortFunc(got, func(a, b string) int { return cmp.Compare(a, b) })
	return got
}
