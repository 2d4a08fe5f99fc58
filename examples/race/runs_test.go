package race_test

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/race"
)

// What every run of a program shows is found in any.
func TestRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checker
	c.Kinds = []string{race.Kind}
	checkertest.Go(t, c, "testdata/runs")
}
