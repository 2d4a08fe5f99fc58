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
	if o.Taken.Compare(b.Taken) < 0 {
		r.Taken = o.Taken
	}
	r.maybe = b.maybe || o.maybe
	return r, grew || r.Taken != b.Taken || r.maybe != b.maybe
}

func (b open) compare(o open) int {
	return cmp.Or(b.at.Compare(o.at), cmp.Compare(b.Lock, o.Lock), b.From.Compare(o.From))
}

// Clone gives it back.
func (s State) Clone() State { return s }

// Merge joins the ways of each block.
func (s State) Merge(o State) (State, bool) {
	below, grew := s.below.merge(o.below)
	r := State{s.open, below}
	for _, b := range o.open {
		more := true
		if i, found := slices.BinarySearchFunc(r.open, b, open.compare); found {
			b, more = r.open[i].merge(b)
		}
		if more {
			r, grew = r.with(b), true
		}
	}
	return r, grew
}

// of are the blocks of a lock that is held. It has several where paths meet on which it was
// taken in different places.
func (s State) of(h envs.HeldLock) []open {
	is := func(b open) bool { return b.at == h.At && b.Lock == h.Lock }
	i := slices.IndexFunc(s.open, is)
	if i < 0 {
		return nil
	}
	n := i + 1
	for n < len(s.open) && is(s.open[n]) {
		n++
	}
	return s.open[i:n]
}

// with is s with a block, in place of what it knew of it.
func (s State) with(b open) State {
	i, found := slices.BinarySearchFunc(s.open, b, open.compare)
	n := i
	if found {
		n++
	}
	s.open = slices.Concat(s.open[:i:i], []open{b}, s.open[n:])
	return s
}

// add is s with a block, joined with what it knew of it.
func (s State) add(b open) State {
	if i, found := slices.BinarySearchFunc(s.open, b, open.compare); found {
		b, _ = s.open[i].merge(b)
	}
	return s.with(b)
}
