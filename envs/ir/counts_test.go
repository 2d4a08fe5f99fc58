package ir_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irtest"
)

// counts searches depth-first and breadth-first, which find as many states. It gives the length of the shortest
// schedule that leads to a deadlock, too; 0 if none does.
func counts(t *testing.T, text string, stops ir.Stops) (explore.Count, int) {
	p, err := ir.Parse("classic.plx", text)
	require.NoError(t, err)
	deep := explore.States(p.System(ir.Options{Stops: stops}), explore.StatesOptions{}, explore.Visitor{})
	shortest := 0
	broad := explore.States(p.System(ir.Options{Stops: stops}), explore.StatesOptions{Breadth: true}, explore.Visitor{
		End: func(p *explore.Path) bool {
			if p.End() == explore.Deadlocked && shortest == 0 {
				shortest = len(p.Schedule())
			}
			return true
		}})
	require.True(t, deep.Complete)
	require.Equal(t, [4]int{deep.States, deep.Transitions, deep.Ends, deep.Deadlocks},
		[4]int{broad.States, broad.Transitions, broad.Ends, broad.Deadlocks})
	return deep, shortest
}

// TestCounts holds the search to numbers of states that are known.
func TestCounts(t *testing.T) {
	for i, n := range []int{2, 3, 4, 5, 6} {
		c, shortest := counts(t, irtest.Philosophers(n, false), ir.Noticed)
		require.Equal(t, []int{19, 87, 391, 1743, 7759}[i], c.States)
		require.Equal(t, 1, c.Deadlocks)
		require.Equal(t, n, shortest)
		require.LessOrEqual(t, c.Bytes-4096, 64*c.States, "the table begins with 4 KiB")
		c, _ = counts(t, irtest.Philosophers(n, true), ir.Noticed)
		require.Equal(t, []int{16, 72, 320, 1424, 6336}[i], c.States)
		require.Zero(t, c.Deadlocks)
	}
	for size := 1; size <= 3; size++ {
		for producers := 1; producers <= 4; producers++ {
			for consumers := 1; consumers <= 4; consumers++ {
				what := fmt.Sprintf("%d, %d, %d", size, producers, consumers)
				c, _ := counts(t, irtest.BoundedBuffer(producers, consumers, size, false), ir.Blocks)
				require.Equal(t, producers+consumers > 2*size, c.Deadlocks > 0, what)
				if what == "2, 4, 1" {
					require.Equal(t, [2]int{74, 1}, [2]int{c.States, c.Deadlocks})
				}
				c, _ = counts(t, irtest.BoundedBuffer(producers, consumers, size, true), ir.Blocks)
				require.Zero(t, c.Deadlocks, what)
			}
		}
	}
	c, shortest := counts(t, irtest.MissedSignal, ir.Blocks)
	require.Equal(t, [4]int{107, 158, 7, 7}, [4]int{c.States, c.Transitions, c.Deadlocks, shortest})
	for _, l := range []struct {
		gate              bool
		pairs             []string
		states, deadlocks int
	}{
		{false, []string{"ab", "ba"}, 23, 1},
		{false, []string{"ab", "ab"}, 20, 0},
		{true, []string{"ab", "ba"}, 28, 0},
		{false, []string{"ab", "bc", "ca"}, 111, 1},
		{false, []string{"ab", "bc", "ac"}, 96, 0},
	} {
		c, _ := counts(t, irtest.LockOrder(l.gate, l.pairs...), ir.Noticed)
		require.Equal(t, [2]int{l.states, l.deadlocks}, [2]int{c.States, c.Deadlocks}, "%v %v", l.gate, l.pairs)
	}
}

// TestCountsOfNotify wants the same states from both searches. How many threads wait decides whether another one stops
// before it notifies. So its step to there must not be remembered for states in which fewer wait.
func TestCountsOfNotify(t *testing.T) {
	p, err := ir.Parse("notify.plx", `final a = new Object
var x
func waits() { sync a { if x == 0 { wait a } } }
func notifies() {
	sync a { x = 1; notify a }
	sync a { x = x + 2 }
}
func main() {
	h0 = spawn waits()
	h1 = spawn waits()
	h2 = spawn notifies()
}
`)
	require.NoError(t, err)
	deep := explore.States(p.System(ir.Options{}), explore.StatesOptions{}, explore.Visitor{})
	broad := explore.States(p.System(ir.Options{}), explore.StatesOptions{Breadth: true}, explore.Visitor{})
	require.Equal(t, deep.States, broad.States)
}
