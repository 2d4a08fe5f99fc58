package eraser_test

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/eraser"
)

// Who copies or overwrites a struct accesses its fields.
func TestStructs(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checker()
	c.Kinds = []string{eraser.Kind}
	checkertest.Go(t, c, "../checkertest/testdata/structs")
}

// What is put where it was looked for is protected by the lock that lies beside.
func TestCreated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checker()
	c.Kinds = []string{eraser.Kind}
	checkertest.Go(t, c, "../checkertest/testdata/created")
}
