package guards_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/stale/internal/guards"
)

// gatherer is a checker that does nothing but keep a book.
type gatherer struct {
	guards.Book
	held envs.Locks
	locs map[string]*envs.Loc
	lock string
}

func (c *gatherer) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.require(r)
	r.Gather(c)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
		Return: c.Return,
	}
}

func (c *gatherer) require(r *dataflow.Requires) {
	c.Book.Require(r)
	c.held = world.Locks.For(r)
}

func (g *gatherer) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	switch {
	case op.Kind == envs.Acquire:
		g.lock = g.held.LockName(g.held.Lock())
	case op.Accesses() && op.Loc != nil:
		g.locs[op.Loc.Name] = op.Loc
		g.Access(env, op.Loc, op.Writes(), op.Writes() && op.Value() == 0)
	}
	return s
}

func (g *gatherer) Return(env envs.Env, call *envs.Op, _, s dataflow.Nothing) dataflow.Nothing {
	g.Returned(env, call)
	return s
}

const program = `
class C { a, b, c, d, e }
final c = new C
final lock = new Object
func below() { c.b = c.a }
func both() { sync lock { below() } }
func apart() {
	sync lock { x = c.c }
	sync lock { c.d = x }
}
func bare() { c.d = 1; c.e = 2 }
func main() {
	t = spawn both()
	u = spawn apart()
	v = spawn bare()
}`

func TestBook(t *testing.T) {
	p, err := ir.Parse("x.plx", program)
	require.NoError(t, err)
	check := func(side string, g *gatherer) {
		of := func(name string) guards.Guard { return g.Of(g.locs["C."+name], g.lock) }
		together := func(x, y string) bool { return g.Together(g.locs["C."+x], g.locs["C."+y], g.lock) }
		require.True(t, of("b").Always(), "%s: a callee writes it under the lock of its caller", side)
		require.False(t, of("c").Mostly(), "%s: it is not written", side)
		require.Equal(t, 2, of("d").Places, side)
		require.Equal(t, 1, of("d").Under, side)
		require.False(t, of("d").Mostly(), side)
		require.False(t, of("d").Constant, side)
		require.True(t, of("e").Constant, side)
		require.True(t, of("e").One, side)
		require.True(t, together("a", "b"), side)
		require.True(t, together("b", "a"), side)
		require.False(t, together("c", "d"), "%s: they are in two sections", side)
		require.False(t, together("d", "e"), "%s: no lock is held", side)
	}
	g := &gatherer{locs: map[string]*envs.Loc{}}
	_, err = dataflow.NewAnalyzer("guards", "", g.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	check("over all paths", g)
	g = &gatherer{locs: map[string]*envs.Loc{}}
	r := dataflow.NewAnalyzer("guards", "", g.analysis).Replay(p)
	require.NoError(t, r.Run(context.Background(), p.Run(1, ir.Options{})))
	check("in a run", g)
	g.Forget(dataflow.Gone{Run: true})
	require.Zero(t, g.Of(g.locs["C.b"], g.lock).Places)
}

// What is far below a section is not counted for it, and a recursion ends; the book asks for a second pass, and in
// that one it is settled.
func TestFarBelow(t *testing.T) {
	p, err := ir.Parse("x.plx", `
class C { a, b, c, d }
final c = new C
final lock = new Object
func f0(n) { c.d = c.a; if n > 0 { f0(n - 1) } }
func f1() { f0(2) }
func f2() { c.b = 1; f1() }
func f3() { f2() }
func main() { sync lock { c.c = 1; f3() } }`)
	require.NoError(t, err)
	g := &gatherer{locs: map[string]*envs.Loc{}}
	_, err = dataflow.NewAnalyzer("guards", "", g.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	require.True(t, g.Settled())
	require.False(t, g.Again())
	loc := func(name string) *envs.Loc { return g.locs["C."+name] }
	require.True(t, g.Together(loc("c"), loc("b"), g.lock), "two calls below")
	require.False(t, g.Together(loc("c"), loc("d"), g.lock), "four calls below")
	require.True(t, g.Of(loc("d"), g.lock).Always(), "the lock is held however far below")
}
