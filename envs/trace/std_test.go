package trace_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
)

// told writes an event with the names of the trace.
func told(r *trace.Reader, fn envs.FuncID, ev *envs.Event) string {
	p := r.Program()
	t := p.ThreadName(ev.Thread)
	switch ev.Kind {
	case envs.Enter:
		return fmt.Sprintf("%s enters %s", t, p.Func(ev.Func).Name)
	case envs.Leave:
		return fmt.Sprintf("%s leaves", t)
	case envs.End:
		return fmt.Sprintf("%s ends", t)
	}
	op := &p.Func(fn).Ops[ev.PC]
	return fmt.Sprintf("%s %s %d at %s", t, op, ev.Obj, p.Position(envs.At(fn, ev.PC)))
}

// story reads a text to its end and tells each event.
func story(t *testing.T, text string, opts trace.Options) ([]string, *trace.Reader, error) {
	r, err := trace.NewReader(strings.NewReader(text), "x.std", opts)
	require.NoError(t, err)
	run, err := r.Next()
	require.NoError(t, err)
	var got []string
	stacks := map[envs.Thread][]envs.FuncID{}
	err = run.Each(func(ev *envs.Event) bool {
		s := stacks[ev.Thread]
		fn := envs.FuncID(-1)
		if len(s) > 0 {
			fn = s[len(s)-1]
		}
		got = append(got, told(r, fn, ev))
		switch ev.Kind {
		case envs.Enter:
			stacks[ev.Thread] = append(s, ev.Func)
		case envs.Leave:
			stacks[ev.Thread] = s[:len(s)-1]
		}
		return true
	})
	return got, r, err
}

func TestText(t *testing.T) {
	got, r, err := story(t, "T0|fork(T1)|3\nT1|begin(m)|9\nT1|acq(l)|10\nT1|w(x)|011\r\nT1|rel(l)|12\nT1|end|13\n"+
		"T0|begin|20\nT0|r(x)|11\nT0|end(whatever)|21\nT0|join(T1)|4\nT0|w(x)|11", trace.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{
		"T0 enters thread",
		"T0 fork (thread) 2 at x.std:3:1",
		"T1 enters thread",
		"T1 call (m) 0 at x.std:9:1",
		"T1 enters m",
		"T1 acquire (l) 1 at x.std:10:1",
		"T1 store (x) 1 at x.std:11:1",
		"T1 release (l) 1 at x.std:12:1",
		"T1 return 0 at x.std:13:1",
		"T1 leaves",
		"T0 call (block 20) 0 at x.std:20:1",
		"T0 enters block 20",
		"T0 load (x) 1 at x.std:11:1",
		"T0 return 0 at x.std:21:1",
		"T0 leaves",
		"T1 leaves",
		"T1 ends",
		"T0 join 2 at x.std:4:1",
		"T0 store (x) 1 at x.std:11:1",
	}, got)
	require.Equal(t, []envs.FuncID{0}, r.Program().Roots())
	require.Equal(t, 3, r.Program().NumFuncs())
}

// An operation is a place with what is done there and to what; threads share them.
func TestOperations(t *testing.T) {
	_, r, err := story(t, "A|w(x)|1\nB|w(x)|1\nB|w(x)|2\nB|w(y)|1\nA|r(x)|1\nA|w(x)|01\nA|begin|5\nA|w(x)|1\n",
		trace.Options{})
	require.NoError(t, err)
	root := r.Program().Func(0)
	require.Len(t, root.Ops, 5, "four accesses and a call")
	require.Same(t, root.Ops[0].Loc, root.Ops[1].Loc)
	require.Same(t, root.Ops[0].Loc, r.Program().Func(1).Ops[0].Loc)
	require.NotEqual(t, root.Ops[0].Loc.Name, root.Ops[2].Loc.Name)
}

// A lock has one holder at a time, which may take it again.
func TestHolders(t *testing.T) {
	for _, c := range []struct{ text, problem string }{
		{"A|acq(l)|1 B|acq(l)|2", "x.std:2: thread B acquires l, which thread A holds: want a rel of that thread before it"},
		{"A|acq(l)|1 A|acq(l)|2 A|rel(l)|3 B|acq(l)|4",
			"x.std:4: thread B acquires l, which thread A holds: want a rel of that thread before it"},
		{"A|acq(l)|1 B|rel(l)|2", "x.std:2: thread B releases l, which it does not hold: want an acq before each rel"},
		{"A|acq(l)|1 A|rel(l)|2 B|acq(l)|3 A|acq(l)|4",
			"x.std:4: thread A acquires l, which thread B holds: want a rel of that thread before it"},
		{"A|acq(l)|1 A|acq(l)|2 A|rel(l)|3 A|rel(l)|4 B|acq(l)|5", ""},
		{"A|acq(l)|1 B|acq(m)|2 B|rel(m)|3 A|rel(l)|4 B|acq(l)|5 A|acq(m)|6", ""},
		{"A|fork(B)|1 B|acq(l)|2 A|join(B)|3 A|acq(l)|4", ""}, // a thread that has ended holds nothing
		{"A|acq(a)|1 A|acq(b)|1 A|acq(c)|1 A|acq(d)|1 A|acq(e)|1 A|acq(f)|1 A|acq(g)|1 A|acq(h)|1 A|acq(i)|1 B|acq(a)|2",
			"x.std:10: thread B acquires a, which thread A holds: want a rel of that thread before it"},
		{"A|acq(a)|1 A|acq(b)|1 A|acq(c)|1 A|acq(d)|1 A|acq(e)|1 A|acq(f)|1 A|acq(g)|1 A|acq(h)|1 A|acq(i)|1 A|rel(a)|1 " +
			"B|acq(a)|2", ""},
	} {
		text := strings.ReplaceAll(c.text, " ", "\n") + "\n"
		_, _, err := story(t, text, trace.Options{})
		if c.problem == "" {
			require.NoError(t, err, c.text)
			continue
		}
		require.EqualError(t, err, c.problem)
		var problems []string
		_, r, err := story(t, text, trace.Options{Lenient: true,
			Problem: func(err error) { problems = append(problems, err.Error()) }})
		require.NoError(t, err)
		require.Equal(t, []string{c.problem}, problems)
		require.EqualValues(t, 1, r.Skipped())
	}
}

func TestBadText(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"\n", `want thread|operation|place, got ""`},
		{"T0", `want thread|operation|place, got "T0"`},
		{"|r(x)|1", `want thread|operation|place, got "|r(x)|1"`},
		{"T0|r(x)", `want three fields, thread|operation|place, got "r(x)" after the first`},
		{"T0|r(x)|1|2", `want three fields, thread|operation|place, got "r(x)|1|2" after the first`},
		{"T0|r(x)|", `want a place, an integer of 32 bits, in the third field, got ""`},
		{"T0|r(x)|2147483648", `want a place, an integer of 32 bits, in the third field, got "2147483648"`},
		{"T0|r(x)| 1", `want a place, an integer of 32 bits, in the third field, got " 1"`},
		{"T0|r()|1", `want a name without white space in parentheses, got "r()"`},
		{"T0|r(a b)|1", `want a name without white space in parentheses, got "r(a b)"`},
		{"T0|r(a|1",
			`want one of acq(l), rel(l), r(x), w(x), fork(t), join(t), begin and end in the second field, got "r(a"`},
		{strings.Repeat("x", 61), `want thread|operation|place, got "` + strings.Repeat("x", 60) + `"...`},
		{strings.Repeat("\x00", 60), `want thread|operation|place, got "` + strings.Repeat(`\x00`, 15) + `"...`},
		{strings.Repeat("\x00", 60) + "|end|1", `thread "` + strings.Repeat(`\x00`, 15) +
			`"... ends what it did not begin: want a begin before each end`},
		{"T0||1", `want one of acq(l), rel(l), r(x), w(x), fork(t), join(t), begin and end in the second field, got ""`},
		{"T0|sync(l)|1",
			`want one of acq(l), rel(l), r(x), w(x), fork(t), join(t), begin and end in the second field, got "sync(l)"`},
		{"T0|rel(l)|1", `thread T0 releases l, which it does not hold: want an acq before each rel`},
		{"T0|end|1", `thread T0 ends what it did not begin: want a begin before each end`},
		{"T0|join(T9)|1", `thread T0 joins thread T9, which is no other thread that was forked or did anything`},
		{"T0|join(T0)|1", `thread T0 joins thread T0, which is no other thread that was forked or did anything`},
		{"T0|fork(A)|1", `thread T0 forks thread A, which is there already: want the fork before all it does`},
		{"B|r(x)|1", `thread B does something after it was joined: want no event of it after the join`},
	} {
		// Lines before and after; the last one shows that nothing is left of the bad one.
		const before = "A|acq(l)|1\nA|rel(l)|2\nA|fork(B)|3\nB|acq(l)|4\nA|join(B)|5\n"
		const after = "A|r(x)|6\nA|acq(l)|1\nA|acq(l)|1\nA|rel(l)|2\nA|rel(l)|2\n"
		clean, _, err := story(t, before, trace.Options{})
		require.NoError(t, err)
		want := "x.std:6: " + c.want
		got, _, err := story(t, before+strings.TrimSuffix(c.text, "\n")+"\n"+after, trace.Options{})
		require.EqualError(t, err, want)
		require.Equal(t, clean, got, "all events before it are delivered")

		clean, _, err = story(t, before+after, trace.Options{})
		require.NoError(t, err)
		var problems []string
		got, r, err := story(t, before+strings.TrimSuffix(c.text, "\n")+"\n"+after, trace.Options{
			Lenient: true, Problem: func(err error) { problems = append(problems, err.Error()) },
		})
		require.NoError(t, err)
		require.Equal(t, []string{want}, problems)
		require.EqualValues(t, 1, r.Skipped())
		require.Equal(t, clean, got)
	}
}
