package stale

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
)

// A run shows functions that do nothing but call methods of a sync.Map.
func TestRunsShowMaps(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, checkertest.Checker{Analyzer: Analyzer}, "testdata/maps")
}
