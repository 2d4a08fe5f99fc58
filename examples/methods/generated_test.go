package methods_test

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/methods"
)

var programs = flag.Int("methods.programs", 300, "how many generated programs to check")

// If each way through a block has a lock view of its own, and callers are not left out, whatever runs show
// is found over all paths, too.
func TestSound(t *testing.T) {
	for _, flag := range []string{"plain=false", "plain=true", "exposed=true"} {
		t.Run(flag, func(t *testing.T) {
			c := checkertest.Checker{Analyzer: methods.Analyzer, Flags: []string{"ways=true", "callers=true", flag}, Runs: 4}
			shown := checkertest.Contained(t, c, checkertest.Generated(*programs, irgen.Blocks))
			require.Greater(t, shown.Total(), *programs/4)
			t.Log(shown)
		})
	}
}
