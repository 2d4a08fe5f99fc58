package irgen

// Schedules draws a small program in which it matters how threads are interleaved: so small that every schedule can be
// executed, or nearly. Two or three threads access two variables and a field, under two locks or without, nested in one
// order or the other. They wait and notify, try to lock, start and join threads, draw numbers and throw.
func Schedules(draw Draw) string {
	w := &schedules{Writer: Writer{Draw: draw}}
	w.Line("class C { f }\nfinal a = new C\nfinal b = new C\nvar x\nvar y\nvar done\nfunc fill(o) { o.f = x }")
	threads := 2 + w.Draw("threads", 2)
	w.size = 3 - threads/3
	for i := range threads {
		w.Line("func t%d() {", i)
		w.Some(w.size, func() { w.statement(1) })
		w.Line("}")
	}
	w.Line("func main() {")
	for i := range threads {
		w.Line("h%d = spawn t%d()", i, i)
	}
	switch w.Draw("main", 5) {
	case 1:
		w.Line("join h0\ndone = x * 10 + y")
	case 2:
		w.statement(0)
	case 3:
		w.statement(0)
		w.Line("join h1\ny = x")
	}
	w.Line("}")
	return w.String()
}

// Protected draws programs such as Schedules does, in which the monitor of an object protects what is accessed: x is
// accessed under a alone, and y under b.
func Protected(draw Draw) string {
	w := &schedules{Writer: Writer{Draw: draw}}
	w.Line("class C { f }\nfinal a = new C\nfinal b = new C\nvar x\nvar y\nvar done")
	threads := 2 + w.Draw("threads", 2)
	for i := range threads {
		w.Line("func t%d() {", i)
		w.Some(4-threads/2, func() { w.guarded(1) })
		w.Line("}")
	}
	w.Line("func main() {")
	for i := range threads {
		w.Line("h%d = spawn t%d()", i, i)
	}
	w.Line("}")
	return w.String()
}

// guarded writes a block, and in it perhaps another one.
func (w *schedules) guarded(depth int) {
	l, v := "a", "x"
	if w.Draw("lock", 2) == 1 {
		l, v = "b", "y"
	}
	if w.Draw("try", 5) == 4 {
		w.Line("if tryacquire %s {\n%s = %s + 1\nrelease %s\n}", l, v, v, l)
		return
	}
	w.Line("sync %s {", l)
	w.Some(2, func() {
		switch w.Draw("guarded", 9) {
		default:
			w.Line("%s = %d", v, 1+w.Draw("number", 3))
		case 2:
			w.Line("%s = %s * 2 + 1", v, v)
		case 3:
			w.Line("if %s == 0 { wait %s }", v, l)
		case 4:
			w.Line("%s = 1\n%s %s", v, w.Pick("notify", "notifyall"), l)
		case 5:
			w.Line("%s = nondet(2)", v)
		case 6:
			w.Line("if %s == 1 { throw 7 }", v)
		case 7, 8:
			if depth > 0 {
				w.guarded(depth - 1)
			} else {
				w.Line("%s = %s + 1", v, v)
			}
		}
	})
	w.Line("}")
}

type schedules struct {
	Writer
	size int
}

func (w *schedules) statement(depth int) {
	l := w.Pick("a", "a", "b")
	switch w.Draw("statement", 14) {
	default:
		w.Line("%s = %d", w.Pick("x", "y", "a.f"), 1+w.Draw("number", 3))
	case 2, 3:
		w.Line("%s = %s + 1", w.Pick("x", "y", "a.f"), w.Pick("x", "y", "x"))
	case 4, 5, 6:
		w.Line("sync %s {", l)
		if depth > 0 {
			w.Some(2, func() { w.statement(depth - 1) })
		} else {
			w.Line("x = x + 2")
		}
		w.Line("}")
	case 7:
		w.Line("if tryacquire %s {\ny = y + 1\nrelease %s\n}", l, l)
	case 8:
		w.Line("sync %s { if x == 0 { wait %s } }", l, l)
	case 9:
		w.Line("sync %s { x = 1; %s %s }", l, w.Pick("notify", "notifyall"), l)
	case 10:
		w.Line("y = nondet(2) + x")
	case 11:
		w.Line("if x == 1 { throw %d }", 5+w.Draw("thrown", 2))
	case 12:
		w.Line("acquire %s\nx = x * 2\nacquire %s\ny = x\nrelease %s\nrelease %s", l, other(l), l, other(l))
	case 13:
		if depth > 0 {
			w.Line("o = new C\nh = spawn fill(o)\njoin h\ny = o.f")
		}
	}
}

func other(l string) string {
	if l == "a" {
		return "b"
	}
	return "a"
}
