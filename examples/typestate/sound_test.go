package typestate_test

import (
	"flag"
	"fmt"
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
	g := &generator{draw: draw}
	g.WriteString(library)
	for f := range 1 + draw("functions", 3) {
		fmt.Fprintf(g, "func f%d(a0) {\n\ta1 = a0\n\ta2 = 0\n\te = 1\n", f)
		g.funcs = f
		g.block(1, 3)
		fmt.Fprintf(g, "\treturn %s, %s\n}\n", g.reg(), []string{"nil", "1", "e"}[draw("error", 3)])
	}
	fmt.Fprintf(g, "func main() {\n\th, e = f%d(0)\n\th, e = f%d(h)\n}\n", g.funcs, draw("again", g.funcs+1))
	return g.String()
}

type generator struct {
	strings.Builder
	draw  irgen.Draw
	funcs int // that can be called
}

func (g *generator) reg() string { return fmt.Sprintf("a%d", g.draw("register", 3)) }

func (g *generator) block(depth, nesting int) {
	for range 1 + g.draw("statements", 4) {
		g.statement(depth, nesting)
	}
}

func (g *generator) statement(depth, nesting int) {
	line := func(format string, args ...any) {
		g.WriteString(strings.Repeat("\t", depth))
		fmt.Fprintf(g, format+"\n", args...)
	}
	kind := g.draw("kind", 16)
	if nesting == 0 && kind >= 13 {
		kind = 0
	}
	switch kind {
	case 0, 1:
		line("%s = open()", g.reg())
	case 2:
		line("%s, e = attempt(nondet)", g.reg())
	case 3, 4:
		line("close(%s)", g.reg())
	case 5:
		line("use(0, %s)", g.reg())
	case 6:
		line("copy(%s, %s)", g.reg(), g.reg())
	case 7:
		line("%s = %s", g.reg(), g.reg())
	case 8:
		line("look(%s)", g.reg())
	case 9:
		line("keep(%s)", g.reg())
	case 10:
		line("%s = box.h", g.reg())
	case 11:
		if g.funcs > 0 {
			line("%s, e = f%d(%s)", g.reg(), g.draw("callee", g.funcs), g.reg())
		}
	case 12:
		line("if nondet { return %s, e }", g.reg())
	case 13:
		line("if %s {", []string{"nondet", "e != nil", "e == nil", g.reg() + " != nil"}[g.draw("test", 4)])
		g.block(depth+1, nesting-1)
		if g.draw("else", 2) == 1 {
			line("} else {")
			g.block(depth+1, nesting-1)
		}
		line("}")
	case 14:
		line("while nondet {")
		g.block(depth+1, nesting-1)
		line("}")
	case 15:
		line("try {")
		g.block(depth+1, nesting-1)
		line("\tif nondet { throw 1 }")
		line("} catch x {")
		g.block(depth+1, nesting-1)
		line("}")
	}
}
