package leaks

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
)

func TestLeaksInGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, leaking, "testdata/module")
}

// What is put where it was looked for is written under the lock that lies beside.
func TestCreated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := leaking
	c.Kinds = []string{Kind}
	checkertest.Go(t, c, "../checkertest/testdata/created")
}
