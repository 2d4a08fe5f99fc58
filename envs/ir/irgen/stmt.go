package irgen

import (
	"fmt"
	"strings"
)

// block writes some statements.
func (g *gen) block() {
	for range g.Draw("statements", 5) {
		if g.left <= 0 {
			return
		}
		g.stmt()
	}
}

// body writes a nested block with at least one statement.
func (g *gen) body() {
	g.depth++
	if g.left > 0 {
		g.stmt()
	}
	g.block()
	g.depth--
}

// stmt writes one statement, or a few that belong together.
func (g *gen) stmt() {
	g.left--
	simple := []func(){
		g.skip, g.move, g.load, g.store, g.compute, g.load, g.store, g.variable, g.elem, g.objects,
	}
	if g.depth >= maxDepth || g.left <= 0 {
		simple[g.Draw("statement", len(simple))]()
		return
	}
	all := append(simple,
		g.sync, g.sync, g.sync, g.call, g.call, g.branch, g.branch, g.loop, g.random, g.early, g.locked,
	)
	if !g.opts.Structured {
		all = append(all, g.try, g.throw)
		if !g.opts.NoRaw {
			all = append(all, g.raw, g.crossed, g.maybe, g.attempt, g.helpers, g.reentrant, g.reopened)
		}
		all = append(all, g.irreducible, g.notify, g.wait)
	}
	all = append(all, g.fork)
	all[g.Draw("statement", len(all))]()
}

func (g *gen) skip()    { g.Line("skip") }
func (g *gen) move()    { g.Line("%s = %s", g.reg(), g.reg()) }
func (g *gen) load()    { g.Line("%s = %s.%s", g.reg(), g.object(), g.field()) }
func (g *gen) store()   { g.Line("%s.%s = %s", g.object(), g.field(), g.value()) }
func (g *gen) compute() { g.Line("%s = %s", g.reg(), g.arith()) }

func (g *gen) arith() string {
	switch g.Draw("arithmetic", 7) {
	default:
		return g.reg() + " + " + g.value()
	case 2:
		return g.reg() + " % 5"
	case 3:
		if g.opts.Structured {
			return g.reg() + " / 2"
		}
		return g.reg() + " / " + g.reg()
	case 4:
		return "-" + g.reg()
	case 5:
		return g.reg() + " - (" + g.reg() + " + 1) * 2"
	case 6:
		return "!" + g.reg()
	}
}

func (g *gen) variable() {
	switch g.Draw("variable", 4) {
	case 0:
		g.Line("%s = total", g.reg())
	case 1:
		g.Line("total = %s", g.value())
	case 2:
		g.Line("ready = %s", g.value())
	case 3:
		g.Line("%s = ready || %s > 1", g.reg(), g.reg())
	}
}

func (g *gen) elem() {
	switch g.Draw("element", 4) {
	case 0:
		g.Line("%s = table[%d]", g.reg(), g.Draw("index", 3))
	case 1:
		g.Line("table[%d] = %s", g.Draw("index", 3), g.value())
	case 2:
		g.Line("%s = table[nondet(3)] + len(table)", g.reg())
	case 3:
		g.Line("v = new [%s]\nv[1] = %s\n%s = v[1]", g.Pick("2", "3"), g.reg(), g.reg())
	}
}

func (g *gen) objects() {
	switch g.Draw("objects", 7) {
	case 0:
		g.Line("p = q")
	case 1:
		g.Line("q = o")
	case 2:
		g.Line("p = new Node")
	case 3:
		g.Line("%s.next = p", g.object())
	case 4: // a lock loaded from a field
		g.Line("if %s.next != nil {\np = a.next\nif p == nil {\np = b\n}\n}", g.Pick("a", "b"))
	case 5:
		g.Line("o = %s", g.Pick("p", "q"))
	case 6:
		g.Line("q = %s", g.monitorNode())
	}
}

func (g *gen) monitorNode() string { return g.Pick("a", "b") }

func (g *gen) sync() {
	g.Line("sync %s {", g.lockable())
	g.body()
	g.Line("}")
}

// locked reads under a lock what is used outside it.
func (g *gen) locked() {
	l, r := g.lockable(), g.reg()
	g.Line("sync %s {\n%s = %s.f\n}", l, r, g.Pick("a", "b"))
	g.stmt()
	g.Line("sync %s {\na.f = %s\n}", l, r)
}

// call calls any function, itself included, as long as there is fuel.
func (g *gen) call() {
	f := g.anyFunc()
	x := fmt.Sprintf("%s(%s, n - 1, %s)", f.name, g.Pick("p", "o", "a", "q", "b"), g.value())
	switch f.results {
	case 1:
		x = g.reg() + " = " + x
	case 2:
		to := []string{"r, s", "x, r", "a.f, x", "s, total"}
		x = g.Pick(to...) + " = " + x
	}
	g.Line("if n > 0 {\n%s\n}", x)
}

func (g *gen) branch() {
	g.Line("if %s {", g.cond())
	g.body()
	switch g.Draw("else", 3) {
	case 1:
		g.Line("} else {")
		g.body()
	case 2:
		g.Line("} else if %s {", g.cond())
		g.body()
	}
	g.Line("}")
}

func (g *gen) loop() {
	i := g.fresh("i")
	g.Line("%s = %d\nwhile %s > 0 {\n%s = %s - 1", i, 1+g.Draw("rounds", 3), i, i, i)
	g.loops++
	g.body()
	g.loops--
	g.Line("}")
}

// random is a loop that ends by chance.
func (g *gen) random() {
	g.Line("while %s {", g.Pick("nondet", "nondet(3) == 1", "true"))
	g.loops++
	g.body()
	g.loops--
	g.Line("if nondet {\nbreak\n}\n}")
}

// early leaves a loop or the function.
func (g *gen) early() {
	g.Line("if %s {", g.cond())
	switch k := g.Draw("leave", 3); {
	case k == 1 && g.loops > 0:
		g.Line("continue")
	case k == 2 && g.loops > 0:
		g.Line("break")
	default:
		g.ret()
	}
	g.Line("}")
}

func (g *gen) ret() {
	list := []string{}
	for range g.cur.results {
		list = append(list, g.value())
	}
	g.Line("%s", strings.TrimSpace("return "+strings.Join(list, ", ")))
}

func (g *gen) try() {
	g.Line("try {")
	g.body()
	g.Line("} catch e {")
	if g.Draw("rethrow", 4) == 3 {
		g.Line("throw e")
	} else {
		g.body()
	}
	g.Line("}")
}

func (g *gen) throw() {
	g.Line("if %s {\nthrow %s\n}", g.cond(), g.value())
}
