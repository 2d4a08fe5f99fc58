package reduction_test

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/reduction"
)

// What functions do that others are handed is part of what those do, over all paths as in a run.
func TestCallees(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checkertest.Checker{Analyzer: reduction.Analyzer, Kinds: []string{"not-reducible"}}
	checkertest.Go(t, c, "../checkertest/testdata/callees")
}

// What is put where it was looked for is accessed under the lock that lies beside.
func TestCreated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checkertest.Checker{Analyzer: reduction.Analyzer, Kinds: []string{"not-reducible"}}
	checkertest.Go(t, c, "../checkertest/testdata/created")
}
