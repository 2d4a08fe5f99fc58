package views_test

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/views"
)

var programs = flag.Int("views.programs", 300, "how many generated programs to check")

// Whatever runs show is found over all paths, too, in each form of the checker.
func TestSound(t *testing.T) {
	for _, flags := range []string{"plain=false", "plain=true", "conditional=true", "least=3"} {
		t.Run(flags, func(t *testing.T) {
			c := checkertest.Checker{Analyzer: views.Analyzer, Flags: []string{flags}, Runs: 4}
			shown := checkertest.Contained(t, c, checkertest.Generated(*programs, irgen.Blocks))
			require.Greater(t, shown.Total(), *programs/2)
			t.Log(shown)
		})
	}
}
