package environment_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/lattice"
)

// Where one operand of narrowing is bottom, so is the result, and where no value remains.
func TestNarrowToBottom(t *testing.T) {
	e := spans.Set(spans.Top(), 0, of(math.MinInt64, 5))
	above := spans.Set(spans.Top(), 0, of(6, 7))
	require.False(t, spans.Reached(spans.Narrow(e, spans.Bottom())))
	require.False(t, spans.Reached(spans.Narrow(spans.Bottom(), e)))
	require.False(t, spans.Reached(spans.Narrow(e, above)))
}

// unhashed is spans without their hash.
type unhashed struct{ lattice.Lattice[span] }

// Hashes tell values apart, variables, and bottom from top.
func TestHash(t *testing.T) {
	seen := map[uint64]bool{spans.Hash(spans.Bottom()): true, spans.Hash(spans.Top()): true}
	for k := range 4 {
		for n := range int64(4) {
			seen[spans.Hash(spans.Set(spans.Top(), k, of(0, n)))] = true
		}
	}
	require.Greater(t, len(seen), 16)
	plain := over[int, span](unhashed{domaintest.Spans{}})
	require.NotEqual(t, plain.Hash(plain.Top()), plain.Hash(plain.Set(plain.Top(), 1, of(0, 1))))
}
