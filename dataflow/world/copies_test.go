package world_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// copies draws a program in which copies of shared fields outlive the lock under which they were read. Its functions
// read fields under one of two locks, compute, and branch on what was read. They hand it to others and return it. When
// they take the lock anew, they write it under the lock, or something that it decides. Some functions call themselves
// or each other. One field is volatile.
func copies(draw irgen.Draw) string {
	w := &copyProgram{irgen.Writer{Draw: draw}, 4}
	w.Line("class P { x, y, volatile v }\nfinal p = new P\nfinal gate = new Object")
	for i := range copyFuncs {
		w.Line("func f%d(o, n, r) {\ns = 0", i)
		w.body(3, false)
		w.Line("return %s, %s\n}", w.value(), w.value())
	}
	w.Line("func main() {\nt = spawn f0(p, 3, 0)\nr, s = f1(p, 3, 0)\nsync p { p.x = 1; p.y = 2 }\n}")
	return w.String()
}

// copyFuncs is how many functions there are besides main.
const copyFuncs = 3

type copyProgram struct {
	irgen.Writer
	calls int // that may still be written
}

func (w *copyProgram) body(depth int, held bool) { w.Some(3, func() { w.statement(depth, held) }) }

// statement writes one that accesses fields only where a lock is held, or hardly ever otherwise.
func (w *copyProgram) statement(depth int, held bool) {
	if depth == 0 {
		w.simple(held)
		return
	}
	switch w.Draw("statement", 12) {
	default:
		w.simple(held)
	case 2, 3, 4, 5:
		w.Line("sync %s {", w.Pick("p", "p", "p", "gate"))
		w.body(depth-1, true)
		w.Line("}")
	case 6:
		w.Line("if %s {", w.Pick("r", "s", "nondet"))
		w.body(depth-1, held)
		w.Line("}")
	case 7:
		w.Line("if %s {", w.Pick("r", "s", "nondet"))
		w.body(depth-1, held)
		w.Line("} else {")
		w.body(depth-1, held)
		w.Line("}")
	case 8:
		w.Line("while nondet {")
		w.body(depth-1, held)
		w.Line("}")
	case 9:
		w.Line("if nondet { return %s, %s }", w.value(), w.value())
	case 10:
		if held {
			w.Line("release p\nacquire p")
		} else {
			w.simple(held)
		}
	case 11:
		w.Line("if tryacquire p {")
		w.body(depth-1, true)
		w.Line("release p\n}")
	}
}

func (w *copyProgram) simple(held bool) {
	n := w.Draw("simple", 8)
	switch {
	case n < 2 && w.calls > 0:
		w.calls--
		w.Line("if n > 0 { r, s = f%d(%s, n - 1, %s) }", w.Draw("callee", copyFuncs), w.Pick("p", "o"), w.value())
	case !held && w.Draw("unheld", 8) > 0:
		w.Line("%s = %s", w.Pick("r", "s"), w.value())
	case n < 5:
		w.Line("%s = %s", w.Pick("r", "s"), w.Pick("p.x", "p.x", "p.y", "o.x", "p.v", "p.x + r"))
	default:
		w.Line("%s = %s", w.Pick("p.x", "p.x", "p.y", "o.x", "p.v"), w.value())
	}
}

func (w *copyProgram) value() string { return w.Pick("r", "s", "r + s", "s - r", "1", "r + 1") }

// Programs of copies parse, have all that they are said to have, and many of them come to an end.
func TestCopies(t *testing.T) {
	seen, ended := map[string]int{}, 0
	for seed := range uint64(200) {
		src := copies(irgen.Seeded(seed))
		p, err := ir.Parse("gen.plx", src)
		require.NoError(t, err, src)
		for _, word := range []string{"sync p {", "sync gate {", "tryacquire p", "while nondet", "r, s = f0(", "p.x = ",
			"p.v = ", "release p\nacquire p", "if nondet { return "} {
			if strings.Contains(src, word) {
				seen[word]++
			}
		}
		if p.Run(1, ir.Options{MaxSteps: 5000}).Result().End == ir.Completed {
			ended++
		}
	}
	require.Len(t, seen, 9, "%v", seen)
	require.Greater(t, ended, 100)
}
