package wire_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/gorun/internal/wire"
)

// Who limits the address space of a run is told that this is what is short.
func TestNoAddressSpace(t *testing.T) {
	_, err := wire.NewRingOf(wire.RingOptions{Chunks: 1 << 40})
	require.ErrorContains(t, err, "ring: cannot map ")
	require.ErrorContains(t, err, "(ulimit -v)")
}
