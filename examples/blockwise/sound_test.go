package blockwise_test

import (
	"flag"
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
	c := methods
	c.Runs = 4
	shown := checkertest.Contained(t, c, checkertest.Generated(*programs, irgen.Blocks))
	require.Greater(t, shown[blockwise.Kind], *programs)
	require.Greater(t, shown[blockwise.OrderKind], *programs)
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
	one, order := split(methods.Dynamic(t, p, checkertest.Schedules(p, 20)...))
	require.Empty(t, one)
	require.Equal(t, []string{"both"}, order)
	one, order = split(methods.Static(t, p))
	require.Equal(t, []string{"both"}, one, "by the pattern that two writes of one variable make")
	require.Empty(t, order)
}
