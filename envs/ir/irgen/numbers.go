package irgen

import "fmt"

// Numbers draws the source text of a program that computes with numbers and arrays. It
// has loops, calls, exceptions, indices and divisors that may be out of range, and
// arithmetic that wraps around. Loops are bounded by counters.
func Numbers(draw Draw) string {
	g := &numbers{Writer: Writer{Draw: draw}}
	g.Line("func helper(p, q) {")
	g.vars = []string{"p", "q"}
	g.block(1, 3)
	g.Line("return %s\n}\nfunc main() {", g.expr(1))
	g.vars = []string{"x", "y", "z", "i"}
	g.Line("x = nondet(9) - 4; y = %d; z = nondet(20); i = 0", draw("y", 12)-2)
	g.Line("a = new[nondet(5) + 1]; b = a")
	g.block(1, 8)
	g.Line("}")
	return g.String()
}

type numbers struct {
	Writer
	vars  []string
	loops int
}

func (g *numbers) name() string { return g.Pick(g.vars...) }

func (g *numbers) expr(depth int) string {
	switch k := g.Draw("expr", 9); {
	case k < 3 || depth == 0:
		return g.name()
	case k < 4:
		return fmt.Sprint(g.Draw("number", 9) - 3)
	case k < 5:
		return fmt.Sprintf("(-%s)", g.name())
	case k < 6 && len(g.vars) > 2:
		return fmt.Sprintf("len(%s)", g.Pick("a", "b"))
	case k < 7:
		return fmt.Sprintf("(%s %s %d)", g.expr(depth-1), g.Pick("+", "-", "*", "/", "%"), 1+g.Draw("by", 4))
	case k == 7 && g.Draw("large", 6) == 0:
		return fmt.Sprintf("(%s + 9223372036854775800)", g.name())
	}
	return fmt.Sprintf("(%s %s %s)", g.expr(depth-1), g.Pick("+", "-", "+", "-", "*", "/", "%"), g.expr(depth-1))
}

func (g *numbers) cond() string {
	return fmt.Sprintf("%s %s %s", g.expr(1), g.Pick("<", "<=", ">", ">=", "==", "!="), g.expr(1))
}

func (g *numbers) block(depth, n int) {
	g.Some(n, func() { g.stmt(depth) })
}

func (g *numbers) stmt(depth int) {
	arrays := len(g.vars) > 2
	switch k := g.Draw("statement", 12); {
	case k < 3:
		g.Line("%s = %s", g.name(), g.expr(2))
	case k < 4:
		v := g.name()
		g.Line("%s = %s + %d", v, v, g.Draw("step", 4)-1)
	case k < 5 && arrays:
		g.Line("try { %s = a[%s] } catch e { skip }", g.name(), g.expr(1))
	case k < 6 && arrays:
		g.Line("try { b[%s] = %s } catch e { skip }", g.expr(1), g.expr(1))
	case k < 7 && arrays:
		g.Line("try { b = new[%s] } catch e { b = a }", g.expr(1))
	case k < 8 && arrays:
		g.Line("try { %s = helper(%s, %s) } catch e { skip }", g.name(), g.expr(1), g.expr(1))
	case k < 10 && depth < 4:
		g.Line("if %s {", g.cond())
		g.block(depth+1, 2)
		if g.Draw("else", 2) == 1 {
			g.Line("} else {")
			g.block(depth+1, 2)
		}
		g.Line("}")
	case k < 12 && depth < 4 && g.loops < 4:
		g.loops++
		c := fmt.Sprintf("c%d", g.loops) // bounds the loop in a run
		g.Line("%s = 0\nwhile %s {\n%s = %s + 1; if %s > 6 { break }", c, g.cond(), c, c, c)
		g.block(depth+1, 3)
		g.Line("}")
	default:
		g.Line("%s = %s", g.name(), g.expr(1))
	}
}
