package irgen

// Blocks draws a program with threads that access the fields of objects under locks. The accesses lie in one block or
// in several, nested in a block of another lock or not, under conditions, in loops, and in functions. A function takes
// the lock, gives it back, does both the other way round, or neither. Each lock protects the fields of one object of a
// class, so that classes of fields are as good as fields.
func Blocks(draw Draw) string {
	w := &blockProgram{Writer{Draw: draw}}
	w.Line("class P { x, y, z }\nclass Q { u, v }\nfinal a = new P\nfinal b = new P\nfinal gate = new Object\n" +
		"final q = new Q")
	w.Line("func take(o) { acquire o }\nfunc give(o) { release o }\n" +
		"func again(o) { o.x = 1; release o; acquire o; o.y = 1 }")
	w.Line("func touch(o) {")
	w.accesses("o")
	w.Line("}\nsync func locked(o) {")
	w.accesses("o")
	w.Line("}\nfunc halfway(o) {\n\tacquire o")
	w.accesses("o")
	w.Line("}")
	threads := 2 + draw("threads", 2)
	for i := range threads {
		w.Line("func t%d(o) {", i)
		w.Some(4, func() { w.block("o", draw("depth", 3)) })
		w.Line("}")
	}
	w.Line("func main() {")
	for i := range threads {
		w.Line("\th%d = spawn t%d(%s)", i, draw("thread", threads), w.Pick("a", "a", "b"))
	}
	if draw("main", 2) == 1 {
		w.block("a", 1)
	}
	for i := range threads {
		w.Line("\tjoin h%d", i)
	}
	if draw("afterwards", 3) == 2 {
		w.block("a", 1)
	}
	w.Line("}")
	return w.String()
}

type blockProgram struct{ Writer }

// block writes one or several statements, of which most hold the lock of o.
func (w *blockProgram) block(o string, depth int) {
	switch w.Draw("block", 11) {
	default:
		w.Line("sync %s {", o)
		w.accesses(o)
		w.Line("}")
	case 3:
		w.Line("locked(%s)", o)
	case 4:
		w.Line("take(%s)", o)
		w.accesses(o)
		w.Line("give(%s)", o)
	case 5:
		w.Line("halfway(%s)", o)
		w.accesses(o)
		w.Line("release %s", o)
	case 6:
		w.Line("sync gate {")
		w.Some(2, func() { w.gated(depth) })
		w.Line("}")
	case 7:
		w.Line("acquire %s", o)
		w.accesses(o)
		w.Line("again(%s)", o)
		w.accesses(o)
		w.Line("release %s", o)
	case 8:
		w.Line("while nondet {\nsync %s {", o)
		w.accesses(o)
		w.Line("}\n}")
	case 10:
		w.Line("sync %s {", o)
		w.accesses(o)
		w.Line("touch(%s)\n}", o)
	case 9:
		w.Line("acquire gate\nacquire %s", "a")
		w.accesses("a")
		w.Line("release gate")
		w.accesses("a")
		w.Line("release a")
	}
}

// gated writes what is done under the gate: with a alone, so that one class is one object.
func (w *blockProgram) gated(depth int) {
	switch {
	case w.Draw("gated", 3) == 0:
		w.Line("q.%s = 1", w.Pick("u", "v"))
	case depth == 0:
		w.Line("locked(a)")
	default:
		w.Line("sync a {")
		w.accesses("a")
		w.Line("}")
	}
}

func (w *blockProgram) accesses(o string) {
	w.Some(3, func() {
		f := w.Pick("x", "y", "z")
		switch w.Draw("access", 6) {
		default:
			w.Line("%s.%s = 1", o, f)
		case 2:
			w.Line("r = %s.%s", o, f)
		case 3:
			w.Line("if nondet { %s.%s = 2 }", o, f)
		case 4:
			w.Line("if nondet { %s.%s = 2 } else { %s.%s = 3 }", o, f, o, w.Pick("x", "y", "z"))
		case 5:
			w.Line("%s.%s = %s.%s", o, f, o, w.Pick("x", "y", "z"))
		}
	})
}
