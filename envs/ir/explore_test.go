package ir

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// outcomes are all results of a program, as "end v" with exceptions.
func outcomes(t *testing.T, src string, merge bool) string {
	t.Helper()
	set := map[string]bool{}
	runs, complete := parse(t, src).Explore(Options{Merge: merge, MaxRuns: 400_000}, func(r *Result) bool {
		s := fmt.Sprint(r.End, " ", r.Global("v"))
		for _, u := range r.Uncaught {
			s += fmt.Sprint(" !", u.Value)
		}
		set[s] = true
		return true
	})
	require.True(t, complete, "%d runs", runs)
	var list []string
	for s := range set {
		list = append(list, s)
	}
	sort.Strings(list)
	return strings.Join(list, ", ")
}

const twice = "func main() { t = spawn f(); u = spawn f(); join t; join u }\n"

func TestEverySchedule(t *testing.T) {
	const decls = "class C { x }\nfinal c = new C\nfinal d = new C\nvar v\nvar w\n"
	for _, c := range []struct{ name, src, want string }{
		{"unprotected increments are lost", "func f() { v = v + 1 }\n" + twice, "completed 1, completed 2"},
		{"sync excludes", "func f() { sync c { v = v + 1 } }\n" + twice, "completed 2"},
		{"sync functions exclude", "sync func g(o) { v = v + 1 }\nfunc f() { g(c) }\n" + twice, "completed 2"},
		{"different monitors do not exclude", "func f(o) { sync o { v = v + 1 } }\n" +
			"func main() { t = spawn f(c); u = spawn f(d); join t; join u }", "completed 1, completed 2"},
		{"monitors are re-entrant", "func f() { sync c { sync c { v = v + 1 }; v = v + 1 } }\n" + twice, "completed 4"},
		{"the inner release keeps the monitor", "func f() { acquire c; acquire c; release c; x = v; skip; v = x + 1; " +
			"release c }\n" + twice, "completed 2"},
		{"two blocks do not exclude", "func f() { sync c { x = v }; x = x + 1; sync c { v = x } }\n" + twice,
			"completed 1, completed 2"},
		{"a release in the middle does not exclude",
			"func f() { acquire c; x = v; release c; acquire c; v = x + 1; release c }\n" + twice,
			"completed 1, completed 2"},
		{"an exception gives the monitor back", "func f() { try { sync c { v = v + 1; throw 1 } } catch e { skip } }\n" +
			twice, "completed 2"},
		{"an exception out of a callee gives its monitor back",
			"sync func g(o) { h() }\nfunc h() { sync d { v = v + 1; throw 7 } }\n" +
				"func f() { g(c) }\n" + twice, "completed 2 !7 !7"},
		{"a thread that dies keeps a raw monitor", "func f() { acquire c; throw 1 }\n" + twice, "deadlock 0 !1"},
		{"opposite orders can deadlock", "func f(o, p) { sync o { sync p { v = v + 1 } } }\n" +
			"func main() { t = spawn f(c, d); u = spawn f(d, c); join t; join u }", "completed 2, deadlock 0"},
		{"a gate lock prevents that", "final gate = new Object\nfunc f(o, p) { sync gate { sync o { sync p { v = v + 1 } " +
			"} } }\n" +
			"func main() { t = spawn f(c, d); u = spawn f(d, c); join t; join u }", "completed 2"},
		{"locks crossed", "func f(o, p) { acquire o; acquire p; release o; v = v + 1; release p }\n" +
			"func main() { t = spawn f(c, d); u = spawn f(c, d); join t; join u }", "completed 2"},
		{"tryacquire does not wait", "func f() { if tryacquire c { v = v + 1; release c } }\n" + twice,
			"completed 1, completed 2"},
		{"nondet takes every value", "func main() { v = nondet(3) * 10 + nondet }",
			"completed 0, completed 1, completed 10, completed 11, completed 20, completed 21"},
		{"join waits", "func f() { v = v + 1 }\nfunc main() { t = spawn f(); join t; u = spawn f(); join u; v = v * 10 }",
			"completed 20"},
		{"without join main ends first or last", "func f() { v = 1 }\nfunc main() { t = spawn f(); v = 2 }",
			"completed 1, completed 2"},
		{"wait gives the monitor back", "func f() { sync c { while w == 0 { wait c }; v = 1 } }\n" +
			"func main() { t = spawn f(); sync c { w = 1; notify c }; join t }", "completed 1"},
		{"a lost notification", "func f() { sync c { wait c; v = 1 } }\n" +
			"func main() { t = spawn f(); sync c { notify c }; join t }", "completed 1, deadlock 0"},
		{"wait gives all of a re-entrant monitor back and takes all again",
			"func f() { sync c { sync c { while w == 0 { wait c }; v = v + 1 }; v = v + 1 }; try { release c } catch e { v = " +
				"v * 10 - e } }\n" +
				"func main() { t = spawn f(); sync c { w = 1; notifyall c }; join t }", "completed 24"},
		{"notify wakes one", "func f() { sync c { w = w + 1; wait c; v = v + 1 } }\n" +
			"func main() { t = spawn f(); u = spawn f(); while w < 2 { skip }; sync c { notify c } }", "deadlock 1"},
		{"notifyall wakes all", "func f() { sync c { w = w + 1; wait c; v = v + 1 } }\n" +
			"func main() { t = spawn f(); u = spawn f(); while w < 2 { skip }; sync c { notifyall c } }", "completed 2"},
		{"notify wakes either", "func f(n) { sync c { w = w + 1; wait c; v = n } }\n" +
			"func main() { t = spawn f(1); u = spawn f(2); while w < 2 { skip }; sync c { notify c } }",
			"deadlock 1, deadlock 2"},
	} {
		require.Equal(t, c.want, outcomes(t, decls+c.src, true), c.name)
		if !strings.Contains(c.src, "while") { // without merging a loop that waits has no end
			require.Equal(t, c.want, outcomes(t, decls+c.src, false), c.name)
		}
	}
}

// TestRunsAreAmongTheExplored compares the seeded schedules with all schedules.
func TestRunsAreAmongTheExplored(t *testing.T) {
	p := parse(t, "final c = new Object\nvar v\nfunc f(n) { while n > 0 { v = v + n; sync c { v = v * 2 }; n = n - 1 } "+
		"}\n"+
		"func main() { t = spawn f(2); f(1); join t }")
	all := map[Value]bool{}
	_, complete := p.Explore(Options{Merge: true}, func(r *Result) bool { all[r.Global("v")] = true; return true })
	require.True(t, complete)
	seen := map[Value]bool{}
	for seed := range uint64(2000) {
		v := p.Run(seed, Options{Preempt: 0.5}).Result().Global("v")
		require.Contains(t, all, v)
		seen[v] = true
	}
	require.Greater(t, len(seen), 4)
	require.Equal(t, len(all), len(seen), "every outcome shows sooner or later")
}

func TestExploreBounds(t *testing.T) {
	p := parse(t, "var v\nfunc f() { v = v + 1 }\n"+twice)
	n := 0
	runs, complete := p.Explore(Options{MaxRuns: 3}, func(*Result) bool { n++; return true })
	require.False(t, complete)
	require.Equal(t, 3, runs)
	require.Equal(t, 3, n)
	runs, complete = p.Explore(Options{}, func(*Result) bool { return false })
	require.False(t, complete)
	require.Equal(t, 1, runs)
	events, states := 0, 0
	runs, complete = p.Explore(Options{
		Events:  func(envs.Event) { events++ },
		Observe: func(s *State) { states++ },
	}, func(*Result) bool { return true })
	require.True(t, complete)
	require.Greater(t, states, runs)
	require.Greater(t, events, states)
	_, complete = p.Explore(Options{MaxThreads: 1}, func(r *Result) bool {
		require.Equal(t, ThreadLimit, r.End)
		return true
	})
	require.False(t, complete)
	p = parse(t, "func main() { while true { skip } }")
	_, complete = p.Explore(Options{}, func(r *Result) bool { return r.End == StepLimit })
	require.False(t, complete)
}

func TestDeadlockIsReported(t *testing.T) {
	p := parse(t, `final a = new Object
final b = new Object
func f() {
	sync a {
		wait a
	}
}
func g() {
	acquire b
}
func main() {
	t = spawn f()
	u = spawn g()
	join u
	v = spawn g()
	join t
}
`)
	r := p.Run(1, Options{}).Result()
	require.Equal(t, Deadlock, r.End)
	require.Len(t, r.Blocked, 3)
	main, f, g := r.Blocked[0], r.Blocked[1], r.Blocked[2]
	require.Equal(t, "a.plx:16:2", p.Position(main.At).String())
	require.Equal(t, envs.Thread(2), main.For)
	require.Equal(t, "a.plx:5:3", p.Position(f.At).String())
	require.True(t, f.Notify)
	require.Equal(t, r.Global("a").Object(), f.Obj)
	require.Equal(t, "a.plx:9:2", p.Position(g.At).String())
	require.Equal(t, envs.Thread(3), g.For, "who holds it")
	require.Equal(t, r.Global("b").Object(), g.Obj)
	require.Equal(t, "deadlock", r.End.String())
}
