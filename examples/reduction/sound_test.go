package reduction_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

var programs = flag.Int("reduction.programs", 30, "how many generated programs are looked at of each kind")

// All that runs show is found over all paths, on-line as off-line.
func TestContained(t *testing.T) {
	for name, generate := range map[string]func(irgen.Draw) string{
		"transactions": irgen.Transactions,
		"sharing":      irgen.Marked(irgen.Sharing),
		"blocks":       irgen.Marked(irgen.Blocks),
		"any": irgen.Marked(func(draw irgen.Draw) string {
			return irgen.Program(draw, irgen.Options{})
		}),
	} {
		for _, flags := range []string{"theorem=3", "theorem=2", "locks=false", "pairs=true"} {
			for _, offline := range []bool{false, true} {
				t.Run(fmt.Sprint(name, flags, offline), func(t *testing.T) {
					c := checker(flags)
					c.Offline = offline
					t.Log(checkertest.Contained(t, c, checkertest.Generated(*programs, generate)))
				})
			}
		}
	}
}
