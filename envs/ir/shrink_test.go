package ir_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// TestShrink draws programs, and schedules of them. What is left of a schedule has the same outcome when it is
// replayed. Without any of its switches it has another one, so that a second pass finds nothing to leave out.
func TestShrink(t *testing.T) {
	before, after, executions := 0, 0, 0
	for seed := range drawn() {
		text := irgen.Schedules(irgen.Seeded(seed))
		p, err := ir.Parse("drawn.plx", text)
		require.NoError(t, err, text)
		sys := p.System(ir.Options{})
		once := func(by explore.Strategy) (made explore.Schedule, found string) {
			explore.Run(sys, by, explore.Options{Steps: 300}, func(x explore.Execution) bool {
				made, found = append(made, x.Schedule...), outcome(sys.Result())
				return false
			})
			return made, found
		}
		first, want := once(explore.NewRandomWalk(seed, 1))
		tries := 0
		run := func(by explore.Strategy) (explore.Schedule, bool) {
			tries++
			made, found := once(by)
			return made, found == want
		}
		const limit = 2000
		less := first.Shrink(limit, run)
		require.Less(t, tries, limit, "seed %d\n%s", seed, text)
		executions += tries
		_, found := once(explore.NewReplay(less))
		require.Equal(t, want, found, "seed %d, %s instead of %s\n%s", seed, less, first, text)
		before, after = before+preemptions(sys, first), after+preemptions(sys, less)
		require.Equal(t, less, less.Shrink(limit, run), "seed %d\n%s", seed, text)
	}
	require.Less(t, 5*after, before)
	t.Logf("%d preemptions instead of %d, by %d executions", after, before, executions)
}

// preemptions is how often the schedule goes on with another thread though the one before was enabled.
func preemptions(sys explore.System, s explore.Schedule) (n int) {
	sys.Begin(explore.NewReplay(nil))
	last := -1
	for _, c := range s {
		thread := c.Thread
		for _, op := range sys.Ops() {
			if op.Started == last && op.Enabled && c.Thread != last {
				n++
			}
			if op.Started == c.Thread {
				thread = op.Thread
			}
		}
		last = c.Thread
		sys.Step(explore.Choice{Thread: thread, Value: c.Value})
	}
	return n
}
