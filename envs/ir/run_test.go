package ir

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

func parse(t testing.TB, src string) *Program {
	t.Helper()
	p, err := Parse("a.plx", src)
	require.NoError(t, err)
	require.NoError(t, envs.Validate(p))
	return p
}

// TestMeaning runs bodies of main without threads and looks at the variable v.
func TestMeaning(t *testing.T) {
	const decls = `
class C { x, y = 7, n = nil }
final c = new C
final arr = new [3]
final k = -4
final yes = true
var v
var w = 5
func id(x) { return x }
func two(x) { return x, x + 1 }
func swap(a, b) { return b, a }
func none() { v = 99 }
func fact(n) { if n < 2 { return 1 }; return n * fact(n - 1) }
func even(n) { if n == 0 { return true }; return odd(n - 1) }
func odd(n) { if n == 0 { return false }; return even(n - 1) }
func deep(n) { if n > 0 { deep(n - 1) }; v = v + 1 }
func boom(x) { if x > 0 { boom(x - 1) }; throw 42 }
func locked(o) { sync o { boom(2) } }
sync func getter(o) { return o.y }
func early(o) { while true { sync o { sync c { if o.y == 7 { return 1 }; break } } }; return 2 }
func note(x) { v = v * 10 + x; return x }
`
	for _, c := range []struct {
		body string
		want int64
	}{
		{"v = 1 + 2 * 3 - 8 / 2 % 3", 6},
		{"v = -7 / 2 * 10 + -7 % 3", -31},
		{"v = 9223372036854775807 + 1", -9223372036854775808},
		{"v = (1 < 2) + (2 <= 2) * 10 + (3 > 4) * 100 + (4 >= 4) * 1000 + (1 == 1) * 10000 + (1 != 1)", 11011},
		{"v = nil == nil && c == c && c != arr && nil != 0 && c.n == nil", 1},
		{"v = !0 + !5 + !nil + !c", 2},
		{"v = c + 3", 3},
		{"v = x; x = 1", 0},
		{"v = k * w + yes", -19},
		{"x = 3; y = x; x = 4; v = y", 3},
		{"c.x = 3; c.x = c.x + c.y; v = c.x", 10},
		{"o = new C; o.x = 5; o.n = c; o.n.x = 6; v = c.x * 10 + o.x", 65},
		{"arr[0] = 1; arr[1 + 1] = 4; v = arr[0] + arr[2] + arr[1] + len(arr) * 10", 35},
		{"a = new [w]; i = 0; while i < len(a) { a[i] = i * i; i = i + 1 }; v = a[4]", 16},
		{"a, b = two(4); v = a * 10 + b", 45},
		{"a = 1; b = 2; a, b = swap(a, b); v = a * 10 + b", 21},
		{"c.x, arr[1] = two(8); v = c.x * 10 + arr[1]", 89},
		{"x = 3; x = id(x); v = id(id(x) + id(1))", 4},
		{"none()", 99},
		{"v = fact(10)", 3628800},
		{"v = even(10) * 2 + odd(7)", 3},
		{"deep(5)", 6},
		{"i = 0; while true { i = i + 1; if i == 3 { continue }; if i > 5 { break }; v = v * 10 + i }", 1245},
		{"i = 3; while i > 0 { j = 0; while j < 3 { j = j + 1; if j == 2 { break }; v = v + 1 }; i = i - 1 }", 3},
		{"if nil { v = 1 } else if 0 { v = 2 } else { v = 3 }", 3},
		{"if 0 || note(2) && note(3) { note(4) }", 234},
		{"x = note(0) && note(1); y = note(2) || note(3); v = v * 100 + x * 10 + y", 201},
		{"i = 0\nL: i = i + 1; if i < 4 { goto L }; v = i", 4},
		{"i = 0; if w == 5 { goto B }\nA: v = v * 10 + 1\nB: v = v * 10 + 2; i = i + 1; if i < 3 { goto A }", 21212},
		{"while true { while true { goto Out } }\nOut: v = 8", 8},
		{"try { throw 5; v = 1 } catch e { v = e + 1 }", 6},
		{"try { try { throw 5 } catch e { throw e + 1 } } catch f { v = f * 2 }", 12},
		{"try { boom(3) } catch e { v = e }", 42},
		{"try { v = 1; x = c.n.x; v = 2 } catch e { v = v * 100 + e }", 99},
		{"try { x = arr[3] } catch e { v = e }", errBounds},
		{"try { arr[-1] = 1 } catch e { v = e }", errBounds},
		{"try { arr[c] = 1 } catch e { v = e }", errBounds},
		{"try { a = new [0 - 1] } catch e { v = e }", errBounds},
		{"try { x = 1 / v } catch e { v = e }", errDivision},
		{"try { x = 1 % (w - 5) } catch e { v = e }", errDivision},
		{"try { x = arr.x } catch e { v = e }", errNoObject},
		{"try { o = new Object; o.x = 1 } catch e { v = e }", errNoObject},
		{"try { x = c[0] } catch e { v = e }", errNoObject},
		{"try { x = len(c) } catch e { v = e }", errNoObject},
		{"try { release c } catch e { v = e }", errNotHeld},
		{"try { notify c } catch e { v = e }", errNotHeld},
		{"try { wait c } catch e { v = e }", errNotHeld},
		{"try { acquire nil } catch e { v = e }", errNoObject},
		{"try { sync v { skip } } catch e { v = e }", errNoObject},
		{"try { join c } catch e { v = e }", errNoObject},
		{"x = 7; try { x = 1 / v } catch e { v = x }", 7}, // changed nothing
		{"try { locked(c) } catch e { v = e }; release2 = 0; try { release c } catch e { v = v + e }", 42 + errNotHeld},
		{"v = getter(c); try { release c } catch e { v = v * 10 + e }", 70 + errNotHeld},
		{"v = early(new C); try { release c } catch e { v = v * 10 + e }", 10 + errNotHeld},
		{"sync c { sync c { acquire c; release c }; v = 1; release c }; v = v + 1", 2}, // given back early: let be
		{"o = c; sync o { o = arr }; try { release c } catch e { v = e }", errNotHeld},
		{"x = tryacquire c; y = tryacquire c; release c; release c; v = x + y; try { release c } catch e { v = v - e }",
			2 - errNotHeld},
		{"try { sync c { throw 3 } } catch e { v = e }; try { release c } catch e { v = v + e }", 3 + errNotHeld},
		{"i = 2; while i > 0 { i = i - 1; sync c { if i { continue }; break } }; try { release c } catch e { v = e }",
			errNotHeld},
		{"sync c { goto L }\nL: try { release c } catch e { v = e }", errNotHeld},
		{"acquire c; acquire arr; release c; release arr; v = 1", 1},
	} {
		p := parse(t, decls+"func main() {\n"+c.body+"\n}\n")
		r := p.Run(1, Options{}).Result()
		require.Equal(t, Completed, r.End, c.body)
		require.Empty(t, r.Uncaught, c.body)
		got, isInt := r.Global("v").Int()
		require.True(t, isInt, c.body)
		require.Equal(t, c.want, got, c.body)
	}
}

func TestResult(t *testing.T) {
	p := parse(t, `
class C { x = 3 }
final c = new C
final arr = new [2]
var u
func f() {
	c.x = 4
	throw c
}
func main() {
	arr[1] = c
	u = nil
	t = spawn f()
	join t
}
`)
	r := p.Run(1, Options{}).Result()
	require.Equal(t, Completed, r.End)
	require.Equal(t, 2, r.Threads)
	v, ok := r.Elem(r.Global("arr"), 1)
	require.True(t, ok)
	require.Equal(t, r.Global("c"), v)
	v, ok = r.Field(v, "x")
	require.True(t, ok)
	require.Equal(t, intValue(4), v)
	_, ok = r.Field(r.Global("arr"), "x")
	require.False(t, ok)
	_, ok = r.Elem(r.Global("c"), 0)
	require.False(t, ok)
	require.True(t, r.Global("u").IsNil())
	require.Equal(t, Value{}, r.Global("nothing"))
	require.Len(t, r.Uncaught, 1)
	require.Equal(t, envs.Thread(2), r.Uncaught[0].Thread)
	require.Equal(t, "a.plx:8:2", p.Position(r.Uncaught[0].At).String())
	require.Equal(t, "#1 nil -4", fmt.Sprint(r.Uncaught[0].Value, " ", nilValue(), " ", intValue(-4)))
}

func TestLimits(t *testing.T) {
	p := parse(t, "func f() { f() }\nfunc main() { while true { try { f() } catch e { skip } } }")
	r := p.Run(1, Options{MaxSteps: 1000, MaxDepth: 10}).Result()
	require.Equal(t, StepLimit, r.End)
	require.Equal(t, 1000, r.Steps)

	p = parse(t, "var v\nfunc f() { v = v + 1; f() }\nfunc main() { try { f() } catch e { v = v * 10 + e } }")
	r = p.Run(1, Options{MaxDepth: 5}).Result()
	require.Equal(t, intValue(4*10+errDepth), r.Global("v"))

	p = parse(t, "func main() { while true { a = new [1000000] } }")
	require.Less(t, len(p.Run(1, Options{}).Result().m.objs), 100)
}

func TestSchedulesFollowTheSeed(t *testing.T) {
	p := parse(t, counters)
	events := func(seed uint64, opts Options) (list []envs.Event) {
		for ev, err := range p.Run(seed, opts).Events() {
			require.NoError(t, err)
			list = append(list, ev)
		}
		return list
	}
	a := events(3, Options{})
	require.Equal(t, a, events(3, Options{}))
	require.NotEqual(t, a, events(4, Options{}))
	x := p.Run(3, Options{})
	r := x.Result()
	n := 0
	for ev := range x.Events() {
		if ev.Kind == envs.Step {
			n++
		}
	}
	require.Equal(t, r.Steps, n)
	require.Equal(t, r.Global("v"), x.Result().Global("v"))

	switches := func(list []envs.Event) (n int) {
		for i := range list[1:] {
			if list[i].Thread != list[i+1].Thread {
				n++
			}
		}
		return n
	}
	often, never := switches(events(3, Options{Preempt: 1})), switches(events(3, Options{Preempt: -1}))
	require.Greater(t, often, 4*never)
	require.Less(t, never, 10)
}

// A listener that has seen enough ends the run.
func TestEventsCanBeLeft(t *testing.T) {
	x := parse(t, counters).Run(1, Options{})
	n := 0
	for range x.Events() {
		if n++; n == 5 {
			break
		}
	}
	require.Equal(t, 5, n)
	require.Equal(t, Completed, x.Result().End)
}

const counters = `
var v
func inc(n) {
	while n > 0 {
		v = v + 1
		n = n - 1
	}
}
func main() {
	t = spawn inc(20)
	u = spawn inc(20)
	join t
	join u
}
`

func TestObserve(t *testing.T) {
	p := parse(t, `
class C { x }
final c = new C
func f(a) {
	sync c {
		c.x = a
		b = a * 2
	}
	return b
}
func main() {
	x = 5
	sync c { y = f(x) }
}
`)
	var log []string
	opts := Options{Observe: func(s *State) {
		f := p.Func(s.Point().Func())
		op := &f.Ops[s.Point().PC()]
		if f.Name == "f" && (op.Kind == envs.Return || op.Kind == envs.Store) {
			x, _ := s.Field(s.Global("c"), "x")
			log = append(log, fmt.Sprint(op.Kind, " a=", s.Reg(1), " b=", s.Reg(2), " x=", x, " depth=", s.Depth(),
				" holds=", s.Holds(s.Global("c")), s.Held(), " thread=", s.Thread(), " line=", p.Position(s.Frame(1)).Line))
		}
	}}
	steps := 0
	for ev := range p.Run(1, opts).Events() {
		if ev.Kind == envs.Step {
			steps++
		}
	}
	require.Equal(t, []string{
		"store a=5 b=0 x=0 depth=2 holds=2 [1] thread=1 line=13",
		"return a=5 b=10 x=5 depth=2 holds=1 [1] thread=1 line=13",
	}, log)
	require.Equal(t, p.Run(1, Options{}).Result().Steps, steps)
}

func TestThreadLimit(t *testing.T) {
	p, err := Parse("bomb.plx", "func main() {\n\tspawn main()\n}\n")
	require.NoError(t, err)
	r := p.Run(1, Options{MaxThreads: 50}).Result()
	require.Equal(t, ThreadLimit, r.End)
	require.Equal(t, 51, r.Threads)
}
