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
// is found over all paths, too. On-line it is not known of a read that it leaves its block until it has.
func TestSound(t *testing.T) {
	for _, flag := range []string{"plain=false", "plain=true", "exposed=true"} {
		t.Run(flag, func(t *testing.T) {
			c := checkertest.Checker{Analyzer: methods.Analyzer, Flags: []string{"ways=true", "callers=true", flag}, Runs: 4, Offline: flag == "exposed=true"}
			shown := checkertest.Contained(t, c, checkertest.Generated(*programs, irgen.Blocks))
			require.Greater(t, shown.Total(), *programs/4)
			t.Log(shown)
		})
	}
}

// That a read leaves its block may turn out when that was entered without it. Ways with the read and without it were too
// many to be told apart, and stayed so.
func TestExposedLate(t *testing.T) {
	c := checkertest.Checker{Analyzer: methods.Analyzer, Flags: []string{"ways=true", "callers=true", "exposed=true"}, Runs: 40}
	require.Equal(t, 1, c.Contained(t, `class P { x, y, z }
final a = new P
func halfway(o) {
	acquire o
	if nondet { o.y = 2 } else { o.z = 3 }
}
func t0(o) {
	while nondet {
		sync o {
			if nondet { o.z = 2 } else { o.x = 3 }
			o.y = o.x
			o.y = 1
		}
	}
}
func t1(o) {
	sync o { o.x = 1 }
	halfway(o)
	release o
}
func main() {
	h0 = spawn t1(a)
	h1 = spawn t0(a)
}`).Total())
}
