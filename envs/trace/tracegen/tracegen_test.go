package tracegen_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/trace"
	"github.com/seed38182bad/parallax/envs/trace/tracegen"
)

// play reads a trace strictly, with its operations.
func play(t require.TestingT, text string, f func(ev *envs.Event, op *envs.Op)) *trace.Program {
	r, err := trace.NewReader(strings.NewReader(text), "x", trace.Options{})
	require.NoError(t, err)
	run, err := r.Next()
	require.NoError(t, err)
	stacks := map[envs.Thread][]*envs.Func{}
	require.NoError(t, run.Each(func(ev *envs.Event) bool {
		s := stacks[ev.Thread]
		var op *envs.Op
		switch ev.Kind {
		case envs.Enter:
			stacks[ev.Thread] = append(s, r.Program().Func(ev.Func))
		case envs.Leave:
			stacks[ev.Thread] = s[:len(s)-1]
		case envs.Step:
			op = &s[len(s)-1].Ops[ev.PC]
		}
		f(ev, op)
		return true
	}), text)
	return r.Program()
}

// Every trace is one that the strict reader takes, in which each lock has one owner.
func TestWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opts := tracegen.Options{
			Events: rapid.IntRange(0, 200).Draw(t, "events"), Threads: rapid.IntRange(0, 6).Draw(t, "of threads"),
			Discipline: rapid.IntRange(-1, 100).Draw(t, "of discipline"), Blocks: rapid.Bool().Draw(t, "blocks"),
			NoFork: rapid.Bool().Draw(t, "no fork"), NoReentry: rapid.Bool().Draw(t, "no reentry"),
			Untidy: rapid.Bool().Draw(t, "untidy"),
		}
		text := tracegen.Text(func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) }, opts)
		type owner struct {
			thread envs.Thread
			times  int
		}
		locks := map[uint64]owner{}
		play(t, text, func(ev *envs.Event, op *envs.Op) {
			if op == nil {
				return
			}
			o := locks[ev.Obj]
			switch op.Kind {
			case envs.Acquire:
				require.True(t, o.times == 0 || o.thread == ev.Thread && !opts.NoReentry, text)
				locks[ev.Obj] = owner{ev.Thread, o.times + 1}
			case envs.Release:
				require.Equal(t, ev.Thread, o.thread)
				locks[ev.Obj] = owner{ev.Thread, o.times - 1}
			case envs.Fork:
				require.False(t, opts.NoFork)
			case envs.Call:
				require.True(t, opts.Blocks)
			}
		})
	})
}

// What traces are to have occurs, in a few hundred of them.
func TestVariety(t *testing.T) {
	kinds := map[envs.Kind]int{}
	var nested, reentrant, forksOfForked, roots, open int
	for seed := range uint64(300) {
		forked := map[envs.Thread]bool{}
		held := map[envs.Thread]map[uint64]int{}
		play(t, tracegen.Text(irgen.Seeded(seed), tracegen.Options{Blocks: true}), func(ev *envs.Event, op *envs.Op) {
			if ev.Kind == envs.Enter && ev.Func == 0 && !forked[ev.Thread] {
				roots++
			}
			if op == nil {
				return
			}
			kinds[op.Kind]++
			h := held[ev.Thread]
			if h == nil {
				h = map[uint64]int{}
				held[ev.Thread] = h
			}
			switch op.Kind {
			case envs.Acquire:
				if h[ev.Obj]++; h[ev.Obj] > 1 {
					reentrant++
				} else if len(h) > 1 {
					nested++
				}
			case envs.Release:
				if h[ev.Obj]--; h[ev.Obj] == 0 {
					delete(h, ev.Obj)
				}
			case envs.Fork:
				forked[envs.Thread(ev.Obj)] = true
				if forked[ev.Thread] {
					forksOfForked++
				}
			}
		})
		for _, h := range held {
			if len(h) > 0 {
				open++
				break
			}
		}
	}
	t.Log(kinds, "nested", nested, "reentrant", reentrant, "forks of forked threads", forksOfForked, "roots", roots,
		"locks held at the end", open)
	for _, k := range []envs.Kind{envs.Load, envs.Store, envs.Acquire, envs.Release, envs.Fork, envs.Join, envs.Call,
		envs.Return} {
		require.Greater(t, kinds[k], 60, "%v", k)
	}
	for _, n := range []int{nested, reentrant, forksOfForked, roots - 300, open} {
		require.Greater(t, n, 15)
	}
}

func TestSeeded(t *testing.T) {
	a := tracegen.Text(irgen.Seeded(7), tracegen.Options{})
	require.Equal(t, a, tracegen.Text(irgen.Seeded(7), tracegen.Options{}))
	require.NotEqual(t, a, tracegen.Text(irgen.Seeded(8), tracegen.Options{}))
	require.LessOrEqual(t, strings.Count(a, "\n"), 100)
}
