package drawn

import (
	"fmt"
	"regexp"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// funcs are the functions of a program, but for main.
var funcs = regexp.MustCompile(`(?m)^(sync )?func (\w+)\(`)

// Marked draws a program, and which of its functions are marked as transactions.
func Marked(generate func(irgen.Draw) string) func(irgen.Draw) string {
	return func(draw irgen.Draw) string {
		return funcs.ReplaceAllStringFunc(generate(draw), func(f string) string {
			if f == "func main(" || draw("atomic", 2) == 1 {
				return f
			}
			return "atomic " + f
		})
	}
}

// Transactions draws a program of two threads that call functions, most of which are
// transactions, in which objects are accessed under locks, mostly under those that protect them.
// It is short and has no branches, so that it can be explored to the end.
func Transactions(draw irgen.Draw) string {
	g := &transactor{irgen.Writer{Draw: draw}}
	g.Line("class Box { x, y, z }\nfinal p = new Box\nfinal q = new Box\nfinal a = new Object\nfinal b = new Object")
	g.Line("func take(l) {\nacquire l\n}\nfunc give(l) {\nrelease l\n}")
	for i := range 3 {
		g.Line("%sfunc f%d() {", g.Pick("atomic ", "atomic ", ""), i)
		g.Some(2, func() { g.statement(i) })
		g.Line("}")
	}
	for i := range 2 {
		g.Line("func t%d() {", i)
		g.Some(2, func() { g.Line("f%d()", draw("callee", 3)) })
		g.Line("}")
	}
	g.Line("func main() {")
	if draw("before", 2) == 1 {
		g.access()
	}
	g.Line("t = spawn t0()\nu = spawn t1()\njoin t\njoin u")
	if draw("after", 2) == 1 {
		g.access()
	}
	g.Line("}")
	return g.String()
}

type transactor struct{ irgen.Writer }

// statement may call the functions below callees.
func (g *transactor) statement(callees int) {
	switch n := g.Draw("statement", 10); {
	case n < 3:
		g.Line("sync a {")
		g.under("a")
		g.Line("}")
	case n < 5:
		g.Line("sync b {")
		g.under("b")
		g.Line("}")
	case n == 5:
		g.Line("sync a {\nsync b {")
		g.under("a")
		g.under("b")
		g.Line("}\n}")
	case n == 6:
		g.Line("take(a)")
		g.under("a")
		g.Line("give(a)")
	case n == 7 && callees > 0:
		g.Line("f%d()", g.Draw("callee", callees))
	case n == 8:
		g.Line("acquire a")
		g.under("a")
		g.Line("acquire b\nrelease a")
		g.under("b")
		g.Line("release b")
	default:
		g.access()
	}
}

// under accesses what a lock protects, mostly.
func (g *transactor) under(lock string) {
	g.Some(2, func() {
		switch {
		case g.Draw("protected", 8) == 7:
			g.access()
		case lock == "a":
			g.Line(g.Pick("p.x = 1", "r = p.x", "r = q.z", "p.x = 2"))
		default:
			g.Line(g.Pick("p.y = 1", "r = p.y", "r = q.z", "q.y = 2"))
		}
	})
}

func (g *transactor) access() {
	place := g.Pick("q.z", "q.z", "q.x", "p.x")
	if g.Draw("write", 3) == 2 && place != "q.z" {
		g.Line("%s = %d", place, g.Draw("number", 3))
		return
	}
	g.Line(fmt.Sprintf("r = %s", place))
}
