package guards_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/stale/internal/guards"
)

// around is a gatherer that also notes calls.
type around struct {
	gatherer
	funcs map[string]envs.FuncID
}

func (c *around) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.require(r)
	r.Gather(c)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
		Return: c.Return,
	}
}

func (g *around) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	g.funcs[env.Func().Name] = env.Func().ID
	if op.Kind == envs.Call || op.Kind == envs.Fork {
		g.Calls(env, op, false, func(envs.Reg) bool { return false })
	}
	return g.gatherer.Step(env, op, s)
}

// What is held around a function is what its callers hold, by name: all of them, or most.
func TestAround(t *testing.T) {
	p, err := ir.Parse("x.plx", `
class C { a, b, c, d }
final c = new C
final lock = new Object
func all() { c.a = 1; far() }
func far() { c.b = 1; if c.a { far() } }
func most() { c.c = 1 }
func few() { c.d = 1 }
root func offered() { c.d = 2; few() }
func thread() { c.d = 3 }
func main() {
	sync lock { all(); most(); few(); offered() }
	sync lock { all(); most() }
	sync lock { t = spawn thread() }
	few()
	most()
}`)
	require.NoError(t, err)
	g := &around{gatherer{locs: map[string]*envs.Loc{}}, map[string]envs.FuncID{}}
	_, err = dataflow.NewAnalyzer("guards", "", g.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	enclosed := func(fn, loc string) bool {
		return g.Enclosed(g.funcs[fn], g.locs["C."+loc], func(l string) bool { return l == g.lock }) != ""
	}
	outside := func(fn, loc string) bool { return g.Outside(g.funcs[fn], g.locs["C."+loc], "") == g.lock }
	of := func(loc string) guards.Guard { return g.Of(g.locs["C."+loc], g.lock) }
	require.True(t, of("a").Always(), "all who call the function hold it")
	require.False(t, of("c").Always(), "one of three does not")
	require.False(t, of("c").Mostly())
	require.True(t, of("c").Nearly(), "two of three do")
	require.False(t, of("d").Nearly())
	require.True(t, enclosed("all", "a"))
	require.True(t, enclosed("far", "b"), "its only other caller is called under the lock")
	require.False(t, g.Enclosed(g.funcs["all"], g.locs["C.a"], func(string) bool { return false }) != "")
	require.True(t, enclosed("all", "b"))
	require.False(t, enclosed("most", "c"), "one of three callers does not hold it")
	require.True(t, outside("most", "c"), "two of three do")
	require.True(t, outside("all", "a"))
	require.Empty(t, g.Outside(g.funcs["all"], g.locs["C.a"], g.lock), "but for this one")
	require.False(t, outside("few", "d"), "one of three does")
	require.False(t, outside("offered", "d"), "who knows who calls it")
	require.False(t, outside("all", "d"), "it is not written under the lock")
	require.False(t, outside("thread", "d"), "a thread holds nothing when it starts")

	g = &around{gatherer{locs: map[string]*envs.Loc{}}, map[string]envs.FuncID{}}
	require.NoError(t, dataflow.NewAnalyzer("guards", "", g.analysis).
		Replay(p).Run(context.Background(), p.Run(1, ir.Options{})))
	require.Empty(t, g.Outside(g.funcs["all"], g.locs["C.a"], ""), "in a run the locks of callers are known as held")
}

// What is held around who starts a thread is not held around the thread.
func TestAroundFork(t *testing.T) {
	p, err := ir.Parse("x.plx", `
class C { a }
final c = new C
final lock = new Object
func start() { t = spawn thread(); called() }
func called() { c.a = 1 }
func thread() { c.a = 2 }
func main() { sync lock { start() } }`)
	require.NoError(t, err)
	g := &around{gatherer{locs: map[string]*envs.Loc{}}, map[string]envs.FuncID{}}
	_, err = dataflow.NewAnalyzer("guards", "", g.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	require.Equal(t, "", g.Enclosed(g.funcs["thread"], g.locs["C.a"], func(string) bool { return true }))
	require.Equal(t, "", g.Enclosed(g.funcs["called"], g.locs["C.a"], func(string) bool { return true }),
		"the thread writes it without the lock")
}

// Calls on an object that the caller has made itself do not count.
func TestAroundOwn(t *testing.T) {
	p, err := ir.Parse("x.plx", `
class C { a }
final lock = new Object
var found
func set(o) { o.a = 1 }
func fill() { o = new C; set(o); sync lock { found = o } }
func main() { fill(); sync lock { set(found) } }`)
	require.NoError(t, err)
	for _, own := range []bool{false, true} {
		g := &owner{around{gatherer{locs: map[string]*envs.Loc{}}, map[string]envs.FuncID{}}, own}
		_, err = dataflow.NewAnalyzer("guards", "", g.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
		require.NoError(t, err)
		require.Equal(t, own, g.Enclosed(g.funcs["set"], g.locs["C.a"], func(string) bool { return true }) != "")
	}
}

// Neither do those of functions that are called on such objects only.
func TestAroundMaking(t *testing.T) {
	for prog, want := range map[string]bool{
		`func fill() { o = new C; setUp(o); sync lock { found = o } }
		func main() { fill(); sync lock { set(found) } }`: true,
		`func fill() { o = new C; setUp(o); sync lock { found = o } }
		func main() { fill(); setUp(found); sync lock { set(found) } }`: false,
		`func fill() { o = new C; t = spawn setUp(o); sync lock { found = o } }
		func main() { fill(); sync lock { set(found) } }`: false,
	} {
		p, err := ir.Parse("x.plx", `
class C { a }
final lock = new Object
var found
func set(o) { o.a = 1 }
func setUp(o) { more(o) }
func more(o) { if o { more(o) }; set(o) }
`+prog)
		require.NoError(t, err)
		g := &owner{around{gatherer{locs: map[string]*envs.Loc{}}, map[string]envs.FuncID{}}, true}
		_, err = dataflow.NewAnalyzer("guards", "", g.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
		require.NoError(t, err)
		require.Equal(t, want, g.Enclosed(g.funcs["set"], g.locs["C.a"], func(string) bool { return true }) != "", prog)
	}
}

type owner struct {
	around
	own bool
}

func (c *owner) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.require(r)
	r.Gather(c)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
		Return: c.Return,
	}
}

func (g *owner) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	g.funcs[env.Func().Name] = env.Func().ID
	if op.Kind == envs.Call {
		g.Calls(env, op, g.own && env.Func().Name == "fill", func(envs.Reg) bool { return false })
	}
	return g.gatherer.Step(env, op, s)
}
