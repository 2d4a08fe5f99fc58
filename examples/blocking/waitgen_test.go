package blocking_test

import "github.com/seed38182bad/parallax/envs/ir/irgen"

// waits draws a program of a few threads that wait for locks, for each other's ends and to be notified. Its states are
// few. Locks go by their names, as parameters, through a field, and are made where they are used. They are taken in
// regions, and one by one, also by functions for their callers, and are kept by early returns and exceptions.
//
// A tame program takes them in one order, and gives all of them back.
func waits(draw irgen.Draw) string {
	g := &waitProgram{Writer: irgen.Writer{Draw: draw}, tame: draw("tame", 2) == 1}
	g.Line("class Box { full, lock }\nfinal box = new Box\nvar handle\nvar lock = new Object")
	for _, l := range []string{"l0", "l1", "l2"} {
		g.Line("final %s = new Object", l)
	}
	g.Line("func take(p) { acquire p }\nfunc give(p) { release p }\nfunc in(p) { sync p { } }")
	g.Line("func both(p, q) { sync p { sync q { } } }\nfunc twice(p) { sync p { in(p) } }")
	g.Line("func swap(p) { release p; acquire p }\nfunc fail() { throw 1 }\nfunc sink(p) { sink(p) }")
	g.Line("func loose() { v = lock; release v }\nfunc drop(p) { release p; release p }")
	g.Line("func make() { return new Object }")
	g.Line("func pick(n) { if n { return l0 }; return l1 }\nfunc deep(n, p) { sync p { if n { deep(n - 1, p) } } }")
	g.Line("func look(b) { sync b { while !b.full { wait b } } }\nfunc put(b) { sync b { b.full = 1; notifyall b } }")
	threads := 1 + draw("threads", 2)
	for i := range threads {
		g.Line("func t%d(p, q) {", i)
		g.left = 3
		g.params = true
		g.block(0)
		g.Line("}")
	}
	g.Line("func main() {")
	g.params = false
	for i := range threads {
		p, q := g.ordered()
		g.Line("h%d = spawn t%d(%s, %s)", i, i, p, q)
		if g.Draw("handle", 6) == 5 {
			g.Line("handle = h%d", i)
		}
	}
	g.left = 2
	g.block(0)
	for i := range threads {
		switch g.Draw("join", 4) {
		case 0, 1:
			g.Line("join h%d", i)
		case 2:
			g.Line("sync %s { join h%d }", g.lock(), i)
		}
	}
	g.Line("}")
	return g.String()
}

type waitProgram struct {
	irgen.Writer
	tame   bool
	params bool
	left   int
	above  []string // locks that are held, in a tame program
	fresh  int
}

func (g *waitProgram) lock() string {
	if g.params && g.Draw("param", 3) == 2 {
		return g.Pick("p", "q")
	}
	return g.Pick("l0", "l1", "l2")
}

// ordered are two locks, the first of which is taken first.
func (g *waitProgram) ordered() (first, second string) {
	a, b := g.Pick("l0", "l1", "l2"), g.Pick("l0", "l1", "l2")
	if g.tame {
		return min(a, b), max(a, b)
	}
	return a, b
}

// inner is a lock to be taken where others are held.
func (g *waitProgram) inner() string {
	if !g.tame {
		return g.lock()
	}
	if len(g.above) == 0 {
		return g.Pick("l0", "l1", "l2")
	}
	switch g.above[len(g.above)-1] {
	case "l0":
		return g.Pick("l0", "l1", "l2")
	case "l1":
		return g.Pick("l1", "l2")
	}
	return "l2"
}

// within writes what is done while a lock is held.
func (g *waitProgram) within(l string) {
	g.above = append(g.above, l)
	if g.left > 0 && g.Draw("within", 3) > 0 {
		g.block(1)
	}
	g.above = g.above[:len(g.above)-1]
}

func (g *waitProgram) block(depth int) {
	g.Some(2, func() {
		if g.left > 0 {
			g.left--
			g.statement(depth)
		}
	})
}

func (g *waitProgram) statement(depth int) {
	tame := []func(){g.sync, g.sync, g.raw, g.helpers, g.both, g.twice, g.branch, g.attempt, g.made, g.child, g.caught,
		g.shared, g.several}
	wild := []func(){g.sync, g.raw, g.both, g.early, g.get, g.notify, g.field, g.uncaught, g.joined, g.maybe, g.swapped,
		g.child, g.variable, g.picked, g.thrown, g.recursive,
		g.unheld, g.twins}
	if g.tame {
		tame[g.Draw("statement", len(tame))]()
		return
	}
	all := append(tame, wild...)
	all[g.Draw("statement", len(all))]()
}

func (g *waitProgram) sync() {
	l := g.inner()
	g.Line("sync %s {", l)
	g.within(l)
	g.Line("}")
}

func (g *waitProgram) raw() {
	l := g.inner()
	g.Line("acquire %s", l)
	g.within(l)
	g.Line("release %s", l)
}

func (g *waitProgram) helpers() {
	l := g.inner()
	g.Line("take(%s)", l)
	g.within(l)
	g.Line("give(%s)", l)
}

func (g *waitProgram) both() {
	l := g.inner()
	g.above = append(g.above, l)
	g.Line("both(%s, %s)", l, g.inner())
	g.above = g.above[:len(g.above)-1]
}

func (g *waitProgram) twice() {
	l := g.inner()
	g.Line("sync %s { twice(%s) }", l, l)
}

func (g *waitProgram) branch() {
	g.Line("if nondet {")
	g.block(1)
	g.Line("} else {")
	g.block(1)
	g.Line("}")
}

func (g *waitProgram) attempt() {
	l := g.inner()
	g.Line("if tryacquire %s {", l)
	g.within(l)
	g.Line("release %s\n}", l)
}

// made takes a lock that nobody else knows.
func (g *waitProgram) made() {
	g.fresh++
	g.Line("m%d = new Object\nsync m%[1]d {", g.fresh)
	g.block(1)
	g.Line("}")
}

// child starts a thread, and may wait for its end.
func (g *waitProgram) child() {
	g.fresh++
	l := g.inner()
	g.above = append(g.above, l)
	m := g.inner()
	g.above = g.above[:len(g.above)-1]
	g.Line("c%d = spawn %s", g.fresh, g.Pick("in("+m+")", "twice("+m+")", "both("+l+", "+m+")"))
	if g.tame && len(g.above) > 0 {
		return
	}
	if g.Draw("join", 2) == 1 {
		g.Line("join c%d", g.fresh)
	}
}

func (g *waitProgram) caught() {
	l := g.inner()
	g.Line("try { sync %s { fail() } } catch e { skip }", l)
}

func (g *waitProgram) uncaught() {
	l, throws := g.lock(), g.Pick("fail()", "l1.full = 1", "in(0)", "join l0", "sink(l0)")
	g.Line("acquire %s\nif nondet { %s }\nrelease %s", l, throws, l)
}

// early may leave a lock behind.
func (g *waitProgram) early() {
	l := g.lock()
	g.Line("acquire %s\nif nondet { return }\nrelease %s", l, l)
}

func (g *waitProgram) maybe() {
	g.fresh++
	l := g.lock()
	g.Line("k%d = nondet\nif k%[1]d { acquire %s }\nskip\nif k%[1]d { release %[2]s }", g.fresh, l)
}

func (g *waitProgram) swapped() {
	l := g.lock()
	if g.Draw("inner", 2) == 1 {
		g.Line("sync %s { sync %s { swap(%s) } }", l, g.lock(), l)
		return
	}
	g.Line("sync %s { swap(%s) }", l, l)
}

func (g *waitProgram) get() {
	if g.Draw("held", 2) == 1 {
		g.Line("sync %s { look(box) }", g.lock())
		return
	}
	g.Line("look(box)")
}

func (g *waitProgram) notify() { g.Line("put(box)") }

// field takes a lock that is found in a field.
func (g *waitProgram) field() {
	if g.Draw("store", 2) == 1 {
		g.Line("box.lock = %s", g.lock())
		return
	}
	g.fresh++
	g.Line("f%d = box.lock\nif f%[1]d != 0 {\nsync f%[1]d {", g.fresh)
	g.block(1)
	g.Line("}\n}")
}

func (g *waitProgram) joined() {
	g.fresh++
	g.Line("try { join handle } catch e { skip }")
}

// shared takes a lock that a thread knows which is started here.
func (g *waitProgram) shared() {
	g.fresh++
	g.Line("m%d = new Object\nc%[1]d = spawn in(m%[1]d)\nsync m%[1]d {", g.fresh)
	if g.tame || g.Draw("inside", 2) == 1 {
		g.Line("}\njoin c%d", g.fresh)
	} else {
		g.Line("join c%d\n}", g.fresh)
	}
}

// several starts threads in a loop.
func (g *waitProgram) several() {
	g.fresh++
	l := g.inner()
	g.above = append(g.above, l)
	g.Line("i%d = 2\nwhile i%[1]d {\ni%[1]d = i%[1]d - 1\nspawn both(%s, %s)\n}", g.fresh, l, g.inner())
	g.above = g.above[:len(g.above)-1]
}

func (g *waitProgram) variable() {
	if g.Draw("store", 3) == 2 {
		g.Line("lock = %s", g.lock())
		return
	}
	g.fresh++
	g.Line("v%d = lock\nsync v%[1]d {", g.fresh)
	g.block(1)
	g.Line("}")
}

func (g *waitProgram) picked() {
	g.fresh++
	n := g.fresh
	g.Line("r%d = pick(nondet)\nacquire r%[1]d", n)
	g.block(1)
	g.Line("release r%d", n)
}

func (g *waitProgram) thrown() {
	g.fresh++
	g.Line("try { throw %s } catch e%d { sync e%[2]d { in(%s) } }", g.lock(), g.fresh, g.lock())
}

func (g *waitProgram) recursive() { g.Line("deep(1, %s)", g.lock()) }

// unheld does what wants a lock to be held, in functions of which some give it back first.
func (g *waitProgram) unheld() {
	l := g.lock()
	switch g.Draw("unheld", 10) {
	case 0:
		g.Line("release %s", l)
	case 1:
		g.Line("give(%s)", l)
	case 2:
		g.Line("swap(%s)", l)
	case 3:
		g.Line("acquire %s\nswap(%s)\nrelease %s", l, g.lock(), l)
	case 4:
		g.Line("notify %s", l)
	case 5: // the end of the region lets the lock be
		g.Line("sync %s { release %s }\nacquire %s", l, l, l)
	case 6: // by another name, in a thread to which it was passed
		if g.params {
			g.Line("acquire l%d\nrelease p\nsync l%[1]d { }", g.Draw("lock", 3))
		}
	case 7: // where it is not known which one
		g.Line("lock = %s\nacquire %[1]s\nloose()\nsync %[1]s { }", l)
	case 8: // of which the name is lost
		g.fresh++
		g.Line("y%d = %s\nacquire y%[1]d\ny%[1]d = %s\nrelease y%[1]d", g.fresh, l, g.lock())
	case 9: // more often than it was taken
		m := g.lock()
		g.Line("acquire %s\nacquire %s\ndrop(%s)\nrelease %s", m, l, l, m)
	}
}

// twins takes two locks that one place makes.
func (g *waitProgram) twins() {
	g.fresh++
	g.Line("x%d = make()\ny%[1]d = make()\nspawn both(x%[1]d, y%[1]d)\nspawn both(y%[1]d, x%[1]d)", g.fresh)
}
