package gorun_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gorun/control"
	"github.com/seed38182bad/parallax/envs/gorun/gogentest"
)

// Executions under control have events that fit the program. Where threads are to be delayed, others go first, so that
// a rare defect shows more often than it does by chance. Its schedule says all: with other probes, and without any, it
// is the same execution.
func TestControlled(t *testing.T) {
	gogentest.Controlled(t)
	ctx := context.Background()
	const dir = "testdata/under"
	prog := load(t, dir, true, ".")
	plain, err := control.Prepare(ctx, control.Config{Dir: dir})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, plain.Close()) })
	gap := envs.Position{File: "store.go", Line: 24}
	for _, order := range []bool{false, true} {
		b, err := gorun.Prepare(ctx, prog, gorun.Config{
			Dir: dir, Tests: true, All: true, Accesses: true, Order: order, Meetings: order, Perturb: true,
		})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, b.Close()) })
		c, err := b.Control(ctx)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, c.Close()) })
		require.Empty(t, c.Failed())
		names, err := c.Tests(ctx, control.Options{})
		require.NoError(t, err)
		require.Len(t, names, 4)
		require.Equal(t, []string{"TestTwo", "TestOne", "TestMap"}, []string{names[0].Test, names[1].Test, names[2].Test})
		for run, end := range map[string]string{"": control.Fail, "TestParts/right": control.Pass} { // with subtests, too
			x, err := c.Explore(ctx, names[3], control.Options{Run: run, Executions: 1}, nil, func(*gorun.Session) {})
			require.NoError(t, err)
			require.Equal(t, 1, x.Ends[end], run)
		}
		require.PanicsWithValue(t, "stop", func() {
			c.Explore(ctx, names[1], control.Options{}, nil, func(*gorun.Session) { panic("stop") })
		})

		// explore makes executions whose events fit.
		explore := func(name control.Name, opts control.Options, near ...envs.Position) (shown []control.Execution) {
			opts.All, opts.Failures = true, 1000
			x, err := c.Explore(ctx, name, opts, near, func(s *gorun.Session) {
				assert.NoError(t, envs.Validate(prog, s))
				if s.Execution() == nil {
					assert.Zero(t, s.Records()) // none was made any more
					return
				}
				assert.NotZero(t, s.Records())
				shown = append(shown, *s.Execution())
			})
			require.NoError(t, err)
			require.Equal(t, x.Executions, len(shown))
			require.False(t, x.Differs)
			return shown
		}
		fails := [2]int{} // by chance, and with delays
		for i, near := range [][]envs.Position{nil, {gap}} {
			for _, x := range explore(names[0], control.Options{Seed: 1, Executions: 40, Preemptions: -1}, near...) {
				if x.End != control.Fail {
					require.Equal(t, control.Pass, x.End, x.Text)
					continue
				}
				fails[i]++
				replay := control.Options{Schedule: x.Schedule, Rand: x.Rand, Executions: 1}
				again := explore(names[0], replay)[0]
				require.Equal(t, []string{x.End, x.Schedule, ""}, []string{again.End, again.Schedule, again.Diverged})
				bare, err := plain.Execute(ctx, names[0], replay)
				require.NoError(t, err)
				again = bare.Shown[0]
				require.Equal(t, []string{x.End, x.Schedule, ""}, []string{again.End, again.Schedule, again.Diverged})
			}
		}
		t.Logf("of 40 executions %d fail, with delays %d", fails[0], fails[1])
		require.Greater(t, fails[1], 2*fails[0])
		for _, x := range explore(names[1], control.Options{Seed: 1, Executions: 10, Preemptions: -1}, gap) {
			require.Equal(t, control.Pass, x.End)
		}
		// Events come in the order in which things were done, also of operations that no lock orders: an update is lost if
		// both loads come before the second store.
		ends := map[string]int{}
		opts := control.Options{Seed: 1, Executions: 60, Failures: 60, Preemptions: -1}
		_, err = c.Explore(ctx, names[2], opts, nil, func(s *gorun.Session) {
			var did []string
			frames := map[envs.Thread][]envs.FuncID{}
			assert.NoError(t, s.Each(func(ev *envs.Event) bool {
				of := frames[ev.Thread]
				switch ev.Kind {
				case envs.Enter:
					frames[ev.Thread] = append(of, ev.Func)
				case envs.Leave:
					frames[ev.Thread] = of[:len(of)-1]
				case envs.Step:
					fn := prog.Func(of[len(of)-1])
					if ev.Obj != 0 && strings.HasSuffix(fn.Name, ".add") {
						did = append(did, fn.Ops[ev.PC].Callee.Name)
					}
				}
				return true
			}))
			if x := s.Execution(); x != nil {
				ends[x.End]++
				lost := slices.Equal(did, []string{"(*Map).Load", "(*Map).Load", "(*Map).Store", "(*Map).Store"})
				assert.Equal(t, x.End == control.Fail, lost, "%s %v", x.Schedule, did)
			}
		})
		require.NoError(t, err)
		require.NotZero(t, ends[control.Fail])
		require.NotZero(t, ends[control.Pass])
		// Searches are watched, too, with what they give up.
		found := map[string]int{}
		for _, x := range explore(names[0], control.Options{Strategy: "dpor", Preemptions: 1, Executions: 1000}) {
			found[x.End]++
		}
		require.NotZero(t, found[control.Fail])
		require.NotZero(t, found[control.Pass])
		t.Log(found)
	}
}

// Executions under control tell of each goroutine that nothing in its test can wake, as runs do of those that nothing
// in the program can. Nobody who waits for a lock is parked by the run time then. Of an execution that ends early they
// tell who was parked.
func TestControlledHalts(t *testing.T) {
	gogentest.Controlled(t)
	for _, name := range []string{"left", "cut"} {
		dir := filepath.Join("testdata", "awaits", name)
		prog := load(t, dir, true)
		b, err := gorun.Prepare(t.Context(), prog, gorun.Config{Dir: dir, Tests: true, All: true, Meetings: true})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, b.Close()) })
		c, err := b.Control(t.Context())
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, c.Close()) })
		names, err := c.Tests(t.Context(), control.Options{})
		require.NoError(t, err)
		var told []string
		for _, name := range names {
			opts := control.Options{Strategy: "first", Executions: 1, Execution: 2 * time.Second}
			x, err := c.Explore(t.Context(), name, opts, nil, func(s *gorun.Session) {
				events := envstest.Keep(t, s)
				if assert.NoError(t, envs.Validate(prog, events), name.Test) {
					told = append(told, halts(t, prog, events)...)
				}
			})
			require.NoError(t, err)
			require.False(t, x.Differs)
			require.Zero(t, x.Ends[control.Timeout], name.Test)
		}
		slices.Sort(told)
		want := halting(t, dir)
		for i := range want {
			if name == "left" {
				want[i] = strings.Replace(want[i], "waits at the end", "halts", 1) // no other test can wake it
			}
		}
		require.Equal(t, want, told)
	}
}
