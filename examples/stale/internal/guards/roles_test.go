package guards_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// roles notes calls, and takes what New makes for what the function has made.
type roles struct {
	around
	bases map[string]*envs.Path // of the last access of each function
}

func (c *roles) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.require(r)
	r.Gather(c)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
		Return: c.Return,
	}
}

func (g *roles) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	g.funcs[env.Func().Name] = env.Func().ID
	if op.Kind == envs.Call || op.Kind == envs.Fork {
		var defs envs.Definitions
		g.Calls(env, op, false, func(r envs.Reg) bool {
			by := defs.Of(env.Func(), r)
			return by != nil && by.Kind == envs.New
		})
	}
	if op.Accesses() {
		g.bases[env.Func().Name] = env.Program().Knows().BaseAt(env.Point())
	}
	return g.gatherer.Step(env, op, s)
}

func rolesOf(t *testing.T, src string) (alone func(fn, loc string) bool) {
	p, err := ir.Parse("x.plx", src)
	require.NoError(t, err)
	g := &roles{around{gatherer{locs: map[string]*envs.Loc{}}, map[string]envs.FuncID{}}, map[string]*envs.Path{}}
	_, err = dataflow.NewAnalyzer("guards", "", g.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	return func(fn, loc string) bool {
		require.Contains(t, g.funcs, fn)
		require.Contains(t, g.locs, loc)
		_, ok := g.Alone(g.funcs[fn], g.bases[fn], g.locs[loc])
		return ok
	}
}

const objects = `
class C { a, b, next }
class D { e }
var c
var n
func run(o) { turn(o); turn(o) }
func turn(o) { many(o); o.a = 1 }
func many(o) { o.b = 1 }
`

// One thread for each object, that its maker starts: what only that writes has one writer.
func TestAlone(t *testing.T) {
	alone := rolesOf(t, objects+`
func make() { x = new C; t = spawn run(x); many(x) }
func other() { many(c); y = c; y.b = 2 }
func main() { make(); make(); other(); d = new D; d.e = 1 }`)
	require.True(t, alone("turn", "C.a"))
	require.False(t, alone("many", "C.b"), "one of three calls is the thread's")
	require.False(t, alone("turn", "C.b"), "others write it as well")
	require.False(t, alone("turn", "D.e"), "another thread writes it")
	require.False(t, alone("other", "C.a"), "it is none of that thread's functions")
}

// What speaks against there being one.
func TestNotAlone(t *testing.T) {
	for what, main := range map[string]string{
		"started in a loop":          `func main() { x = new C; while n { t = spawn run(x) } }`,
		"started at two places":      `func main() { x = new C; t = spawn run(x); u = spawn run(x) }`,
		"of an object that is found": `func main() { x = c; t = spawn run(x) }`,
		"called as well":             `func main() { x = new C; t = spawn run(x); run(c); run(c) }`,
		"of another object": "func swap(z) { y = z.next; turn(y) }\n" +
			"func main() { x = new C; t = spawn swap(x); y = c; turn(y) }",
	} {
		t.Run(what, func(t *testing.T) {
			require.False(t, rolesOf(t, objects+main)("turn", "C.a"))
		})
	}
	require.True(t, rolesOf(t, objects+`func main() { x = new C; t = spawn run(x) }`)("turn", "C.a"))
}
