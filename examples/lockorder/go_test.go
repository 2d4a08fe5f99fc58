package lockorder_test

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/lockorder"
)

// Comments say what is found in the programs of the papers in Go.
func TestPapersInGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	t.Parallel()
	c := checker
	c.Kinds = []string{lockorder.Cycle, lockorder.Woken, lockorder.Again, lockorder.Kept, lockorder.Copy}
	checkertest.Go(t, c, "../checkertest/testdata/papers")
}

// The locks that an iterator holds while it yields are held in the body of the loop.
func TestIterators(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	t.Parallel()
	c := checker
	c.Kinds = []string{lockorder.Cycle}
	checkertest.Go(t, c, "../checkertest/testdata/iterators")
}

// A run knows on which side a lock is taken that the program only knows as a sync.Locker.
func TestLocker(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, checker, "testdata/locker")
}
