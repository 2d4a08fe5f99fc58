package eraser_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/race"
)

var programs = flag.Int("eraser.programs", 80, "how many generated programs TestSound checks of each kind")

// All that runs show of data races is found over all paths, by locks as by order. Threads of the programs share named
// objects and those that they are handed. Locks are objects, fields of objects, or the shared object itself.
func TestSound(t *testing.T) {
	if testing.Short() {
		*programs = min(*programs, 20)
	}
	for _, c := range []struct {
		checkertest.Checker
		kind string
	}{
		{checkertest.Checker{Analyzer: eraser.Analyzer}, eraser.Kind},
		{checkertest.Checker{Analyzer: eraser.Analyzer, Flags: []string{"multi=true"}}, eraser.Kind},
		{checkertest.Checker{Analyzer: eraser.Analyzer, Flags: []string{"pairs=true"}}, eraser.Kind},
		{checkertest.Checker{Analyzer: eraser.Analyzer, Flags: []string{"initial=true"}}, eraser.Kind},
		{checkertest.Checker{Analyzer: race.Analyzer}, race.Kind},
	} {
		c.Runs = 6
		t.Run(c.Analyzer().Name+fmt.Sprint(c.Flags), func(t *testing.T) {
			shown := checkertest.Contained(t, c.Checker, checkertest.Generated(*programs, drawn.Sharing))
			t.Log(shown)
			require.Greater(t, shown[c.kind], *programs)
			checkertest.Contained(t, c.Checker, checkertest.Generated(*programs, func(draw irgen.Draw) string {
				return irgen.Program(draw, irgen.Options{})
			}))
		})
	}
}
