package race_test

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/race"
)

// Who copies or overwrites a struct accesses its fields.
func TestStructs(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checker
	c.Kinds = []string{race.Kind}
	checkertest.Go(t, c, "../checkertest/testdata/structs")
}
