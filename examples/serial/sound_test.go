package serial_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
	"github.com/seed38182bad/parallax/examples/conflicts"
	"github.com/seed38182bad/parallax/examples/serial"
)

var checker = checkertest.Checker{Analyzer: serial.Analyzer, Paths: conflicts.Analyzer}

// What runs show is found over all paths, too: whatever is a transaction, with conflicts of locks and without.
func TestContained(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	t.Parallel()
	programs := []struct {
		name     string
		generate func(irgen.Draw) string
		shown    int // at least, if all functions are transactions
	}{
		{"blocks", irgen.Blocks, 150},
		{"locks", func(draw irgen.Draw) string { return drawn.Locks(draw, drawn.LockOptions{}) }, 20},
		{"programs", func(draw irgen.Draw) string { return irgen.Program(draw, irgen.Options{}) }, 80},
	}
	for _, flags := range [][]string{{"data=false"}, {"transactions=all.rules"}, {"transactions=called.rules"},
		{"data=true", "transactions=all.rules"}} {
		for _, p := range programs {
			c := checker
			c.Flags = flags
			shown := checkertest.Shown{}
			for text := range checkertest.Generated(100, p.generate) {
				for kind, n := range c.Contained(t, text) {
					shown[kind] += n
				}
			}
			t.Log(flags, p.name, shown)
			if flags[0] == "transactions=all.rules" {
				require.Greater(t, shown[serial.Kind], p.shown)
			}
		}
	}
}

// What a function did before an exception left it is a part of the transaction of its caller, which goes on.
func TestThrown(t *testing.T) {
	program, err := os.ReadFile("../checkertest/testdata/thrown.plx")
	require.NoError(t, err)
	c := checker
	c.Flags, c.Runs = []string{"transactions=methods.rules"}, 20
	require.Equal(t, 1, c.Contained(t, string(program))[serial.Kind])
}
