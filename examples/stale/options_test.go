package stale

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/ir/irtest"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/stale/internal/compound"
)

// both is what the two sides find in a program: its lines. In the test they are the same.
func both(t *testing.T, text string, opts any) []int {
	p, err := ir.Parse("x.plx", text)
	require.NoError(t, err)
	got := lines(static(t, p, opts))
	require.Equal(t, got, lines(dynamic(t, p, opts, 50)),
		"the static side finds what is on the left, runs what is on the right")
	return got
}

// The option for optimistic updates takes away the false reports of figure 10.2, in both modes; what is
// computed with no comparison is reported where it is written.
func TestOptimistic(t *testing.T) {
	find := func(id string) string {
		p, err := irtest.Find(id)
		require.NoError(t, err)
		return p.Source
	}
	relaxed, strict := RelaxedOptions(), RelaxedOptions()
	strict.Optimistic = false
	require.Subset(t, both(t, find("T10.2"), Options{}), []int{23, 25}, "plain")
	require.Empty(t, both(t, find("T10.2"), Options{Optimistic: true}))
	require.Empty(t, both(t, find("T10.2"), relaxed), "the relaxed mode has the option")
	require.Equal(t, []int{26}, both(t, find("T10.2"), strict), "unless it is set to false")
	for _, id := range []string{"T2.10", "T10.1"} {
		with := both(t, find(id), Options{Optimistic: true})
		require.Equal(t, both(t, find(id), relaxed), with, "%s: to compute with a copy is no use", id)
		require.NotEqual(t, both(t, find(id), Options{}), with, id)
	}
}

// What must hold of a comparison: it is about the class that was read, and it decides the use. What is there is read
// in the block in which the copy is used.
func TestOptimisticTwins(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want []int
	}{
		"compared": {`sync lock { if v == s.f { s.f = w } }`, nil},
		"in another block": {`sync lock { if v == s.f { ok = 1 } }
	if ok { sync lock { s.f = w } }`, []int{9}},
		"with another field":         {`sync lock { if v == s.g { s.f = w } }`, []int{8}},
		"not decided":                {`sync lock { if v == s.f { ok = 1 }; s.f = w }`, []int{8}},
		"in a callee":                {`sync lock { if v == s.f { s.f = next(w) } }`, nil},
		"compared with a copy":       {`sync lock { if v == w { s.f = w } }`, []int{8}},
		"one of two ways":            {`sync lock { if nondet || v == s.f { s.f = w } }`, []int{8}},
		"compared, and used outside": {`sync lock { if v == s.f { ok = 1 } }; t.f = w`, []int{8}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, both(t, `class S { f, g }
final s = new S
final t = new S
final lock = new Object
func next(v) { return v + 1 }
func update() { ok = 0; sync lock { v = s.f }
	w = v * 2
	`+c.body+`
}
func main() {
	a = spawn update()
	b = spawn update()
	join a; join b
}`, Options{Optimistic: true}))
		})
	}
}

// Data that no other thread can reach is nobody's stale value; once it is published it is.
func TestThreadLocal(t *testing.T) {
	const program = `class S { f }
final lock = new Object
var found
func work(s) {
	sync lock { v = s.f }
	sync lock { s.f = v + 1 }
}
func own() { s = new S; work(s) }
func published() { s = new S; sync lock { found = s }; other = spawn take(s); work(s); join other }
func take(s) { sync lock { s.f = 1 } }
func main() { `
	relaxed := RelaxedOptions()
	relaxed.ThreadLocal = true
	for _, with := range []struct{ option, no any }{{Options{ThreadLocal: true}, Options{}}, {relaxed, RelaxedOptions()}} {
		own := program + "a = spawn own(); b = spawn own(); join a; join b }"
		require.Equal(t, []int{6}, lines(static(t, parse(t, program+"own() }"), with.no)), "it may be shared")
		require.Empty(t, both(t, own, with.option))
		require.Equal(t, []int{6}, both(t, program+"a = spawn published(); join a }", with.option))
	}
}

func parse(t *testing.T, text string) *ir.Program {
	p, err := ir.Parse("x.plx", text)
	require.NoError(t, err)
	return p
}

// Data that is written only before others can reach it is never stale. A run does not know what will be
// written.
func TestReadOnly(t *testing.T) {
	const program = `class S { f, g }
final lock = new Object
var found
func make() { s = new S; s.f = 7; s.g = 7; sync lock { found = s } }
func work() {
	sync lock { if found { v = found.f } else { v = 0 } }
	sync lock { if found { w = found.g; found.g = 8 } else { w = 0 } }
	x = v + 1
	y = w + 1
}
func main() {
	a = spawn make(); join a
	a = spawn work(); b = spawn work()
	join a; join b
}`
	require.Equal(t, []int{8, 9}, lines(static(t, parse(t, program), Options{})))
	require.Equal(t, []int{9}, lines(static(t, parse(t, program), Options{ReadOnly: true})))
	require.Equal(t, []int{8, 9}, lines(dynamic(t, parse(t, program), Options{ReadOnly: true}, 50)))
}

// A length that a function returns tells what was so; the one of its elements does not.
func TestAnswers(t *testing.T) {
	const program = `class S { all }
final s = new S
final lock = new Object
func size() { sync lock { return len(s.all) } }
func first() { sync lock { return s.all[0] } }
func fill(n) { sync lock { s.all = new [n] } }
func work() {
	if size() < 8 { fill(9) }
	if first() < 8 { fill(9) }
	n = size()
	m = n + 1
}
func main() {
	fill(3)
	a = spawn work(); b = spawn work()
	join a; join b
}`
	require.Equal(t, []int{8, 9, 11}, both(t, program, Options{}))
	require.Equal(t, []int{9}, both(t, program, Options{Answers: true}))
	opts := RelaxedOptions()
	require.Equal(t, []int{8, 9}, both(t, program, opts))
	opts.Answers = true
	require.Equal(t, []int{9}, both(t, program, opts))
}

// What is handed over is left out, in the relaxed mode unless the option is set to false.
func TestHandover(t *testing.T) {
	const program = `class S { f, g }
final s = new S
final lock = new Object
func work() {
	sync lock { v = s.f; s.f = nil }
	sync lock { s.f = v; s.g = 1 }
}
func main() { a = spawn work(); b = spawn work(); join a; join b }`
	require.Equal(t, []int{6}, both(t, program, Options{}))
	require.Empty(t, both(t, program, Options{Handover: true}))
	opts := RelaxedOptions()
	require.Empty(t, both(t, program, opts))
	opts.Handover = false
	require.Equal(t, []int{6}, both(t, program, opts))
}

// With each of the options, what runs show is found over all paths, too. That does not hold of data that is
// only read: a run does not know what will be written.
func TestOptionsContained(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	for _, flag := range []string{"handover", "optimistic", "threadlocal", "answers"} {
		t.Run(flag, func(t *testing.T) {
			c := checkertest.Checker{Analyzer: Analyzer, Flags: []string{"plain=true", flag + "=true"}}
			checkertest.Contained(t, c,
				checkertest.Generated(100, func(draw irgen.Draw) string { return irgen.Program(draw, irgen.Options{}) }))
		})
	}
}

// The relaxed mode is the default. It has two of the options unless they are set to false, in whatever order
// flags come.
func TestFlags(t *testing.T) {
	for _, c := range []struct {
		flags []string
		want  any
	}{
		{nil, RelaxedOptions()},
		{[]string{"plain=true"}, Options{}},
		{[]string{"plain=false"}, RelaxedOptions()},
		{[]string{"optimistic=false"}, compound.Options{Options: Options{Handover: true}}},
		{[]string{"handover=false"}, compound.Options{Options: Options{Optimistic: true}}},
		{[]string{"optimistic=true", "answers=true", "plain=true"}, Options{Optimistic: true, Answers: true}},
		{[]string{"plain=true", "handover=true"}, Options{Handover: true}},
	} {
		var o options
		a := analyzer(&o)
		for _, f := range c.flags {
			name, value, _ := strings.Cut(f, "=")
			require.NoError(t, a.Flags.Set(name, value))
		}
		var got any = o.chosen()
		if o.plain {
			got = o.chosen().Options
		}
		require.Equal(t, c.want, got, "%v", c.flags)
	}
}
