package trace_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/trace"
	"github.com/seed38182bad/parallax/envs/trace/tracegen"
)

// events gives the events of the only run of a trace.
func events(t require.TestingT, file []byte) ([]envs.Event, *trace.Reader) {
	runs, r, err := contents(file, trace.Options{})
	require.NoError(t, err)
	require.Len(t, runs, 1)
	return runs[0], r
}

// omitted is how many events a text does not say.
func omitted(w *trace.TextWriter) int64 {
	n, _ := w.Omitted()
	return n
}

// texted makes a run a text, and says what is not in it.
func texted(t require.TestingT, p envs.Program, run []envs.Event) (string, *trace.TextWriter) {
	var b strings.Builder
	w := trace.NewTextWriter(&b, p)
	for i := range run {
		require.NoError(t, w.Event(&run[i]))
	}
	require.NoError(t, w.Close())
	return b.String(), w
}

func text1(t *rapid.T) string {
	return tracegen.Text(func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) },
		tracegen.Options{Blocks: true})
}

// A text is the same after any way through events and the binary format, and so are its
// events, operations and places.
func TestConversions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := text1(t)
		run, r := events(t, []byte(text))
		again, w := texted(t, r.Program(), run)
		require.Equal(t, text, again)
		require.Zero(t, omitted(w))
		require.Empty(t, w.Positions())

		bin := file(t, r.Program(), [][]envs.Event{run})
		got, b := events(t, bin)
		require.Equal(t, run, got)
		same(t, r.Program(), b.Program())
		again, w = texted(t, b.Program(), got)
		require.Equal(t, text, again)
		require.Zero(t, omitted(w))

		require.Equal(t, bin, file(t, b.Program(), [][]envs.Event{got}),
			"a binary file is the same after a way through itself")
	})
}

// The rules of functions hold but for the one about the end, and those of runs.
func TestRules(t *testing.T) {
	for seed := range uint64(50) {
		run, r := events(t, []byte(tracegen.Text(irgen.Seeded(seed), tracegen.Options{Blocks: true})))
		require.NoError(t, envs.Validate(r.Program(), envstest.Kept(run)))
		for id := range envs.FuncID(r.Program().NumFuncs()) {
			f := *r.Program().Func(id)
			f.Ops = append(slices.Clip(f.Ops), envs.Op{Kind: envs.Return, PC: int32(len(f.Ops))})
			require.NoError(t, f.Check())
		}
	}
}

// Runs of programs are what they were, and what they say of locks and variables can be
// said in a text.
func TestRuns(t *testing.T) {
	var lines, left int64
	for seed := range uint64(100) {
		p, err := ir.Parse("x.plx", irgen.Program(irgen.Seeded(seed), irgen.Options{}))
		require.NoError(t, err)
		var run []envs.Event = envstest.Keep(t, p.Run(seed, ir.Options{MaxSteps: 3000}))
		got, r := events(t, file(t, p, [][]envs.Event{run}))
		require.Equal(t, run, got)
		text, w := texted(t, p, run)
		again, v := texted(t, r.Program(), got)
		require.Equal(t, text, again, "the program of the file says the same")
		n, what := w.Omitted()
		m, other := v.Omitted()
		require.Equal(t, what, other)
		require.Equal(t, n, m)
		events(t, []byte(text))
		lines += int64(strings.Count(text, "\n"))
		left += n
	}
	t.Log(lines, "lines,", left, "steps that a text cannot say")
	require.Greater(t, lines, int64(2000))
}

// same holds two programs to be the same.
func same(t require.TestingT, p, q *trace.Program) {
	require.Equal(t, p.Roots(), q.Roots())
	for id := range envs.FuncID(q.NumFuncs()) {
		f, g := p.Func(id), q.Func(id)
		if g == nil { // never entered
			continue
		}
		require.Equal(t, f, g)
		for pc := range int32(len(f.Ops)) {
			require.Equal(t, p.Position(envs.At(id, pc)), q.Position(envs.At(id, pc)))
		}
	}
	for t1 := range envs.Thread(10) {
		if name := q.ThreadName(t1); name != "" {
			require.Equal(t, p.ThreadName(t1), name)
		}
	}
}

// Whatever a run is of, its text can be read; and what is not in it is counted.
func TestTextOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run := rapid.SliceOfN(usual, 1, 200).Draw(t, "run")
		text, w := texted(t, newMade(), run)
		events(t, []byte(text))
		// An event is a line, or is left out. Only those of frames and ends may be part of
		// another line, or need none.
		var frames int64
		for i := range run {
			switch run[i].Kind {
			case envs.Enter, envs.Leave, envs.End, envs.Forget:
				frames++
			}
		}
		lines := int64(strings.Count(text, "\n"))
		n, what := w.Omitted()
		require.GreaterOrEqual(t, lines+n, int64(len(run))-frames, "%s\n%s", text, what)
	})
}

func TestOmitted(t *testing.T) {
	p := newMade()
	run := []envs.Event{
		{Kind: envs.Enter, Thread: 1},
		{Thread: 1, PC: 0, Obj: 7},             // a load of a field
		{Thread: 1, PC: 0},                     // of nobody knows what
		{Thread: 1, PC: 1, Obj: 8},             // volatile
		{Thread: 1, PC: 2, Obj: 9},             // on the shared side
		{Thread: 1, PC: 3, Obj: 9},             // in vain
		{Thread: 1, PC: 3, Obj: 9, Done: true}, // a lock is taken
		{Thread: 1, PC: 5, Obj: 9},             // and given back
		{Thread: 1, PC: 5, Obj: 9},             // once more
		{Thread: 1, PC: 4},                     // a call
		{Kind: envs.Enter, Thread: 1, Func: 300, Direct: true},
		{Kind: envs.Leave, Thread: 1}, // by a panic
		{Thread: 1, PC: 4},            // a call of who knows what
		{Kind: envs.Signal, Thread: 1, Obj: 3},
		{Kind: envs.Observe, Thread: 1, Obj: 3},
		{Kind: envs.Fault, Thread: 1, PC: 2},
		{Thread: 1, PC: 6},
		{Kind: envs.Leave, Thread: 1, Done: true},
		{Kind: envs.End, Thread: 1},
	}
	text, w := texted(t, p, run)
	require.Equal(t, `thread-1|begin(main)|1
thread-1|r(T.f#7)|1
thread-1|acq(s.a#9)|2
thread-1|rel(s.a#9)|3
thread-1|begin(f300)|4
thread-1|end|5
thread-1|end|6
`, text)
	n, what := w.Omitted()
	require.Equal(t, int64(12), n)
	require.Equal(t, "1 acquire on the shared side, 1 call, 1 end of a thread that none joins, 1 fault, 1 load of an "+
		"unknown object, "+
		"1 observe, 1 release of a lock that the thread does not hold, 1 signal, 1 tryacquire in vain, 1 tryacquire, said "+
		"as acq, "+
		"1 unwinding of a frame, 1 volatile store", what)
	require.True(t, w.OrderLost())
	require.Equal(t, []envs.Position{
		p.Position(envs.At(0, 0)), p.Position(envs.At(0, 3)), p.Position(envs.At(0, 5)), p.Position(envs.At(0, 4)),
		p.Position(envs.At(300, 0)), p.Position(envs.At(0, 6)),
	}, w.Positions())
}

// Of what is left out some may have ordered threads.
func TestOrderLost(t *testing.T) {
	p := newMade()
	for _, c := range []struct {
		ev   envs.Event
		lost bool
	}{
		{envs.Event{PC: 0}, false},                             // a load of nobody knows what
		{envs.Event{PC: 1, Obj: 8}, true},                      // volatile
		{envs.Event{PC: 2, Obj: 9}, true},                      // a lock on the shared side
		{envs.Event{PC: 3, Obj: 9}, false},                     // an attempt in vain
		{envs.Event{PC: 3, Done: true}, true},                  // a lock that is not known
		{envs.Event{PC: 5, Obj: 9}, true},                      // given back for another thread
		{envs.Event{PC: 4}, false},                             // a call of who knows what
		{envs.Event{Kind: envs.Signal, Obj: 3}, true},          // by a channel, for instance
		{envs.Event{Kind: envs.Observe, Obj: 3}, true},         // as well
		{envs.Event{Kind: envs.Fault, PC: 2}, false},           // something failed
		{envs.Event{Kind: envs.Leave}, false},                  // a panic
		{envs.Event{Kind: envs.Enter, Func: 300}, false},       // nothing is left out
		{envs.Event{Kind: envs.NumEventKinds, Obj: 3}, true},   // of a later version
		{envs.Event{Kind: envs.End, Thread: 1, PC: 9}, false},  // none waits for it
		{envs.Event{Kind: envs.Step, PC: 99, Thread: 1}, true}, // who knows what it is
	} {
		c.ev.Thread = 1
		_, w := texted(t, p, []envs.Event{{Kind: envs.Enter, Thread: 1}, c.ev})
		_, what := w.Omitted()
		require.Equal(t, c.lost, w.OrderLost(), "%+v: %s", c.ev, what)
	}
}

// Names that a text has no room for, and those that are then alike.
func TestNames(t *testing.T) {
	loc := func(name string) *envs.Loc { return &envs.Loc{Class: envs.Global, Name: name, Variable: true} }
	p := newMade()
	p.funcs[0] = &envs.Func{Name: "a b|c", Regs: 1, Ops: []envs.Op{
		{Kind: envs.Load, PC: 0, Loc: loc("a b")}, {Kind: envs.Load, PC: 1, Loc: loc("a|b")},
		{Kind: envs.Load, PC: 2, Loc: loc("a_b")},
		{Kind: envs.Load, PC: 3, Loc: loc("é\xff")}, {Kind: envs.Load, PC: 4, Loc: loc("")}, {Kind: envs.Load, PC: 5},
	}}
	run := []envs.Event{{Kind: envs.Enter, Thread: 1}}
	for pc := range int32(6) {
		run = append(run, envs.Event{Thread: 1, PC: pc, Obj: 1})
	}
	text, _ := texted(t, p, run)
	require.Equal(t, []string{"begin(a b_c)", "r(a_b)", "r(a_b~2)", "r(a_b~3)", "r(é\xff)", "r(_)", "r(object#1)"},
		regexp.MustCompile(`[a-z]+\([^|]*`).FindAllString(text, -1))
	again := append(append([]envs.Event{}, run...), envs.Event{Kind: envs.Forget, Obj: 1}, run[1])
	longer, _ := texted(t, p, again)
	require.Equal(t, text+"thread-1|r(a_b~4)|1\n", longer, "another object with the same number")
	got, r := events(t, []byte(text))
	require.Len(t, got, len(run)+2, "a root, and a call")
	require.True(t, bytes.Contains([]byte(r.Program().Func(1).Ops[3].Loc.Name), []byte("\xff")))
}
