package irgen

// Shared draws programs such as Schedules does, of which the threads share objects that are made while they run. What
// they do with an object they do before others know it, under its monitor, under that of another object, or without
// any. Monitors are taken inside of others. Some objects are handed over by a variable, and some to a thread that is
// started.
func Shared(draw Draw) string {
	w := &schedules{Writer: Writer{Draw: draw}}
	w.Line("class C { f, g }\nfinal a = new C\nfinal b = new C\nvar x\nvar y\nvar done")
	w.Line("func late(o) {")
	w.shared(0)
	w.Line("}")
	threads := 2 + w.Draw("threads", 4)/3
	for i := range threads {
		w.Line("func t%d(o) {", i)
		w.Some(4-threads/2, func() { w.shared(1) })
		w.Line("}")
	}
	w.Line("func main() {\no = new C\no.f = 1")
	if w.Draw("known", 2) == 1 {
		w.Line("x = o")
	}
	for i := range threads {
		w.Line("h%d = spawn t%d(%s)", i, i, w.Pick("o", "o", "a", "new C"))
	}
	switch w.Draw("main", 4) {
	case 1:
		w.Line("join h0\njoin h1\ndone = o.f * 10 + o.g")
	case 2:
		w.Line("join h1\ndone = o.f")
	case 3:
		w.Line("done = o.g")
	}
	w.Line("}")
	return w.String()
}

// shared writes a statement about the object o.
func (w *schedules) shared(depth int) {
	o := w.Pick("o", "o", "o", "a")
	switch w.Draw("shared", 16) {
	default:
		w.Line("sync %s {", w.Pick(o, o, "a", "b"))
		if depth > 0 {
			w.Some(2, func() { w.shared(depth - 1) })
		} else {
			w.Line("%s.f = %s.f + 1", o, o)
		}
		w.Line("}")
	case 3, 4:
		w.Line("%s.%s = %d", o, w.Pick("f", "g"), 1+w.Draw("number", 3))
	case 5:
		w.Line("%s.%s = %s.%s + 1", o, w.Pick("f", "g"), o, w.Pick("f", "g"))
	case 6:
		w.Line("o = new C\no.f = 1\no.g = o.f + 1")
	case 7:
		w.Line("%s = o", w.Pick("x", "y", "a.g"))
	case 8:
		w.Line("n = %s\nif n != nil { if n != 0 { o = n } }", w.Pick("x", "y"))
	case 9:
		w.Line("sync b { %s = o }", w.Pick("x", "y"))
	case 10:
		w.Line("sync b { o = %s }", w.Pick("x", "y"))
	case 11:
		if depth > 0 {
			w.Line("h = spawn late(%s)", o)
		}
	case 12:
		w.Line("sync a { sync b {")
		w.shared(0)
		w.Line("} }")
	case 13:
		w.Line("sync b { %s.f = %s.f + 2 }", o, o)
	}
}
