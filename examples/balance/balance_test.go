package balance_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/balance"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

var checker = checkertest.Checker{Analyzer: balance.Analyzer}

func TestText(t *testing.T) { checkertest.Text(t, checker, "testdata/*.plx") }

func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module with probes and runs its tests")
	}
	checkertest.Go(t, checker, "testdata/module")
}

// With -all, locks that a run leaves behind are found over all paths, too, where each has one name.
func TestContained(t *testing.T) {
	programs := 200
	if testing.Short() {
		programs = 20
	}
	all := checkertest.Checker{Analyzer: balance.Analyzer, Flags: []string{"all=true"}}
	left := 0
	for _, generate := range []func(irgen.Draw) string{program, irgen.Blocks} {
		shown := checkertest.Contained(t, all, checkertest.Generated(programs, generate))
		t.Log(shown)
		left += shown[balance.Left]
	}
	require.Greater(t, left, programs)
}
