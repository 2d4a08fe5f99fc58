package blockwise_test

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/blockwise"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// What functions do that others are handed is part of what those do, over all paths as in a run.
func TestCallees(t *testing.T) {
	c := checkertest.Checker{Analyzer: blockwise.Analyzer, Kinds: []string{"unserializable", "unserializable-order"}}
	checkertest.Go(t, c, "../checkertest/testdata/callees")
}
