package blocks

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A State is what is known of the blocks of a frame: those that it has open, and what
// was done in it so far under the locks of its callers. It never changes.
type State struct {
	open  []open // ascending
	below Ways
}

// open is an open block: what was done under a lock that the frame has taken and holds.
type open struct {
	Block
	at    envs.Point // the place of the lock among those held
	maybe bool       // perhaps not held
	Ways
}

// merge joins what is known of one block on two paths, and reports whether b grew by it.
func (b open) merge(o open) (open, bool) {
	r, grew := b, false
	r.Ways, grew = b.Ways.merge(o.Ways)
	r.Block, r.maybe = b.earlier(o.Block), b.maybe || o.maybe
	return r, grew || r.Block != b.Block || r.maybe != b.maybe
}

// earlier is the one of two blocks of a lock that begins first.
func (b Block) earlier(o Block) Block {
	if cmp.Or(o.From.Compare(b.From), o.Taken.Compare(b.Taken)) < 0 {
		return o
	}
	return b
}

func (b open) compare(o open) int { return cmp.Or(b.at.Compare(o.at), cmp.Compare(b.Lock, o.Lock)) }

// Clone gives it back.
func (s State) Clone() State { return s }

// Merge joins the ways of each block.
func (s State) Merge(o State) (State, bool) {
	below, grew := s.below.merge(o.below)
	r := State{s.open, below}
	for _, b := range o.open {
		more := true
		if old, ok := r.find(b.at, b.Lock); ok {
			b, more = old.merge(b)
		}
		if more {
			r, grew = r.with(b), true
		}
	}
	return r, grew
}

// find is the block of a lock taken at a point.
func (s State) find(at envs.Point, lock envs.Lock) (open, bool) {
	i, found := slices.BinarySearchFunc(s.open, open{Block: Block{Lock: lock}, at: at}, open.compare)
	if !found {
		return open{}, false
	}
	return s.open[i], true
}

// with is s with a block, in place of that of the same lock taken at the same point.
func (s State) with(b open) State {
	i, found := slices.BinarySearchFunc(s.open, b, open.compare)
	n := i
	if found {
		n++
	}
	s.open = slices.Concat(s.open[:i:i], []open{b}, s.open[n:])
	return s
}

// add is s with a block, joined with that of the same lock taken at the same point.
func (s State) add(b open) State {
	if old, ok := s.find(b.at, b.Lock); ok {
		b.Ways, _ = b.Ways.merge(old.Ways)
		b.Block = b.earlier(old.Block)
	}
	return s.with(b)
}
