package stale

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest"
)

// Go, from both sides.
func TestGo(t *testing.T) {
	checkertest.Go(t, checkertest.Checker{Analyzer: Analyzer}, "testdata/module")
}
