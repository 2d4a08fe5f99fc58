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
	below ways
}

// open is an open block: what was done under a lock that the frame has taken and holds.
type open struct {
	at    envs.Point // where it was taken
	lock  envs.Lock
	maybe bool // perhaps not held
	ways
}

func (b open) compare(o open) int { return cmp.Or(b.at.Compare(o.at), cmp.Compare(b.lock, o.lock)) }

// Clone gives it back.
func (s State) Clone() State { return s }

// Merge joins the ways of each block.
func (s State) Merge(o State) (State, bool) {
	below, grew := s.below.merge(o.below)
	r := State{s.open, below}
	for _, b := range o.open {
		if i, found := slices.BinarySearchFunc(r.open, b, open.compare); found {
			ways, more := r.open[i].merge(b.ways)
			if !more && (r.open[i].maybe || !b.maybe) {
				continue
			}
			b.ways, b.maybe = ways, b.maybe || r.open[i].maybe
		}
		r, grew = r.with(b), true
	}
	return r, grew
}

// find is the block of a lock taken at a point.
func (s State) find(at envs.Point, lock envs.Lock) (open, bool) {
	i, found := slices.BinarySearchFunc(s.open, open{at: at, lock: lock}, open.compare)
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
	if old, ok := s.find(b.at, b.lock); ok {
		b.ways, _ = b.merge(old.ways)
	}
	return s.with(b)
}
