package nilness_test

import (
	"flag"
	"fmt"
	"iter"
	"strings"
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
	shown := checkertest.Contained(t, checker("all=true"), generated())
	require.Greater(t, shown.Total(), *programs/4)
}

// What is reported without the flag is not proved either, and much is proved.
func TestProved(t *testing.T) {
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
	g := &gen{draw: draw}
	g.line("class Node { value, next = nil }")
	g.line("final top = new Node")
	g.line("func first(p, q) {")
	g.vars = []string{"p", "q", "e"}
	g.line("e = 0")
	g.block(1, 4)
	g.line("return %s, %s", g.value(), g.flag())
	g.line("}")
	g.line("func second(p, q) {")
	g.line("e = nondet")
	g.calls = []string{"first"}
	g.block(1, 4)
	g.line("return %s, %s", g.value(), g.flag())
	g.line("}")
	g.line("func main() {")
	g.vars = []string{"x", "y", "z", "e"}
	g.line("x = new Node; y = nil; z = top; e = 0")
	g.calls = []string{"first", "second"}
	g.block(1, 9)
	g.line("}")
	return strings.Join(g.lines, "\n")
}

type gen struct {
	draw  irgen.Draw
	lines []string
	vars  []string
	calls []string
	loops int
}

func (g *gen) line(format string, args ...any) {
	g.lines = append(g.lines, fmt.Sprintf(format, args...))
}
func (g *gen) pick(from ...string) string { return from[g.draw("pick", len(from))] }
func (g *gen) name() string               { return g.pick(g.vars[:len(g.vars)-1]...) }
func (g *gen) flag() string               { return g.pick("e", "0", "1", "e", g.name()) }
func (g *gen) value() string              { return g.pick(g.name(), g.name(), "nil", "new Node", "top", "0") }

func (g *gen) cond() string {
	switch g.draw("cond", 6) {
	case 0, 1:
		return fmt.Sprintf("%s %s nil", g.name(), g.pick("==", "!="))
	case 2:
		return fmt.Sprintf("%s %s %s", g.name(), g.pick("==", "!="), g.name())
	case 3:
		return fmt.Sprintf("e %s %s", g.pick("==", "!=", ">"), g.pick("0", "1"))
	case 4:
		return g.pick("e", "!e", g.name())
	}
	return "nondet"
}

func (g *gen) block(depth, n int) {
	for range 1 + g.draw("statements", n) {
		g.stmt(depth)
	}
}

func (g *gen) stmt(depth int) {
	switch k := g.draw("statement", 14); {
	case k < 3:
		g.line("%s = %s", g.name(), g.value())
	case k < 4:
		g.line("e = %s", g.pick("0", "1", "nondet", "!e"))
	case k < 6:
		g.line("try { %s = %s.next } catch c { e = 1 }", g.name(), g.name())
	case k < 7:
		g.line("try { %s.next = %s } catch c { skip }", g.name(), g.value())
	case k < 8:
		g.line("%s.value = 1", g.name())
	case k < 10 && len(g.calls) > 0:
		g.line("try { %s, e = %s(%s, %s) } catch c { skip }", g.name(), g.pick(g.calls...), g.value(), g.value())
	case k < 12 && depth < 4:
		g.line("if %s {", g.cond())
		g.block(depth+1, 2)
		if g.draw("else", 2) == 1 {
			g.line("} else {")
			g.block(depth+1, 2)
		}
		g.line("}")
	case depth < 4 && g.loops < 4:
		g.loops++
		c := fmt.Sprintf("c%d", g.loops) // bounds the loop in a run
		g.line("%s = 0", c)
		g.line("while %s {", g.cond())
		g.line("%s = %s + 1; if %s > 5 { break }", c, c, c)
		g.block(depth+1, 3)
		g.line("}")
	default:
		g.line("%s = %s", g.name(), g.name())
	}
}
