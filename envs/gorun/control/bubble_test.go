package control

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBubbles wants the outcomes of all schedules of goroutines in a bubble. Source sets have the same, or say that not
// every schedule is covered. Time passes only when all goroutines are blocked, so that no timer could have fired
// earlier.
func TestBubbles(t *testing.T) {
	type want struct {
		outcomes []string
		races    bool
	}
	pass := []string{"pass"}
	const twins = "timers of a bubble have fired at the same time, and goroutines could have gone on in between"
	for name, want := range map[string]want{
		"TestBubble":       {pass, false},
		"TestBubbleWaits":  {pass, false},
		"TestBubbleOrder":  {[]string{"fail first is 2", "pass"}, false},
		"TestBubbleRace":   {[]string{"fail lost", "pass"}, true},
		"TestBubbleLeft":   {pass, false},
		"TestBubbleYields": {pass, false},
		"TestBubbleAtOnce": {pass, false},
		"TestBubbleOuter":  {pass, false},
		"TestBubbleTwins":  {pass, false},
		"TestBubbleHeld": {[]string{"deadlock",
			"panic deadlock: main bubble goroutine has exited but blocked goroutines remain"}, false},
	} {
		for _, strategy := range []string{"all", "source"} {
			opts := exhaustive
			opts.Strategy, opts.Memory = strategy, true
			x := explored(t, name, opts)
			require.Equal(t, want.outcomes, outcomes(x.Shown), "%s %s", name, strategy)
			require.Equal(t, want.races, x.Ends[Raced] > 0, "%s %s", name, strategy)
			require.Empty(t, x.Outside, name)
			if why := map[string]string{
				"TestBubbleOuter": "timers could have fired earlier",
				"TestBubbleTwins": twins, "TestBubbleWaits": twins,
			}[name]; why != "" {
				require.Equal(t, why, x.Why)
				continue
			}
			if name != "TestBubbleHeld" || strategy == "all" {
				require.True(t, x.Complete, "%s %s: %s", name, strategy, x.Why)
			}
		}
	}
}

func TestBubbleEscapes(t *testing.T) {
	x := explored(t, "TestBubbleEscapes", Options{Executions: 1})
	require.Equal(t, map[string]int{"fatal": 1}, x.Ends)
	require.Contains(t, x.Shown[0].Text, "fatal error: send on synctest channel from outside bubble")
}
