package views

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/envs"
)

// A place is a block with a content, and an end.
type place struct {
	*content
	blocks.Block
	end       envs.Point      // where the lock was given back
	may       map[string]bool // what else it might have accessed
	moments   []moment
	judged    int         // how many of the moments
	split     *conflict   // of which its block is the whole
	conflicts []*conflict // of which it is the whole or a part
	verdict   verdict
}

// A moment is when a block was executed.
type moment struct {
	thread  envs.Thread
	segment envs.Segment
}

// A block that accesses more than maxVariables is not about one thing.
const maxVariables = 64

// Limits of what is kept for a run without end.
const (
	maxSegments = 8   // of one thread at a place
	maxMoments  = 64  // at a place: the last ones
	maxContents = 256 // with one item: the first ones
)

// publish adds the views of a block to what is known, and reports those that do not agree
// with others.
func (c *checker) publish(env envs.Env, b blocks.Block, w blocks.Ways) {
	for own, around := range c.Each(w) {
		x := c.content(own, around)
		if x == nil {
			continue
		}
		p := c.place(env, x, b)
		if p.meet(moment{env.Thread(), env.Segment()}) {
			c.more = true
		}
		c.judge(env, p)
		for _, r := range c.verdictOf(env, p) {
			env.Report(r)
		}
	}
}

// place is that of a block with a content.
func (c *checker) place(env envs.Env, x *content, b blocks.Block) *place {
	for _, p := range x.places {
		if p.Block == b && p.end == env.Point() {
			return p
		}
	}
	p := &place{content: x, Block: b, end: env.Point()}
	if c.splits == nil {
		c.splits = map[blocks.Block]*conflict{}
	}
	p.split = c.splits[p.Block]
	if p.split == nil {
		p.split = &conflict{}
		c.splits[p.Block] = p.split
	}
	p.split.places++
	if c.Conditional {
		p.may = c.mayAccess(env, p.From)
	}
	x.places = append(x.places, p)
	return p
}

// meet adds a moment, and reports whether it is another one than those before.
func (p *place) meet(m moment) bool {
	alike := 0
	for _, o := range p.moments {
		if o.thread == m.thread {
			if alike++; o.segment.Is(m.segment) || alike == maxSegments {
				return false
			}
		}
	}
	if len(p.moments) == maxMoments {
		gone := maxMoments / 4
		p.moments, p.judged = slices.Clone(p.moments[gone:]), max(p.judged-gone, 0)
	}
	p.moments = append(p.moments, m)
	return true
}
