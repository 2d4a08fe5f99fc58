package race_test

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/race"
)

// Comments say what is found in the programs of the papers in Go.
func TestPapersInGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checker
	c.Kinds = []string{race.Kind}
	checkertest.Go(t, c, "../checkertest/testdata/papers")
}

// What is put where it was looked for is protected by the lock that lies beside.
func TestCreated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checker
	c.Kinds = []string{race.Kind}
	checkertest.Go(t, c, "../checkertest/testdata/created")
}

// Goroutines that have a variable or an element each do not meet, but by what they share.
func TestShares(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checker
	c.Kinds = []string{race.Kind}
	checkertest.Go(t, c, "../checkertest/testdata/shares")
}

// A mutex is a lock wherever it lives, and another one is not.
func TestMutexes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checker
	c.Kinds = []string{race.Kind}
	checkertest.Go(t, c, "../checkertest/testdata/mutexes")
}
