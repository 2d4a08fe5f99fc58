package drawn

import "github.com/seed38182bad/parallax/envs/ir/irgen"

// Calls draws a small program in which it matters whether calls are executed at once. Two or three threads call
// functions that access two variables and a field, mostly under the locks that protect them. Most functions are marked
// as transactions. Some call each other. Each returns what it has read, and its thread adds that to a variable of its
// own. So what calls have read is left behind, and not only what they have written. Locks are nested in one order, so
// that threads wait for each other only if a program takes a lock in a function and gives it back in another one.
func Calls(draw irgen.Draw) string {
	w := &calls{irgen.Writer{Draw: draw}}
	w.Line("class C { f }\nfinal a = new C\nfinal b = new C\nvar x\nvar y\nvar seen0\nvar seen1\nvar seen2")
	for i := range 3 {
		w.Line("%sfunc f%d() {\nr = 0", w.Pick("atomic ", "atomic ", "atomic ", ""), i)
		w.Some(3, func() { w.statement(i, "") })
		w.Line("return r\n}")
	}
	threads := 2 + w.Draw("threads", 4)/3
	for i := range threads {
		w.Line("func t%d() {", i)
		w.Some(2, func() { w.Line("seen%d = seen%d * 7 + f%d()", i, i, w.Draw("callee", 3)) })
		w.Line("}")
	}
	w.Line("func main() {")
	for i := range threads {
		w.Line("h%d = spawn t%d()", i, i)
	}
	if w.Draw("main", 3) == 2 {
		w.Line("join h0\nseen2 = seen2 * 7 + f0()")
	}
	w.Line("}")
	return w.String()
}

type calls struct{ irgen.Writer }

// statement may call the functions below callees. It holds the locks that are named.
func (w *calls) statement(callees int, held string) {
	switch w.Draw("statement", 10) {
	default:
		w.access(held)
	case 3, 4, 5:
		if l := w.Pick("a", "a", "b"); held < l {
			w.Line("sync %s {", l)
			w.Some(2, func() { w.statement(callees, l) })
			w.Line("}")
		} else {
			w.access(held)
		}
	case 6:
		if held == "" && callees > 0 {
			w.Line("r = r * 5 + f%d()", w.Draw("callee", callees))
		} else {
			w.access(held)
		}
	case 7:
		w.Line("if %s == 1 {", w.place(held))
		w.access(held)
		w.Line("}")
	case 8: // hand over hand
		if held == "" {
			w.Line("acquire a")
			w.access("a")
			w.Line("acquire b\nrelease a")
			w.access("b")
			w.Line("release b")
		} else {
			w.access(held)
		}
	}
}

// place is what the lock that is held protects, mostly.
func (w *calls) place(held string) string {
	if held == "" || w.Draw("protected", 8) == 7 {
		return w.Pick("x", "y", "a.f")
	}
	if held == "a" {
		return w.Pick("x", "x", "a.f")
	}
	return "y"
}

func (w *calls) access(held string) {
	if held == "" && w.Draw("bare", 3) > 0 {
		held = w.Pick("a", "b")
		w.Line("sync %s {", held)
		defer w.Line("}")
	}
	place := w.place(held)
	switch w.Draw("access", 5) {
	default:
		w.Line("r = r * 5 + %s", place)
	case 2:
		w.Line("%s = %d", place, 1+w.Draw("number", 3))
	case 3:
		w.Line("%s = %s + 1", place, place)
	case 4:
		w.Line("%s = r + 1", place)
	}
}
