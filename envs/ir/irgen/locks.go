package irgen

// raw takes and gives back a monitor without structure.
func (g *gen) raw() {
	l := g.monitor()
	g.Line("acquire %s", l)
	g.block()
	g.Line("release %s", l)
}

// crossed gives back two monitors in the order in which it took them.
func (g *gen) crossed() {
	first, second := "a", "b"
	if g.Draw("order", 2) == 1 {
		first = "lock"
	}
	g.Line("acquire %s", first)
	g.block()
	g.Line("acquire %s", second)
	g.block()
	g.Line("release %s", first)
	g.block()
	g.Line("release %s", second)
}

// maybe holds a monitor on one of two paths.
func (g *gen) maybe() {
	l, k := g.monitor(), g.fresh("k")
	g.Line("%s = nondet\nif %s {\nacquire %s\n}", k, k, l)
	g.block()
	g.Line("if %s {\nrelease %s", k, l)
	if g.Draw("other", 2) == 1 {
		g.Line("} else {")
		g.body()
	}
	g.Line("}")
}

// attempt does not wait for the monitor.
func (g *gen) attempt() {
	l, k := g.monitor(), g.fresh("k")
	g.Line("%s = tryacquire %s\nif %s {", k, l, k)
	g.body()
	g.Line("release %s\n}", l)
}

// helpers changes locks in callees.
func (g *gen) helpers() {
	l := g.Pick("a", "o", "b", "p")
	if l == "a" || l == "b" {
		g.Line("take(%s)", l)
		g.block()
		g.Line("give(%s)", l)
		return
	}
	m := g.fresh("m") // o and p may be assigned in between
	g.Line("%s = %s\ntake(%s)", m, l, m)
	g.block()
	g.Line("give(%s)", m)
}

// reentrant takes a monitor several times, by two names that may be one object.
func (g *gen) reentrant() {
	m, l := g.fresh("m"), g.monitorNode()
	g.Line("%s = %s\nsync %s {\nsync %s {", m, l, m, g.Pick(l, "q", "p"))
	g.body()
	g.Line("}")
	g.body()
	g.Line("}")
}

// irreducible is a loop with two entries.
func (g *gen) irreducible() {
	in, mid, k := g.fresh("In"), g.fresh("Mid"), g.fresh("k")
	g.Line("%s = %d\nif %s {\ngoto %s\n}\n%s:", k, g.Draw("rounds", 3), g.cond(), mid, in)
	g.block()
	g.Line("%s:", mid)
	g.block()
	g.Line("if %s > 0 {\n%s = %s - 1\ngoto %s\n}", k, k, k, in)
}

func (g *gen) notify() {
	l := g.monitor()
	g.Line("sync %s {", l)
	g.body()
	g.Line("%s %s\n}", g.Pick("notifyall", "notify"), l)
}

// wait gives the monitor back in the middle. It waits only while another thread
// is sure to notify it: one that it starts itself.
func (g *gen) wait() {
	k := g.fresh("w")
	g.Line("%s = new Node\nsync %s {\nr = %s.f\nspawn wakeup(%s)\nwhile !%s.flag {", k, k, k, k, k)
	g.Line("wait %s\n}", k)
	g.body()
	g.Line("}")
}

func (g *gen) fork() {
	f := g.anyFunc()
	t := g.fresh("t")
	g.Line("if n > 1 {\n%s = spawn %s(%s, n - 2, %s)", t, f.name, g.monitorNode(), g.reg())
	if g.Draw("join", 2) == 1 {
		g.Line("join %s", t)
	}
	g.Line("}")
}

// reopened holds a monitor that a callee gives back and takes again, between
// reading a field and returning what it read.
func (g *gen) reopened() {
	m, r := g.fresh("m"), g.reg()
	g.Line("%s = %s\nacquire %s", m, g.monitorNode(), m)
	g.block()
	g.Line("%s = reopen(%s)", r, m)
	g.block()
	g.Line("release %s", m)
}
