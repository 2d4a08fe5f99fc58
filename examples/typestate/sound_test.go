package typestate_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

var programs = flag.Int("typestate.programs", 500, "how many generated programs the soundness test looks at")

// What a run shows is found over all paths, on programs that make handles, copy,
// close, use, keep, return and lose them, on both sides of tests and in loops.
func TestSound(t *testing.T) {
	if testing.Short() {
		*programs = min(*programs, 20)
	}
	shown := checkertest.Contained(t, handles, checkertest.Generated(*programs, program))
	require.Greater(t, shown.Total(), *programs/4)
	require.Len(t, shown, 3, "the programs do not show all kinds of errors")
}

// program draws a program. Register a0 is a parameter, which may hold a handle of the
// caller's.
func program(draw irgen.Draw) string {
	head, err := os.ReadFile("testdata/handle.plx")
	if err != nil {
		panic(err)
	}
	library, _, _ := strings.Cut(string(head), "root func")
	g := &generator{Writer: irgen.Writer{Draw: draw}}
	g.Line("%s", library)
	for f := range 1 + draw("functions", 3) {
		g.Line("func f%d(a0) {", f)
		g.Line("a1 = a0; a2 = 0; e = 1")
		g.funcs = f
		g.block(3)
		g.Line("return %s, %s", g.reg(), g.Pick("nil", "1", "e"))
		g.Line("}")
	}
	g.Line("func main() {")
	g.Line("h, e = f%d(0)", g.funcs)
	g.Line("h, e = f%d(h)", draw("again", g.funcs+1))
	g.Line("}")
	return g.String()
}

type generator struct {
	irgen.Writer
	funcs int // that can be called
}

func (g *generator) reg() string { return g.Pick("a0", "a1", "a2") }

// block writes some statements, in which others are nested so deeply at most.
func (g *generator) block(nesting int) { g.Some(4, func() { g.statement(nesting) }) }

func (g *generator) statement(nesting int) {
	kind := g.Draw("kind", 16)
	if nesting == 0 && kind >= 13 {
		kind = 0
	}
	switch kind {
	case 0, 1:
		g.Line("%s = open()", g.reg())
	case 2:
		g.Line("%s, e = attempt(nondet)", g.reg())
	case 3, 4:
		g.Line("close(%s)", g.reg())
	case 5:
		g.Line("use(0, %s)", g.reg())
	case 6:
		g.Line("copy(%s, %s)", g.reg(), g.reg())
	case 7:
		g.Line("%s = %s", g.reg(), g.reg())
	case 8:
		g.Line("look(%s)", g.reg())
	case 9:
		g.Line("keep(%s)", g.reg())
	case 10:
		g.Line("%s = box.h", g.reg())
	case 11:
		if g.funcs > 0 {
			g.Line("%s, e = f%d(%s)", g.reg(), g.Draw("callee", g.funcs), g.reg())
		}
	case 12:
		g.Line("if nondet { return %s, e }", g.reg())
	case 13:
		g.Line("if %s {", g.Pick("nondet", "e != nil", "e == nil", g.reg()+" != nil"))
		g.block(nesting - 1)
		if g.Draw("else", 2) == 1 {
			g.Line("} else {")
			g.block(nesting - 1)
		}
		g.Line("}")
	case 14:
		g.Line("while nondet {")
		g.block(nesting - 1)
		g.Line("}")
	case 15:
		g.Line("try {")
		g.block(nesting - 1)
		g.Line("if nondet { throw 1 }")
		g.Line("} catch x {")
		g.block(nesting - 1)
		g.Line("}")
	}
}
