package memory

import (
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/dataflow/internal/run/happens"
	"github.com/seed38182bad/parallax/domains/clock"
	"github.com/seed38182bad/parallax/envs"
)

// nextAccesses are who accesses a variable of a whole run first, and how much of what that thread does happens before
// all accesses of others. Later passes ask for it.
type nextAccesses struct {
	thread envs.Thread
	first  clock.Epoch
	prefix happens.Prefix
}

// note takes in an access of the first pass.
func (m *Memory) note(t *run.Thread, c *happens.Clock, v envs.Variable, synchronises bool) {
	for int(v) >= len(m.next) {
		m.next = append(m.next, nextAccesses{})
	}
	switch n := &m.next[v]; {
	case n.thread == 0:
		*n = nextAccesses{t.ID, c.Now(), c.All()}
	case n.thread != t.ID:
		n.prefix = c.Cut(n.prefix, t.Steps, synchronises)
	}
}

// precede reports whether what a thread does now with the variable happens before all that others do with it. It also
// reports whether that does not depend on the order in which locks were taken.
func (n *nextAccesses) precede(t envs.Thread, c *happens.Clock) (full, forced bool) {
	if n.thread != t || n.first == 0 {
		return false, false
	}
	return c.Now() <= n.prefix.Full, c.Now() <= n.prefix.Forced
}
