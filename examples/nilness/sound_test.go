package nilness_test

import (
	"flag"
	"fmt"
	"iter"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

var programs = flag.Int("nilness.programs", 200, "how many generated programs are looked at")

// generated are programs of which some have threads and exceptions, and most have many
// nils.
func generated() iter.Seq[string] {
	return checkertest.Generated(*programs, func(draw irgen.Draw) string {
		if draw("threads", 3) == 0 {
			return irgen.Program(draw, irgen.Options{})
		}
		return program(draw)
	})
}

// What a run of a generated program finds is among what is not proved over all paths.
func TestSound(t *testing.T) {
	if testing.Short() {
		*programs = min(*programs, 8)
	}
	shown := checkertest.Contained(t, checker("all=true"), generated())
	require.Greater(t, shown.Total(), *programs/4)
}

// What is reported without the flag is not proved either, and much is proved.
func TestProved(t *testing.T) {
	if testing.Short() {
		*programs = min(*programs, 8)
	}
	proved := 0
	for text := range generated() {
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err, text)
		may := map[envs.Position]bool{}
		for _, f := range checker("all=true").Static(t, p) {
			for _, at := range f.Sites() {
				may[at] = true
			}
		}
		for _, f := range checker().Static(t, p) {
			for _, at := range f.Sites() {
				require.True(t, may[at], "%s: %s, but there is a proof\n%s", at, f.Message, text)
			}
		}
		proved += checks(p) - len(may)
	}
	require.Greater(t, proved, *programs)
}

// checks are the places at which something must not be nil.
func checks(p *ir.Program) int {
	at := map[envs.Position]bool{}
	for id := range p.NumFuncs() {
		for pc := range p.Func(envs.FuncID(id)).Ops {
			pt := envs.At(envs.FuncID(id), int32(pc))
			for _, c := range p.Detail(pt).Checks {
				if c.Kind == envs.NilCheck {
					at[p.Position(pt)] = true
				}
			}
		}
	}
	return len(at)
}

// program draws a program that passes nils around, with errors and flags beside them.
func program(draw irgen.Draw) string {
	g := &gen{Writer: irgen.Writer{Draw: draw}}
	g.Line("class Node { value, next = nil }")
	g.Line("final top = new Node")
	g.Line("func first(p, q) {")
	g.vars = []string{"p", "q", "e"}
	g.Line("e = 0")
	g.block(1, 4)
	g.Line("return %s, %s", g.value(), g.flag())
	g.Line("}")
	g.Line("func second(p, q) {")
	g.Line("e = nondet")
	g.calls = []string{"first"}
	g.block(1, 4)
	g.Line("return %s, %s", g.value(), g.flag())
	g.Line("}")
	g.Line("func main() {")
	g.vars = []string{"x", "y", "z", "e"}
	g.Line("x = new Node; y = nil; z = top; e = 0")
	g.calls = []string{"first", "second"}
	g.block(1, 9)
	g.Line("}")
	return g.String()
}

type gen struct {
	irgen.Writer
	vars  []string
	calls []string
	loops int
}

func (g *gen) name() string  { return g.Pick(g.vars[:len(g.vars)-1]...) }
func (g *gen) flag() string  { return g.Pick("e", "0", "1", "e", g.name()) }
func (g *gen) value() string { return g.Pick(g.name(), g.name(), "nil", "new Node", "top", "0") }

func (g *gen) cond() string {
	switch g.Draw("cond", 6) {
	case 0, 1:
		return fmt.Sprintf("%s %s nil", g.name(), g.Pick("==", "!="))
	case 2:
		return fmt.Sprintf("%s %s %s", g.name(), g.Pick("==", "!="), g.name())
	case 3:
		return fmt.Sprintf("e %s %s", g.Pick("==", "!=", ">"), g.Pick("0", "1"))
	case 4:
		return g.Pick("e", "!e", g.name())
	}
	return "nondet"
}

func (g *gen) block(depth, n int) { g.Some(n, func() { g.stmt(depth) }) }

func (g *gen) stmt(depth int) {
	switch k := g.Draw("statement", 14); {
	case k < 3:
		g.Line("%s = %s", g.name(), g.value())
	case k < 4:
		g.Line("e = %s", g.Pick("0", "1", "nondet", "!e"))
	case k < 6:
		g.Line("try { %s = %s.next } catch c { e = 1 }", g.name(), g.name())
	case k < 7:
		g.Line("try { %s.next = %s } catch c { skip }", g.name(), g.value())
	case k < 8:
		g.Line("%s.value = 1", g.name())
	case k < 10 && len(g.calls) > 0:
		g.Line("try { %s, e = %s(%s, %s) } catch c { skip }", g.name(), g.Pick(g.calls...), g.value(), g.value())
	case k < 12 && depth < 4:
		g.Line("if %s {", g.cond())
		g.block(depth+1, 2)
		if g.Draw("else", 2) == 1 {
			g.Line("} else {")
			g.block(depth+1, 2)
		}
		g.Line("}")
	case depth < 4 && g.loops < 4:
		g.loops++
		c := fmt.Sprintf("c%d", g.loops) // bounds the loop in a run
		g.Line("%s = 0", c)
		g.Line("while %s {", g.cond())
		g.Line("%s = %s + 1; if %s > 5 { break }", c, c, c)
		g.block(depth+1, 3)
		g.Line("}")
	default:
		g.Line("%s = %s", g.name(), g.name())
	}
}
