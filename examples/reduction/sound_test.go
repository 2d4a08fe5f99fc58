package reduction_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
)

var programs = flag.Int("reduction.programs", 30, "how many generated programs are looked at of each kind")

// All that runs show is found over all paths, on-line as off-line.
func TestContained(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	locks := drawn.Marked(func(draw irgen.Draw) string { return drawn.Locks(draw, drawn.LockOptions{}) })
	for _, c := range []struct {
		name     string
		generate func(irgen.Draw) string
		named    bool // all locks have names, without which they are not looked for in cycles
	}{
		{"transactions", drawn.Transactions, true},
		{"locks", locks, true},
		{"sharing", drawn.Marked(drawn.Sharing), false},
		{"blocks", drawn.Marked(irgen.Blocks), false},
		{"any", drawn.Marked(func(draw irgen.Draw) string { return irgen.Program(draw, irgen.Options{}) }), false},
	} {
		for _, flags := range []string{"theorem=3", "theorem=2", "locks=false", "pairs=true", "deadlock=true"} {
			if flags == "deadlock=true" && !c.named {
				continue
			}
			for _, offline := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%s/offline=%v", c.name, flags, offline), func(t *testing.T) {
					checker := checker(flags)
					checker.Offline = offline
					t.Log(checkertest.Contained(t, checker, checkertest.Generated(*programs, c.generate)))
				})
			}
		}
	}
}
