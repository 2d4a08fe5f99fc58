package drawn

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// A sharer draws programs of which the threads share objects, mostly under locks.
type sharer struct {
	irgen.Writer
	spawned int
}

// Sharing draws a program: main makes objects, initialises them, starts threads that
// are handed some of them, and waits for some of the threads.
func Sharing(draw irgen.Draw) string {
	g := &sharer{Writer: irgen.Writer{Draw: draw}}
	g.Line("class Box { lock, value, next, volatile ready }\nfinal box = new Box")
	g.Line("final other = new Box\nfinal a = new Object\nfinal b = new Object\nfinal cells = new [3]")
	g.Line("var total\nvar registry")
	for i := range 3 {
		g.Line("func f%d(p, q) {", i)
		g.body(3, i)
		g.Line("}")
	}
	g.Line("sync func locked(p, q) {")
	g.body(2, 0)
	g.Line("}\nfunc main() {\nbox.lock = new Object; other.lock = new Object")
	g.Line("p = new Box; p.lock = %s; q = box", g.Pick("new Object", "a", "box.lock"))
	for range g.Draw("initialised", 3) {
		g.Line("%s.value = 1", g.Pick("p", "box", "other"))
	}
	g.Line("registry = %s", g.Pick("nil", "p", "other"))
	for range 1 + g.Draw("threads", 3) {
		g.fork()
		if g.Draw("meanwhile", 2) == 1 {
			g.statement(2, 3)
		}
		if g.Draw("join", 3) == 2 {
			g.Line("join t%d", g.Draw("which", g.spawned)+1)
		}
	}
	g.body(2, 3)
	g.Line("}")
	return g.String()
}

func (g *sharer) fork() {
	g.spawned++
	g.Line("t%d = spawn %s(%s, %s)", g.spawned, g.Pick("f0", "f1", "f2", "locked"), g.object(), g.object())
}

func (g *sharer) object() string { return g.Pick("p", "q", "box", "other") }

func (g *sharer) lock() string {
	return g.Pick("a", "b", "p.lock", "q.lock", "p", "box", "box.lock", "other.lock")
}

func (g *sharer) place() string {
	return g.Pick(g.object()+".value", "total", g.object()+".value", fmt.Sprintf("cells[%d]", g.Draw("index", 3)),
		g.object()+".ready", g.object()+".next")
}

func (g *sharer) body(depth, callees int) {
	for range 1 + g.Draw("statements", 3) {
		g.statement(depth, callees)
	}
}

// statement may call the functions below callees.
func (g *sharer) statement(depth, callees int) {
	switch n := g.Draw("statement", 10); {
	case n < 2 || depth == 0:
		g.Line("x = %s", g.place())
	case n < 4:
		g.Line("%s = %d", g.place(), g.Draw("number", 3))
	case n < 7:
		g.Line("sync %s {", g.lock())
		g.body(depth-1, callees)
		g.Line("}")
	case n < 8 && callees > 0:
		g.Line("f%d(%s, %s)", g.Draw("callee", callees), g.object(), g.object())
	case n < 9:
		g.Line("if nondet {")
		g.body(depth-1, callees)
		g.Line("}")
	default:
		g.Line("r = registry\nif r != nil { r.value = 2 }")
	}
}
