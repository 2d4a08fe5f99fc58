package irgen

import (
	"fmt"
	"strings"
)

// block writes some statements.
func (g *gen) block() {
	for range g.draw("statements", 5) {
		if g.left <= 0 {
			return
		}
		g.stmt()
	}
}

// body writes a nested block with at least one statement.
func (g *gen) body() {
	g.indent++
	g.depth++
	if g.left > 0 {
		g.stmt()
	}
	g.block()
	g.depth--
	g.indent--
}

// stmt writes one statement, or a few that belong together.
func (g *gen) stmt() {
	g.left--
	simple := []func(){
		g.skip, g.move, g.load, g.store, g.compute, g.load, g.store, g.variable, g.elem, g.objects,
	}
	if g.depth >= g.opts.Depth || g.left <= 0 {
		simple[g.draw("statement", len(simple))]()
		return
	}
	all := append(simple,
		g.sync, g.sync, g.sync, g.call, g.call, g.branch, g.branch, g.loop, g.random, g.early, g.locked,
	)
	if !g.opts.NoThrow {
		all = append(all, g.try, g.throw)
	}
	if !g.opts.NoRaw {
		all = append(all, g.raw, g.crossed, g.maybe, g.attempt, g.helpers, g.reentrant, g.reopened)
	}
	if !g.opts.NoGoto {
		all = append(all, g.irreducible)
	}
	if !g.opts.NoWait {
		all = append(all, g.notify, g.wait)
	}
	if !g.opts.NoThreads {
		all = append(all, g.fork)
	}
	all[g.draw("statement", len(all))]()
}

func (g *gen) skip()    { g.line("skip") }
func (g *gen) move()    { g.line("%s = %s", g.reg(), g.reg()) }
func (g *gen) load()    { g.line("%s = %s.%s", g.reg(), g.object(), g.field()) }
func (g *gen) store()   { g.line("%s.%s = %s", g.object(), g.field(), g.value()) }
func (g *gen) compute() { g.line("%s = %s", g.reg(), g.arith()) }

func (g *gen) arith() string {
	switch g.draw("arithmetic", 7) {
	default:
		return g.reg() + " + " + g.value()
	case 2:
		return g.reg() + " % 5"
	case 3:
		if g.opts.NoThrow {
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
	switch g.draw("variable", 4) {
	case 0:
		g.line("%s = total", g.reg())
	case 1:
		g.line("total = %s", g.value())
	case 2:
		g.line("ready = %s", g.value())
	case 3:
		g.line("%s = ready || %s > 1", g.reg(), g.reg())
	}
}

func (g *gen) elem() {
	switch g.draw("element", 4) {
	case 0:
		g.line("%s = table[%d]", g.reg(), g.draw("index", 3))
	case 1:
		g.line("table[%d] = %s", g.draw("index", 3), g.value())
	case 2:
		g.line("%s = table[nondet(3)] + len(table)", g.reg())
	case 3:
		g.line("v = new [%s]", g.pick("length", "2", "3"))
		g.line("v[1] = %s", g.reg())
		g.line("%s = v[1]", g.reg())
	}
}

func (g *gen) objects() {
	switch g.draw("objects", 7) {
	case 0:
		g.line("p = q")
	case 1:
		g.line("q = o")
	case 2:
		g.line("p = new Node")
	case 3:
		g.line("%s.next = p", g.object())
	case 4: // a lock loaded from a field
		g.line("if %s.next != nil {", g.pick("object", "a", "b"))
		g.line("\tp = a.next")
		g.line("\tif p == nil {")
		g.line("\t\tp = b")
		g.line("\t}")
		g.line("}")
	case 5:
		g.line("o = %s", g.pick("object", "p", "q"))
	case 6:
		g.line("q = %s", g.monitorNode())
	}
}

func (g *gen) monitorNode() string { return g.pick("object", "a", "b") }

func (g *gen) sync() {
	g.line("sync %s {", g.lockable())
	g.body()
	g.line("}")
}

// locked reads under a lock what is used outside it.
func (g *gen) locked() {
	l, r := g.lockable(), g.reg()
	g.line("sync %s {", l)
	g.line("\t%s = %s.f", r, g.pick("object", "a", "b"))
	g.line("}")
	g.stmt()
	g.line("sync %s {", l)
	g.line("\ta.f = %s", r)
	g.line("}")
}

// call calls any function, itself included, as long as there is fuel.
func (g *gen) call() {
	f := g.anyFunc()
	x := fmt.Sprintf("%s(%s, n - 1, %s)", f.name, g.pick("argument", "p", "o", "a", "q", "b"), g.value())
	switch f.results {
	case 1:
		x = g.reg() + " = " + x
	case 2:
		to := []string{"r, s", "x, r", "a.f, x", "s, total"}
		x = g.pick("results", to...) + " = " + x
	}
	g.line("if n > 0 {")
	g.line("\t%s", x)
	g.line("}")
}

func (g *gen) branch() {
	g.line("if %s {", g.cond())
	g.body()
	switch g.draw("else", 3) {
	case 1:
		g.line("} else {")
		g.body()
	case 2:
		g.line("} else if %s {", g.cond())
		g.body()
	}
	g.line("}")
}

func (g *gen) loop() {
	i := g.fresh("i")
	g.line("%s = %d", i, 1+g.draw("rounds", 3))
	g.line("while %s > 0 {", i)
	g.line("\t%s = %s - 1", i, i)
	g.loops++
	g.body()
	g.loops--
	g.line("}")
}

// random is a loop that ends by chance.
func (g *gen) random() {
	g.line("while %s {", g.pick("loop", "nondet", "nondet(3) == 1", "true"))
	g.loops++
	g.body()
	g.loops--
	g.line("\tif nondet {")
	g.line("\t\tbreak")
	g.line("\t}")
	g.line("}")
}

// early leaves a loop or the function.
func (g *gen) early() {
	g.line("if %s {", g.cond())
	g.indent++
	switch k := g.draw("leave", 3); {
	case k == 1 && g.loops > 0:
		g.line("continue")
	case k == 2 && g.loops > 0:
		g.line("break")
	default:
		g.ret()
	}
	g.indent--
	g.line("}")
}

func (g *gen) ret() {
	list := []string{}
	for range g.cur.results {
		list = append(list, g.value())
	}
	g.line("%s", strings.TrimSpace("return "+strings.Join(list, ", ")))
}

func (g *gen) try() {
	g.line("try {")
	g.body()
	g.line("} catch e {")
	if g.draw("rethrow", 4) == 3 {
		g.line("\tthrow e")
	} else {
		g.body()
	}
	g.line("}")
}

func (g *gen) throw() {
	g.line("if %s {", g.cond())
	g.line("\tthrow %s", g.value())
	g.line("}")
}
