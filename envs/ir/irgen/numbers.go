package irgen

import (
	"fmt"
	"strings"
)

// Numbers draws the source text of a program that computes with numbers and arrays: it
// has loops, calls, exceptions, indices and divisors that may be out of range, and
// arithmetic that wraps around. Loops are bounded by counters.
func Numbers(draw Draw) string {
	g := &numbers{draw: draw}
	g.line("func helper(p, q) {")
	g.vars = []string{"p", "q"}
	g.block(1, 3)
	g.line("return %s", g.expr(1))
	g.line("}")
	g.line("func main() {")
	g.vars = []string{"x", "y", "z", "i"}
	g.line("x = nondet(9) - 4; y = %d; z = nondet(20); i = 0", draw("y", 12)-2)
	g.line("a = new[nondet(5) + 1]; b = a")
	g.block(1, 8)
	g.line("}")
	return strings.Join(g.lines, "\n")
}

type numbers struct {
	draw  Draw
	lines []string
	vars  []string
	loops int
}

func (g *numbers) line(format string, args ...any) {
	g.lines = append(g.lines, fmt.Sprintf(format, args...))
}
func (g *numbers) pick(from ...string) string { return from[g.draw("pick", len(from))] }
func (g *numbers) name() string               { return g.pick(g.vars...) }

func (g *numbers) expr(depth int) string {
	switch k := g.draw("expr", 9); {
	case k < 3 || depth == 0:
		return g.name()
	case k < 4:
		return fmt.Sprint(g.draw("number", 9) - 3)
	case k < 5:
		return fmt.Sprintf("(-%s)", g.name())
	case k < 6 && len(g.vars) > 2:
		return fmt.Sprintf("len(%s)", g.pick("a", "b"))
	case k < 7:
		return fmt.Sprintf("(%s %s %d)", g.expr(depth-1), g.pick("+", "-", "*", "/", "%"), 1+g.draw("by", 4))
	case k == 7 && g.draw("large", 6) == 0:
		return fmt.Sprintf("(%s + 9223372036854775800)", g.name())
	}
	return fmt.Sprintf("(%s %s %s)", g.expr(depth-1), g.pick("+", "-", "+", "-", "*", "/", "%"), g.expr(depth-1))
}

func (g *numbers) cond() string {
	return fmt.Sprintf("%s %s %s", g.expr(1), g.pick("<", "<=", ">", ">=", "==", "!="), g.expr(1))
}

func (g *numbers) block(depth, n int) {
	for range 1 + g.draw("statements", n) {
		g.stmt(depth)
	}
}

func (g *numbers) stmt(depth int) {
	arrays := len(g.vars) > 2
	switch k := g.draw("statement", 12); {
	case k < 3:
		g.line("%s = %s", g.name(), g.expr(2))
	case k < 4:
		v := g.name()
		g.line("%s = %s + %d", v, v, g.draw("step", 4)-1)
	case k < 5 && arrays:
		g.line("try { %s = a[%s] } catch e { skip }", g.name(), g.expr(1))
	case k < 6 && arrays:
		g.line("try { b[%s] = %s } catch e { skip }", g.expr(1), g.expr(1))
	case k < 7 && arrays:
		g.line("try { b = new[%s] } catch e { b = a }", g.expr(1))
	case k < 8 && arrays:
		g.line("try { %s = helper(%s, %s) } catch e { skip }", g.name(), g.expr(1), g.expr(1))
	case k < 10 && depth < 4:
		g.line("if %s {", g.cond())
		g.block(depth+1, 2)
		if g.draw("else", 2) == 1 {
			g.line("} else {")
			g.block(depth+1, 2)
		}
		g.line("}")
	case k < 12 && depth < 4 && g.loops < 4:
		g.loops++
		c := fmt.Sprintf("c%d", g.loops) // bounds the loop in a run
		g.line("%s = 0", c)
		g.line("while %s {", g.cond())
		g.line("%s = %s + 1; if %s > 6 { break }", c, c, c)
		g.block(depth+1, 3)
		g.line("}")
	default:
		g.line("%s = %s", g.name(), g.expr(1))
	}
}
