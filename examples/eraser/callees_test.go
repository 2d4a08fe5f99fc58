package eraser_test

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/eraser"
)

// A function that is handed to one that holds a lock holds it, too.
func TestCallees(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checker()
	c.Kinds = []string{eraser.Kind}
	checkertest.Go(t, c, "../checkertest/testdata/callees")
}
