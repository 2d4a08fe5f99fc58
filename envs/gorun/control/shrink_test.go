package control

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestShrink wants what drawn schedules show to be shown with fewer switches, and each time again.
func TestShrink(t *testing.T) {
	for _, name := range []string{"TestLost", "TestCycle", "TestLeak", "TestBubbleRace"} {
		opts := Options{Strategy: "walk", Executions: 200, Memory: true}
		drawn := explored(t, name, opts)
		opts.Shrink = 300
		less := explored(t, name, opts)
		require.Equal(t, drawn.Ends, less.Ends, name)
		a, b := drawn.Shown[len(drawn.Shown)-1], less.Shown[len(less.Shown)-1]
		require.Equal(t, a.End, b.End)
		require.Equal(t, a.Number, b.Number)
		require.Equal(t, b.Replays, b.Same)
		before, after := len(strings.Fields(a.Schedule)), len(strings.Fields(b.Schedule))
		t.Logf("%s: %s instead of %s", name, b.Schedule, a.Schedule)
		if name == "TestLost" || name == "TestBubbleRace" {
			require.Less(t, after, before, name)
		}
		again := Options{Executions: 1, Memory: true, Schedule: b.Schedule, Rand: b.Rand, Shrink: 300}
		require.Equal(t, b.Schedule, explored(t, name, again).Shown[0].Schedule)
	}
}

// TestShrinkLosesNothing has tests whose failures cannot be shown with fewer switches: it does not happen again in the
// process, or other schedules do not end.
func TestShrinkLosesNothing(t *testing.T) {
	for dir, opts := range map[string]Options{
		"testdata/kept":  {Run: "^TestOnce$", Executions: 5, Failures: 5, Shrink: 100},
		"testdata/edges": {Run: "^TestSpins$", Executions: 8, Failures: 8, Shrink: 50, Execution: time.Second / 5, Seed: 3},
	} {
		b, err := Prepare(t.Context(), Config{Dir: dir, Patterns: []string{"./..."}})
		require.NoError(t, err)
		tests := 0
		for x, err := range b.Explore(t.Context(), opts) {
			require.NoError(t, err)
			require.NotZero(t, x.Ends[Fail], "%v", x.Ends)
			require.Equal(t, opts.Executions, x.Executions, "%v", x.Ends)
			require.True(t, slices.ContainsFunc(x.Shown, func(x Execution) bool { return x.End == Fail }), dir)
			tests++
		}
		require.Equal(t, 1, tests)
		require.NoError(t, b.Close())
	}
}
