package typestate_test

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/typestate"
)

var (
	handles = checkertest.Checker{Analyzer: typestate.Analyzer, Flags: []string{"property=handle.txt"}, Runs: 4}
	shipped = checkertest.Checker{Analyzer: typestate.Analyzer}
)

func TestText(t *testing.T) {
	checkertest.Text(t, handles, "testdata/handle.plx")
	checkertest.Text(t, shipped, "testdata/locks.plx")
}

func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, shipped, "testdata/module")
}
