package irgen

// raw takes and gives back a monitor without structure.
func (g *gen) raw() {
	l := g.monitor()
	g.line("acquire %s", l)
	g.block()
	g.line("release %s", l)
}

// crossed gives back two monitors in the order in which it took them.
func (g *gen) crossed() {
	first, second := "a", "b"
	if g.draw("order", 2) == 1 {
		first = "lock"
	}
	g.line("acquire %s", first)
	g.block()
	g.line("acquire %s", second)
	g.block()
	g.line("release %s", first)
	g.block()
	g.line("release %s", second)
}

// maybe holds a monitor on one of two paths.
func (g *gen) maybe() {
	l, k := g.monitor(), g.fresh("k")
	g.line("%s = nondet", k)
	g.line("if %s {", k)
	g.line("\tacquire %s", l)
	g.line("}")
	g.block()
	g.line("if %s {", k)
	g.line("\trelease %s", l)
	if g.draw("other", 2) == 1 {
		g.line("} else {")
		g.body()
	}
	g.line("}")
}

// attempt does not wait for the monitor.
func (g *gen) attempt() {
	l, k := g.monitor(), g.fresh("k")
	g.line("%s = tryacquire %s", k, l)
	g.line("if %s {", k)
	g.body()
	g.line("\trelease %s", l)
	g.line("}")
}

// helpers changes locks in callees.
func (g *gen) helpers() {
	l := g.pick("lock", "a", "o", "b", "p")
	if l == "a" || l == "b" {
		g.line("take(%s)", l)
		g.block()
		g.line("give(%s)", l)
		return
	}
	m := g.fresh("m") // o and p may be assigned in between
	g.line("%s = %s", m, l)
	g.line("take(%s)", m)
	g.block()
	g.line("give(%s)", m)
}

// reentrant takes a monitor several times, by two names that may be one object.
func (g *gen) reentrant() {
	m, l := g.fresh("m"), g.monitorNode()
	g.line("%s = %s", m, l)
	g.line("sync %s {", m)
	g.line("\tsync %s {", g.pick("again", l, "q", "p"))
	g.indent++
	g.body()
	g.indent--
	g.line("\t}")
	g.body()
	g.line("}")
}

// irreducible is a loop with two entries.
func (g *gen) irreducible() {
	in, mid, k := g.fresh("In"), g.fresh("Mid"), g.fresh("k")
	g.line("%s = %d", k, g.draw("rounds", 3))
	g.line("if %s {", g.cond())
	g.line("\tgoto %s", mid)
	g.line("}")
	g.line("%s:", in)
	g.block()
	g.line("%s:", mid)
	g.block()
	g.line("if %s > 0 {", k)
	g.line("\t%s = %s - 1", k, k)
	g.line("\tgoto %s", in)
	g.line("}")
}

func (g *gen) notify() {
	l := g.monitor()
	g.line("sync %s {", l)
	g.body()
	g.line("\t%s %s", g.pick("notify", "notifyall", "notify"), l)
	g.line("}")
}

// wait gives the monitor back in the middle. It waits only while another thread
// is sure to notify it: one that it starts itself.
func (g *gen) wait() {
	if g.opts.NoThreads {
		g.skip()
		return
	}
	k := g.fresh("w")
	g.line("%s = new Node", k)
	g.line("sync %s {", k)
	g.line("\tr = %s.f", k)
	g.line("\tspawn wakeup(%s)", k)
	g.line("\twhile !%s.flag {", k)
	g.line("\t\twait %s", k)
	g.line("\t}")
	g.body()
	g.line("}")
}

func (g *gen) fork() {
	f := g.anyFunc()
	t := g.fresh("t")
	g.line("if n > 1 {")
	g.line("\t%s = spawn %s(%s, n - 2, %s)", t, f.name, g.monitorNode(), g.reg())
	if g.draw("join", 2) == 1 {
		g.line("\tjoin %s", t)
	}
	g.line("}")
}

// reopened holds a monitor that a callee gives back and takes again, between
// reading a field and returning what it read.
func (g *gen) reopened() {
	m, r := g.fresh("m"), g.reg()
	g.line("%s = %s", m, g.monitorNode())
	g.line("acquire %s", m)
	g.block()
	g.line("%s = reopen(%s)", r, m)
	g.block()
	g.line("release %s", m)
}
