package driver

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestPercentFor(t *testing.T) {
	for used, percent := range map[uint64]int{
		0: 100, freeRoom / 2: 100, freeRoom: 100, 2 * freeRoom: 50, 100 * freeRoom: leastPercent,
	} {
		require.Equal(t, percent, percentFor(used), "%d bytes in use", used)
	}
}

// The pace follows what is in use, cycle by cycle, until it is undone.
func TestPaceGC(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	set := func(percent int) int { return debug.SetGCPercent(percent) }
	old := set(73)
	defer set(old)
	undo := paceGC()
	much := make([]byte, 2*freeRoom)
	require.Eventually(t, func() bool {
		runtime.GC()
		now := set(100)
		set(now)
		return now < 60
	}, 10*time.Second, 10*time.Millisecond)
	runtime.KeepAlive(much)
	undo()
	require.Equal(t, 73, set(73))
}
