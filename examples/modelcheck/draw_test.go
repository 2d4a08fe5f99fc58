package modelcheck_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// flows draws a program of two or three threads that call functions, most of which are atomic. They update objects
// under locks or without, so that what is left behind tells in which order that was. Each has an inner one, whose lock
// is mostly taken under that of the outer one.
func flows(draw irgen.Draw) string {
	g := &flow{Writer: irgen.Writer{Draw: draw}}
	g.Line("class Box { v, w, in }\nfinal a = new Box\nfinal b = new Box")
	g.Line("func leaf(p) {\n%s\n}\natomic func again(p) {", g.update("p.w"))
	g.Line("%s\nrelease p\nacquire p\n%s\n}", g.Pick("skip", g.update("p.v")), g.Pick("skip", g.update("p.v")))
	for i := range 3 {
		g.Line("%sfunc f%d(p, q) {", g.Pick("atomic ", "atomic ", "atomic sync ", ""), i)
		g.Some(2, func() { g.statement(i) })
		g.Line("}")
	}
	threads := 2 + draw("threads", 4)/3
	for i := range threads {
		g.Line("func t%d() {", i)
		g.Some(2, func() { g.Line("f%d(%s)", draw("callee", 3), g.Pick("a, b", "b, a", "a, b", "a, a")) })
		g.Line("}")
	}
	g.Line("func main() {\na.in = new Box\nb.in = %s", g.Pick("new Box", "a.in"))
	for i := range threads {
		g.Line("h%d = spawn t%d()", i, i)
	}
	if draw("join", 2) == 1 {
		g.Line("join h0\nf2(a, b)")
	}
	g.Line("}")
	return g.String()
}

type flow struct {
	irgen.Writer
	serial int
}

// number is another one each time.
func (g *flow) number() int {
	g.serial++
	return g.serial
}

// update changes a place, in a way that does not commute with others.
func (g *flow) update(place string) string {
	return fmt.Sprintf("%s = %s * 3 + %d", place, place, g.number())
}

// statement may call the functions below callees.
func (g *flow) statement(callees int) {
	n := g.number()
	switch g.Draw("statement", 19) {
	default:
		g.Line("sync p { %s }", g.update("p.v"))
	case 2:
		g.Line("sync p { n%d = p.v }\nsync p { p.v = n%d * 3 + %d }", n, n, n)
	case 3:
		g.Line("sync p {\nsync q {\n%s\n%s\n}\n}", g.update("p.v"), g.update("q.v"))
	case 4, 5:
		g.Line("sync p {\ni%d = p.in\nsync i%d { %s }\nsync i%d { %s }\n}", n, n, g.update(fmt.Sprintf("i%d.v", n)), n,
			g.Pick("skip", g.update(fmt.Sprintf("i%d.w", n))))
	case 6:
		g.Line("o%d = new Box\nsync o%d { o%d.v = 1 }\nsync o%d { %s }", n, n, n, n, g.update("p.v"))
	case 7:
		g.Line(g.update("p.w"))
	case 8:
		g.Line("sync p { p.v = p.v + %s.w }", g.Pick("p", "q"))
	case 9:
		g.Line("k%d = tryacquire p\nif k%d { %s; release p } else { %s }", n, n, g.update("p.v"), g.update("q.w"))
	case 10:
		g.Line("acquire p\nagain(p)\nrelease p")
	case 11:
		g.Line("if nondet {\n%s\n}", g.update("p.w"))
	case 12:
		if callees > 0 {
			g.Line("f%d(%s)", g.Draw("callee", callees), g.Pick("p, q", "q, p"))
		} else {
			g.Line("i%d = p.in\nsync i%d { %s }", n, n, g.update(fmt.Sprintf("i%d.v", n)))
		}
	case 13:
		g.Line("sync p {\nif p.w == 0 { wait p }\n%s\n}", g.update("p.v"))
	case 14:
		g.Line("sync p { %s; %s p }", g.update("p.w"), g.Pick("notifyall", "notify"))
	case 15:
		g.Line("sync p {\n%s\nif p.v > 9 { throw %d }\n}", g.update("p.v"), n)
	case 16:
		g.Line("l%d = spawn leaf(p)\n%s", n, g.Pick("skip", fmt.Sprintf("join l%d", n)))
	case 18: // hand over hand
		g.Line("acquire p\ni%d = p.in\nacquire i%d\nrelease p\n%s\nrelease i%d", n, n, g.update(fmt.Sprintf("i%d.v", n)), n)
	case 17:
		g.Line("sync p {\nsync p { %s }\n%s\n}", g.update("p.v"), g.update("p.v"))
	}
}
