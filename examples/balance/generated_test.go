package balance_test

import "github.com/seed38182bad/parallax/envs/ir/irgen"

// program draws a program of functions that take and give back two named locks under conditions, and call each other.
func program(draw irgen.Draw) string {
	g := &generator{Writer: irgen.Writer{Draw: draw}}
	g.Line("final a = new Object")
	g.Line("final b = new Object")
	for f := range 1 + draw("functions", 3) {
		g.Line("func f%d(n) {", f)
		g.Line("held = false")
		g.funcs = f
		g.block(3)
		g.Line("return %s", g.Pick("n", "true", "false", "held", "nil"))
		g.Line("}")
	}
	g.Line("func main() {")
	for range 3 {
		g.Line("try { r = f%d(nondet) } catch e { skip }", draw("called", g.funcs+1))
	}
	g.Line("}")
	return g.String()
}

type generator struct {
	irgen.Writer
	funcs int // that can be called
}

func (g *generator) block(nesting int) { g.Some(4, func() { g.statement(nesting) }) }

func (g *generator) statement(nesting int) {
	kinds := 11
	if nesting == 0 {
		kinds = 8
	}
	switch g.Draw("kind", kinds) {
	case 0, 1:
		g.Line("acquire %s", g.Pick("a", "b"))
	case 2, 3:
		g.Line("release %s", g.Pick("a", "b"))
	case 4:
		g.Line("held = tryacquire %s", g.Pick("a", "b"))
	case 5:
		g.Line("held = %s", g.Pick("true", "false", "n"))
	case 6:
		if g.funcs > 0 {
			g.Line("held = f%d(%s)", g.Draw("callee", g.funcs), g.Pick("n", "true", "held"))
		}
	case 7:
		g.Line("if nondet { return %s }", g.Pick("n", "held", "true"))
	case 8:
		g.Line("if %s {", g.Pick("n", "held", "nondet", "held == n"))
		g.block(nesting - 1)
		if g.Draw("else", 2) == 1 {
			g.Line("} else {")
			g.block(nesting - 1)
		}
		g.Line("}")
	case 9:
		g.Line("while nondet {")
		g.block(nesting - 1)
		g.Line("}")
	case 10:
		g.Line("sync %s {", g.Pick("a", "b"))
		g.block(nesting - 1)
		g.Line("}")
	}
}
