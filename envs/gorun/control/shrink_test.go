package control

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestShrink wants what drawn schedules show to be shown with fewer switches, and each time again.
func TestShrink(t *testing.T) {
	for _, name := range []string{"TestLost", "TestCycle", "TestLeak", "TestBubbleRace"} {
		opts := Options{Executions: 200, Memory: true}
		drawn := explored(t, name, opts)
		opts.Shrink = 300
		less := explored(t, name, opts)
		require.Equal(t, drawn.Ends, less.Ends, name)
		a, b := drawn.Shown[len(drawn.Shown)-1], less.Shown[len(less.Shown)-1]
		require.Equal(t, a.End, b.End)
		require.Equal(t, a.Number, b.Number)
		require.Equal(t, b.Replays, b.Same)
		before, after := len(strings.Fields(a.Schedule)), len(strings.Fields(b.Schedule))
		require.LessOrEqual(t, after, before, "%s: %s instead of %s", name, b.Schedule, a.Schedule)
		t.Logf("%s: %s instead of %s", name, b.Schedule, a.Schedule)
	}
}
