package balance

import (
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// halts are what a run has shown that is wrong if the thread does not go on from there.
type halts struct {
	given map[envs.Point]problems // with a lock that was given back there, the last time
	waits map[envs.Thread]lock    // for which a thread waits
	gone  map[envs.Lock]bool      // that were handed to threads which may give them back
}

func newHalts() halts {
	return halts{given: map[envs.Point]problems{}, waits: map[envs.Thread]lock{},
		gone: map[envs.Lock]bool{}}
}

// unlocked is part of what a program says that ends since it gives a lock back that it does not hold.
const unlocked = " of unlocked "

// hear is told of threads that wait and of those that never go on: the run has ended at a lock that is given back and
// not held, or the thread waits for a lock that it holds itself.
func (c *checker) hear(env envs.Env, m dataflow.Message, s State) {
	switch {
	case m.Kind == envs.Await && m.Done:
		delete(c.halts.waits, m.Thread)
	case m.Kind == envs.Await && m.Op != nil && m.Op.Kind == envs.Acquire:
		c.halts.waits[m.Thread] = c.lockOf(m.Op)
	case m.Kind != envs.Halt || m.Op == nil:
	case m.Op.Kind == envs.Release && strings.Contains(m.Text, unlocked):
		wrong, known := c.halts.given[m.At]
		if !known {
			wrong = problems{of: Unheld}
		}
		c.reportGiven(env, c.lockOf(m.Op), class(m.Op), wrong, nil)
	case m.Op.Kind == envs.Acquire && m.Text == "":
		if l, waits := c.halts.waits[m.Thread]; waits {
			if b := c.heldBy(l, class(m.Op), s); b != nil {
				c.reportTwice(env, l, class(m.Op), problems{of: Twice, known: b})
			}
		}
	}
}

// heldBy is a lock that the thread holds: the frame has taken it, or one that has called it.
func (c *checker) heldBy(l lock, of string, s State) *balance {
	if len(s.cases) > 0 {
		if b := s.cases[0].find(l); b != nil && (b.heldAlone() || b.heldRead()) {
			return b
		}
	}
	for _, h := range c.held.MustLocks().Locks() {
		if h.Key == l.id && !c.halts.gone[l.id] {
			return &balance{of: l, class: of, need: free, alone: 1}
		}
	}
	return nil
}

// gives notes what is wrong with a lock that is given back, for the case that the thread never goes on from there.
func (h halts) gives(at envs.Point, wrong problems) {
	if wrong.of == "" {
		delete(h.given, at)
	} else {
		h.given[at] = wrong
	}
}
