package views_test

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/views"
)

// Who copies a struct takes its fields together.
func TestStructs(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checker()
	c.Kinds = []string{views.Kind}
	checkertest.Go(t, c, "../checkertest/testdata/structs")
}
