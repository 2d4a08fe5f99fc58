package world_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irtest"
)

// asker notes what an environment answers at operations: all of them in the end, since
// nothing that it finds depends on another frame.
type asker struct {
	needs []dataflow.AnyFacet // that cost something
	ask   func(envs.Env, *everything, *envs.Op)
	world everything
}

func (a *asker) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	a.world = worldOf(r, a.needs...)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: a.Step,
	}
}

func (a *asker) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	a.ask(env, &a.world, op)
	return s
}

// answers asks a question at all operations of a program, over all paths, and gives what
// is not empty, by line: the different answers, sorted.
func answers(t *testing.T, src string, needs []dataflow.AnyFacet, ask func(envs.Env, *everything, *envs.Op) string,
) map[int]string {
	t.Helper()
	p, err := ir.Parse("test.plx", src)
	require.NoError(t, err)
	all := map[int][]string{}
	a := &asker{needs: needs, ask: func(env envs.Env, w *everything, op *envs.Op) {
		line := p.Position(env.Point()).Line
		if s := ask(env, w, op); s != "" && !slices.Contains(all[line], s) {
			all[line] = append(all[line], s)
		}
	}}
	_, err = dataflow.NewAnalyzer("asker", "", a.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	return joined(all)
}

// joined are the answers of each line as one text.
func joined(all map[int][]string) map[int]string {
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

func mustLocks(_ envs.Env, w *everything, op *envs.Op) string {
	if !op.Accesses() {
		return ""
	}
	var names []string
	for l := range w.MustLocks().All() {
		names = append(names, w.LockName(l.Key))
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
	require.Equal(t, expected(src), answers(t, src, []dataflow.AnyFacet{world.LockSets}, mustLocks))
}

func locksAround(_ envs.Env, w *everything, op *envs.Op) string {
	if op.Kind != envs.Acquire {
		return ""
	}
	var all []string
	held, _ := w.MayLocks()
	for _, h := range held {
		var names []string
		for l := range h.Around.All() {
			names = append(names, w.LockName(l.Key))
		}
		slices.Sort(names)
		all = append(all, fmt.Sprint(w.LockName(h.Lock), names))
	}
	return strings.Join(all, " ")
}

// Around each lock are the others by the ways from it, and all that are single ones. The lock that is being taken is
// not among them, unless it was held before.
func TestLocksAroundHeldLocks(t *testing.T) {
	src := `
class C { }
final a = new C
final b = new C
func f(p) {
	sync a { // want: a[]
		sync p { // want: a[a the object itself] a lock[a]
			sync b { // want: a[a the object itself] a lock[a the object itself] b[a]
				sync p { // want: a[a b the object itself] a lock[a b the object itself] b[a b the object itself]
				}
			}
		}
	}
}
func main() {
	f(new C)
}
`
	require.Equal(t, expected(src), answers(t, src, []dataflow.AnyFacet{world.LockSets}, locksAround))
}

func mayShare(_ envs.Env, w *everything, op *envs.Op) string {
	switch {
	case !op.Accesses():
		return ""
	case w.MayShare():
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
	c.x = 8 // want: private
	b.next = g // want: private
	c = a.next // want: private
	c.x = 8 // want: shared
	keep(b)
	a.x = 9 // want: shared
	hang(g, a)

	k = make()
	l = make()
	hang(k, l)
	v = k.next // want: private | shared
	k.x = 10 // want: shared

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
	require.Equal(t, expected(src), answers(t, src, []dataflow.AnyFacet{world.Memory}, mayShare))
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
	require.Equal(t, expected(src), answers(t, src, []dataflow.AnyFacet{world.Memory}, mayShare))
}

// Named objects are locks of their own. What is in a register or parameter may be any of
// its class, and of all if that is not known.
func TestMayBeSameLock(t *testing.T) {
	src := `
class C { x }
class D { y }
final a = new C
final b = new C
final d = new D
final array = new [3]
func locks(p) {
	sync a { skip }
	sync b { skip }
	sync d { skip }
	sync array { skip }
	sync p { skip }
	c = new C
	sync c { skip }
	e = c
	tryacquire e
}
func main() {
	locks(a)
}
`
	p, err := ir.Parse("test.plx", src)
	require.NoError(t, err)
	locks := map[string]envs.Lock{}
	same := map[string]string{}
	ch := &asker{ask: func(env envs.Env, w *everything, op *envs.Op) {
		if op.Kind != envs.Acquire && op.Kind != envs.TryAcquire {
			return
		}
		locks[env.Func().RegName(0)+op.Path.Text] = w.Lock()
		for x, l := range locks {
			for y, m := range locks {
				if w.MayBeSame(l, m) {
					same[x[2:]+y[2:]] = "may"
				}
				require.Equal(t, w.MayBeSame(l, m), w.MayBeSame(m, l))
			}
		}
	}}
	_, err = dataflow.NewAnalyzer("asker", "", ch.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	var apart []string
	for _, x := range []string{"a", "b", "d", "array", "p", "c", "e"} {
		for _, y := range []string{"a", "b", "d", "array", "p", "c", "e"} {
			if x < y && same[x+y] == "" {
				apart = append(apart, x+"-"+y)
			}
		}
	}
	slices.Sort(apart)
	require.Equal(t, []string{"a-array", "a-b", "a-d", "array-b", "array-c", "array-d", "array-e", "b-d", "c-d", "d-e"},
		apart)
}

// The accesses that may be races are those of threads that may be there at the same time;
// what excludes one of them is said. Lines are named by comments.
func TestMayRace(t *testing.T) {
	src := `
class C { x, y, z }
final g = new C
func first() {
	g.x = 1 // first: also
}
func also() {
	g.x = 2 // also: first
}
func second() {
	g.x = 3 // second: meanwhile
}
func many() {
	sync g {
		g.y = 1 // inside: inside(a common lock) outside
	}
	d = new C
	d.x = 5 // private:
}
func either() {
	g.z = 1 // either: after
}
func main() {
	g.x = 0 // before:
	t = spawn first()
	u = spawn also()
	join t
	join u
	g.x = 6 // between:
	v = spawn second()
	g.x = 7 // meanwhile: second
	join v
	if nondet {
		w = spawn either()
	} else {
		w = spawn either()
	}
	join w
	g.z = 2 // after: either
	g.y = 2 // early:
	while nondet {
		spawn many()
	}
	g.y = 3 // outside: inside
}
`
	names, want := map[int]string{}, map[string]string{}
	for i, line := range strings.Split(src, "\n") {
		if _, comment, ok := strings.Cut(line, "// "); ok {
			name, races, _ := strings.Cut(comment, ":")
			names[i+1], want[name] = name, strings.TrimSpace(races)
		}
	}
	got := map[string]string{}
	for line, s := range answers(t, src, costly, func(env envs.Env, w *everything, op *envs.Op) string {
		if !op.Accesses() {
			return ""
		}
		list := []string{"."}
		for _, a := range w.MayRace() {
			s := names[env.Program().Position(a.At).Line]
			if x := w.Excluded(a); x != "" {
				s += "(" + string(x) + ")"
			}
			if !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
		slices.Sort(list[1:])
		return strings.Join(list, " ")
	}) {
		got[names[line]] = strings.TrimSpace(strings.TrimPrefix(s, "."))
	}
	require.Equal(t, want, got)
}

// Threads have numbers by the places that start them, and segments end where a thread is
// started or waited for.
func TestSegments(t *testing.T) {
	src := `
func work() {
	skip // work
}
func main() {
	skip // start
	t = spawn work()
	skip // meanwhile
	join t
	skip // end
}
`
	p, err := ir.Parse("test.plx", src)
	require.NoError(t, err)
	lines := strings.Split(src, "\n")
	segments, threads := map[string]envs.Segment{}, map[string]envs.Thread{}
	ch := &asker{needs: []dataflow.AnyFacet{world.Segments}, ask: func(env envs.Env, w *everything, op *envs.Op) {
		if _, name, ok := strings.Cut(lines[p.Position(env.Point()).Line-1], "// "); ok && op.Kind == envs.Nop {
			segments[name], threads[name] = w.Segment(), w.Thread()
		}
		for x, a := range segments {
			for y, b := range segments {
				overlap := x == "work" && y == "meanwhile" || y == "work" && x == "meanwhile"
				require.Equal(t, overlap, w.MayOverlap(a, b), "%s and %s", x, y)
			}
		}
	}}
	_, err = dataflow.NewAnalyzer("asker", "", ch.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	require.Len(t, segments, 4)
	require.Equal(t, threads["start"], threads["end"])
	require.NotEqual(t, threads["start"], threads["work"])
	require.NotZero(t, threads["work"])
}

// In table 3.4 of the thesis, what one thread reads of a pair of its own is not shared.
func TestPrivateArgument(t *testing.T) {
	text, err := irtest.Find("T3.4")
	require.NoError(t, err)
	got := answers(t, text.Source, []dataflow.AnyFacet{world.Memory}, mayShare)
	for i, line := range strings.Split(text.Source, "\n") {
		switch strings.TrimSpace(line) {
		case "return p.x", "return p.y":
			require.Equal(t, "private | shared", got[i+1])
		case "d.x = p.x", "d.y = p.y", "p.x = d.x", "p.y = d.y": // of both one is read and one is written
			require.Equal(t, "private | shared", got[i+1])
		case "d1.x = 1", "d1.y = 2":
			require.Equal(t, "private", got[i+1])
		}
	}
}

// A thread that a function starts in which no locks change holds the locks that it takes.
func TestThreadOfFlatFrameHoldsLocks(t *testing.T) {
	p, err := ir.Parse("x.plx", `
final a = new Object
func worker() {
	sync a {
		x = new Object
	}
}
func main() {
	t = spawn worker()
}
`)
	require.NoError(t, err)
	held := 0
	a := &asker{ask: func(_ envs.Env, w *everything, op *envs.Op) {
		if op.Kind == envs.New && !w.Block().None() {
			held++
		}
	}}
	_, err = dataflow.NewAnalyzer("held", "", a.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	require.Positive(t, held)
}
