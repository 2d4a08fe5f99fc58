package blocks

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// Of few blocks and of many the first place in each is known, and none in others.
func TestSpots(t *testing.T) {
	for _, n := range []int32{1, fewSpots, fewSpots + 1, 4 * fewSpots} {
		var s spots
		for block := range n {
			for _, at := range []int32{7, 5, 6} {
				s.saw(envs.At(1, block), envs.At(2, at+block))
			}
		}
		require.Len(t, s.list, int(n))
		for block := range n {
			require.Equal(t, spot{envs.At(1, block), envs.At(2, 5+block)}, s.list[s.of(envs.At(1, block))])
		}
		require.Equal(t, -1, s.of(envs.At(1, n)))
	}
}
