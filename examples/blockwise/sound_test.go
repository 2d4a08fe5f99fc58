package blockwise_test

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/blockwise"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

var programs = flag.Int("blockwise.programs", 100, "how many generated programs to check")

// Whatever runs show is found over all paths, too, where each lock protects the fields of one object of a class.
func TestSound(t *testing.T) {
	if testing.Short() {
		*programs = min(*programs, 20)
	}
	c := methods
	c.Runs = 4
	shown := checkertest.Contained(t, c, checkertest.Generated(*programs, irgen.Blocks))
	require.Greater(t, shown[blockwise.Kind], *programs*3/4)
	require.Greater(t, shown[blockwise.OrderKind], *programs*3/4)
	t.Log(shown)
}

// The fields of two objects of a class are two variables in a run, and one over all paths.
func TestTwoObjects(t *testing.T) {
	p, err := ir.Parse("x.plx", `class C { x }
final a = new C
final b = new C
final l = new Object
func both() { sync l { a.x = 1 }; sync l { b.x = 1 } }
func look() { sync l { n = a.x; m = b.x } }
func main() { t = spawn both(); u = spawn look() }`)
	require.NoError(t, err)
	one, order := split(t, methods.Dynamic(t, p, checkertest.Schedules(p, 20)...))
	require.Empty(t, one)
	require.Equal(t, []string{"both"}, order)
	one, order = split(t, methods.Static(t, p))
	require.Equal(t, []string{"both"}, one, "by the pattern that two writes of one variable make")
	require.Empty(t, order)
}

// What is done in a transaction is not told apart by the calls that lead to it: here are 2 to the 40th.
func TestManyCalls(t *testing.T) {
	text := "class C { x }\nfinal a = new C\nfunc f0() { a.x = a.x + 1 }\n"
	for i := range 40 {
		text += fmt.Sprintf("func f%d() { f%d(); f%d() }\n", i+1, i, i)
	}
	p, err := ir.Parse("x.plx", text+"func main() { t = spawn f40(); u = spawn f40() }")
	require.NoError(t, err)
	one, _ := split(t, methods.Static(t, p))
	require.Equal(t, []string{"f40"}, one)
}

// What a function did before an exception left it is a part of the transaction of its caller, which goes on.
func TestThrown(t *testing.T) {
	program, err := os.ReadFile("../checkertest/testdata/thrown.plx")
	require.NoError(t, err)
	c := methods
	c.Runs = 20
	require.Equal(t, 1, c.Contained(t, string(program))[blockwise.Kind])
}
