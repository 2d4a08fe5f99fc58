package world_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/methods"
	"github.com/seed38182bad/parallax/examples/stale"
	"github.com/seed38182bad/parallax/lattice"
)

// The engine's order and its economy in states change nothing. On whole programs, with calls, recursion and
// exceptions, an engine that keeps every state and takes points in any order reports the same. Only the stories may
// differ: where a block was opened or a lock released at several places, the checker tells the one that it met first.
func TestAnyOrderSameFindings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := irgen.Program(func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) }, irgen.Options{})
		p, err := ir.Parse("generated.plx", src)
		require.NoError(t, err)
		checker := stale.New(stale.Options{})
		want, err := dataflow.NewAnalyzer(stale.Name, "", checker).Fixpoint(context.Background(), p, dataflow.Options{})
		require.NoError(t, err)
		draw := irgen.Seeded(rapid.Uint64().Draw(t, "order"))
		got, err := fixpointAnyOrder(p, stale.Name, checker, func(n int) int { return draw("", n) })
		require.NoError(t, err)
		require.Equal(t, told(want.Findings), told(got.Findings), "\n%s", src)
	})
}

// relaxed are the forms of the relaxed mode: with its options, and without.
var relaxed = map[string]stale.Options{"relaxed": stale.RelaxedOptions().Options, "bare": {}}

// The same holds of the relaxed mode, which derives values from each other in recursions.
func TestAnyOrderSameRelaxed(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	for name, o := range relaxed {
		t.Run(name, func(t *testing.T) {
			found := 0
			rapid.Check(t, func(t *rapid.T) {
				src := copies(func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) })
				found += sameRelaxed(t, src, o, rapid.Uint64().Draw(t, "order"))
			})
			require.Positive(t, found)
		})
	}
}

// Programs that such programs shrank to when they showed a defect.
func TestAnyOrderKeptCases(t *testing.T) {
	files, err := filepath.Glob("../../examples/stale/testdata/order/*.plx")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	orders := uint64(20)
	if testing.Short() {
		orders = 5
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		for name, o := range relaxed {
			t.Run(filepath.Base(file)+" "+name, func(t *testing.T) {
				for order := range orders {
					sameRelaxed(t, string(src), o, order)
				}
			})
		}
	}
}

// sameRelaxed is how many findings there are in any order.
func sameRelaxed(t require.TestingT, src string, o stale.Options, order uint64) int {
	p, err := ir.Parse("generated.plx", src)
	require.NoError(t, err)
	mode := stale.RelaxedOptions()
	mode.Options = o
	want, err := dataflow.NewAnalyzer(stale.Name, "", stale.Relaxed(mode)).
		Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	draw := irgen.Seeded(order)
	got, err := fixpointAnyOrder(p, stale.Name, stale.Relaxed(mode), func(n int) int { return draw("", n) })
	require.NoError(t, err)
	require.Equal(t, told(want.Findings), told(got.Findings), "order %d\n%s", order, src)
	return len(want.Findings)
}

// The same holds of a checker that gathers blocks of the whole program, and of its stories.
func TestAnyOrderSameMethods(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	for name, o := range map[string]methods.Options{"": {Contents: true}, "plain": {Plain: true}, "ways": {Ways: true},
		"exposed": {Exposed: true, Callers: true}, "exposed ways": {Exposed: true, Ways: true}} {
		t.Run(name, func(t *testing.T) {
			found := 0
			rapid.Check(t, func(t *rapid.T) {
				src := irgen.Blocks(func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) })
				found += sameMethods(t, src, o, rapid.Uint64().Draw(t, "order"))
			})
			require.Positive(t, found)
		})
	}
}

// Of a block in which too much is done nothing is kept, in whatever order its ways are followed. Of those that some
// orders show first, the facts would be kept. If ways are told apart and are too many, all are taken for one.
func TestAnyOrderSameMethodsAtLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("solves programs at the limits of contexts in many orders")
	}
	for name, c := range map[string]struct {
		fields, parts int
		orders        uint64
		methods.Options
	}{
		"facts":     {1200, 4, 3, methods.Options{}},
		"ways":      {5, 5, 10, methods.Options{Ways: true}},
		"some ways": {3, 3, 10, methods.Options{Ways: true}},
	} {
		t.Run(name, func(t *testing.T) {
			var class, m string
			for part := range c.parts {
				var all string
				for i := part * c.fields / c.parts; i < (part+1)*c.fields/c.parts; i++ {
					class += fmt.Sprintf(", f%d", i)
					all += fmt.Sprintf("; r = c.f%d; c.f%d = 1", i, i)
				}
				m += "; if nondet { skip" + all + " }"
			}
			src := "class C { x" + class + " }\nfinal c = new C\nfinal lock = new Object\n" +
				"func m() { sync lock { c.x = 1" + m + " } }\n" +
				"func k() { sync lock { c.f0 = 1; c.f1 = 1 }; sync lock { r = c.f2; c.f2 = 1 }; " +
				"sync lock { r = c.x; q = c.f0 } }\n" +
				"func main() { t1 = spawn m(); t2 = spawn m(); t3 = spawn k(); t4 = spawn k() }\n"
			for order := range c.orders {
				sameMethods(t, src, c.Options, order)
			}
		})
	}
}

// A story tells of the first of several places, also if that was found in the last pass, after the story was told.
func TestAnyOrderSamePlaces(t *testing.T) {
	const src = `
class P { x, y, z }
final a = new P
func t0(o) {
	sync o {
		o.y = o.x
		if nondet { o.z = 2 }
		o.y = o.x
	}
	sync o { o.x = 1 }
}
func t1(o) {
	sync o { o.x = 1 }
	sync o { if nondet { o.x = 2 } }
}
func main() {
	h0 = spawn t0(a)
	h1 = spawn t1(a)
	join h0
	join h1
}`
	for order := range uint64(50) {
		require.Positive(t, sameMethods(t, src, methods.Options{Exposed: true}, order))
	}
}

// sameMethods is how many findings there are in any order.
func sameMethods(t require.TestingT, src string, o methods.Options, order uint64) int {
	p, err := ir.Parse("generated.plx", src)
	require.NoError(t, err)
	want, err := dataflow.NewAnalyzer("methods", "", methods.New(o)).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	draw := irgen.Seeded(order)
	got, err := fixpointAnyOrder(p, "methods", methods.New(o), func(n int) int { return draw("", n) })
	require.NoError(t, err)
	require.Equal(t, want.Findings, got.Findings, "order %d\n%s", order, src)
	return len(want.Findings)
}

// flows is a checker that asks nothing about locks, though it might: a register is marked if it may
// hold something that was loaded, and storing it is reported.
type flows struct{}

func (c flows) analysis(r *dataflow.Requires) dataflow.Analysis[marked] {
	world.Locks.For(r)
	return dataflow.Analysis[marked]{
		Entry: c.Entry, Step: c.Step,
		Return: c.Return,
	}
}

// marked are the registers with something that was loaded.
type marked = envstest.Set[envs.Reg]

func anyMarked(s marked, regs []envs.Reg) bool {
	return slices.ContainsFunc(regs, func(r envs.Reg) bool { return s[r] })
}

func (flows) Entry(envs.Env, *envs.Func) marked { return marked{} }

func (flows) Step(env envs.Env, op *envs.Op, s marked) marked {
	loaded := op.Kind == envs.Load || op.Kind != envs.Call && anyMarked(s, op.Uses)
	if op.Kind == envs.Store && anyMarked(s, op.Uses) {
		env.Report(envs.Report{Kind: "copied", Message: "something loaded is stored"})
	}
	for i := range envs.Reg(op.Results) {
		if loaded {
			s[op.Dst+i] = true
		} else {
			delete(s, op.Dst+i)
		}
	}
	if op.Kind == envs.Return {
		return handedOver(s, op)
	}
	return s
}

// handedOver are the results that are marked, by their index.
func handedOver(s marked, ret *envs.Op) marked {
	x := marked{}
	for i, r := range ret.Uses {
		if s[r] {
			x[envs.Reg(i)] = true
		}
	}
	return x
}

func (flows) Return(_ envs.Env, call *envs.Op, exit, s marked) marked {
	for i := range envs.Reg(call.Results) {
		if exit[i] {
			s[call.Dst+i] = true
		}
	}
	return s
}

// A checker that asks nothing about locks has functions solved once for all
// frames; it finds the same as if each frame is solved.
func TestFramesShared(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := irgen.Program(func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) }, irgen.Options{})
		p, err := ir.Parse("generated.plx", src)
		require.NoError(t, err)
		want, err := dataflow.NewAnalyzer("flows", "", flows{}.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
		require.NoError(t, err)
		draw := irgen.Seeded(rapid.Uint64().Draw(t, "order"))
		got, err := fixpointAnyOrder(p, "flows", flows{}.analysis, func(n int) int { return draw("", n) })
		require.NoError(t, err)
		require.Equal(t, want.Findings, got.Findings, "\n%s", src)
	})
}

func told(fs []envs.Finding) []envs.Finding {
	for i := range fs {
		fs[i].Story = nil
	}
	return fs
}

// fixpointAnyOrder is Analyzer.Fixpoint by an engine that follows no paths. The engine keeps a state at every point. It
// takes roots, frames and their pending points in the order that pick draws. What is below is solved in the usual
// order. A stack of locks does not always change monotonically, since a release of a lock without a name is a guess.
func fixpointAnyOrder[S lattice.Mergeable[S]](prog envs.Program, name string,
	algorithm func(*dataflow.Requires) dataflow.Analysis[S], pick func(n int) int) (*dataflow.Result, error) {
	return dataflow.NewAnalyzer(name, "", algorithm).
		Fixpoint(context.Background(), prog, dataflow.Options{Options: fixpoint.Options{Pick: pick}})
}
