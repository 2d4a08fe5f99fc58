package dataflow_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// asker notes what an environment answers at operations: all of them in the end, since
// nothing that it finds depends on another frame.
type asker struct {
	dataflow.Frameless
	needs dataflow.Needs
	ask   func(envs.Env, *envs.Op)
}

func (a *asker) Needs() dataflow.Needs { return a.needs }

func (a *asker) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	a.ask(env, op)
	return s
}

const allNeeds = dataflow.Accesses | dataflow.Order | dataflow.Segments | dataflow.LockSets

// answers asks a question at all operations of a program, over all paths, and gives what
// is not empty, by line: the different answers, sorted.
func answers(t *testing.T, src string, needs dataflow.Needs, ask func(envs.Env, *envs.Op) string) map[int]string {
	t.Helper()
	p, err := ir.Parse("test.plx", src)
	require.NoError(t, err)
	all := map[int][]string{}
	a := &asker{needs: needs, ask: func(env envs.Env, op *envs.Op) {
		line := p.Position(env.Point()).Line
		if s := ask(env, op); s != "" && !slices.Contains(all[line], s) {
			all[line] = append(all[line], s)
		}
	}}
	_, err = dataflow.Fixpoint(context.Background(), p, "asker", dataflow.Checker[dataflow.Nothing](a), dataflow.Options{})
	require.NoError(t, err)
	got := map[int]string{}
	for line, list := range all {
		slices.Sort(list)
		got[line] = strings.Join(list, " | ")
	}
	return got
}

// expected reads what comments of a source want at their lines: "// want: x | y".
func expected(src string) map[int]string {
	want := map[int]string{}
	for i, line := range strings.Split(src, "\n") {
		if _, w, ok := strings.Cut(line, "// want: "); ok {
			want[i+1] = strings.TrimSpace(w)
		}
	}
	return want
}

func mustLocks(env envs.Env, op *envs.Op) string {
	if !op.Accesses() {
		return ""
	}
	var names []string
	for l := range env.MustLocks().All() {
		names = append(names, env.LockName(l.Key))
	}
	slices.Sort(names)
	return fmt.Sprint(names)
}

// Functions in which no lock changes see the locks of their callers.
func TestMustLocksOfCallers(t *testing.T) {
	src := `
class C { x }
final a = new C
final b = new C
var total
func add(n) {
	total = total + n // want: [] | [a b] | [a]
}
func through(n) {
	add(n)
}
func main() {
	t = spawn add(1)
	sync a {
		through(2)
		sync b {
			through(3)
		}
	}
}
`
	require.Equal(t, expected(src), answers(t, src, dataflow.LockSets, mustLocks))
}

func mayShare(env envs.Env, op *envs.Op) string {
	switch {
	case !op.Accesses():
		return ""
	case env.MayShare():
		return "shared"
	}
	return "private"
}

// An object is private until it is stored where others find it, is handed to a thread,
// or leaves by an exception; what callees do with it counts.
func TestMayShare(t *testing.T) {
	src := `
class C { x, next = nil }
final g = new C
var v
func fill(p, n) {
	p.x = n // want: private | shared
}
func keep(p) {
	v = p // want: shared
}
func same(p) {
	return p
}
func make() {
	d = new C
	d.x = 1 // want: private
	return d
}
func hang(p, q) {
	p.next = q // want: private | shared
}
func fails(p) {
	throw p
}
func worker(p) {
	p.x = 1 // want: shared
	d = new C
	fill(d, 1)
	fill(g, 1)
	d.x = 2 // want: private
	e = d
	e.x = 3 // want: private
	if p.x > 0 { // want: shared
		v = e // want: shared
		d.x = 4 // want: shared
		e = new C
	}
	e.x = 5 // want: private
	d.x = 5 // want: shared

	a = same(make())
	a.x = 6 // want: private
	b = make()
	hang(a, b)
	b.x = 7 // want: private
	c = a.next // want: private
	c.x = 8 // want: shared
	keep(b)
	a.x = 9 // want: shared
	hang(g, a)

	h = make()
	h.x = 10 // want: private
	try {
		fails(h)
	} catch r {
		h.x = 11 // want: shared
	}
	while nondet {
		i = new C
		i.x = 12 // want: private
		g.next = i // want: shared
		i.x = 13 // want: shared
	}
	n = new C
	m = n.x + 1 // want: private
	v = m // want: shared
	n.x = 14 // want: private
}
func main() {
	t = spawn worker(g)
	worker(g)
	join t
	p = new C
	p.x = 1 // want: private
	spawn worker(p)
	p.x = 2 // want: shared
}
`
	require.Equal(t, expected(src), answers(t, src, dataflow.Accesses, mayShare))
}

// Before the main thread has started another one, it is alone, in all that it calls.
func TestMayShareAlone(t *testing.T) {
	src := `
class C { x }
final g = new C
func set(n) {
	g.x = n // want: private | shared
}
func start() {
	t = spawn set(1)
	g.x = 1 // want: shared
	join t
}
func main() {
	g.x = 0 // want: private
	set(0)
	while nondet {
		g.x = 1 // want: shared
		start()
	}
	g.x = 2 // want: shared
	set(2)
}
`
	require.Equal(t, expected(src), answers(t, src, dataflow.Accesses, mayShare))
}
