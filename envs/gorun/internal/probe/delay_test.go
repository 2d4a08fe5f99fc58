package probe

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Most goroutines go on, first times and suggestions have more pauses, and nobody pauses for longer than a few
// milliseconds.
func TestDelayed(t *testing.T) {
	const n = 10000
	pauses := func(times uint32, suggested bool) (count int) {
		for i := range uint64(n) {
			us := delayed(i%100+1, i/100, 7, times, suggested)
			require.LessOrEqual(t, us, uint32(4096))
			if us > 1 {
				count++
			}
		}
		return count
	}
	for times, share := range map[uint32]float64{0: 0.375, 2: 0.19, 10: 0.09, 1000: 0.01} {
		require.InDelta(t, share, float64(pauses(times, false))/n, 0.04)
		require.Less(t, pauses(times, false), pauses(times, true))
	}
	require.InDelta(t, 0.5, float64(pauses(0, true))/n, 0.1)
	require.NotEqual(t, mixed(1, 2), mixed(2, 1))
}
