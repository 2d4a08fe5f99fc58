package blocks

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A State is what is known of the blocks of a frame. These are those that it has open, and what was done in it so far
// under the locks of its callers.
type State struct {
	open  []open // ascending; changed in place by the owner
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

// Clone copies what is changed in place.
func (s State) Clone() State { return State{slices.Clone(s.open), s.below} }

// Merge joins the ways of each block.
func (s State) Merge(o State) (State, bool) {
	below, grew := s.below.merge(o.below)
	s.below = below
	for _, b := range o.open {
		more := true
		if i, found := slices.BinarySearchFunc(s.open, b, open.compare); found {
			b, more = s.open[i].merge(b)
		}
		if more {
			s, grew = s.with(b), true
		}
	}
	return s, grew
}

// of are the blocks of a lock that is held. It has several where paths meet on which it was taken in different places.
func (s State) of(h *envs.HeldLock) []open {
	first, _ := slices.BinarySearchFunc(s.open, h, func(b open, h *envs.HeldLock) int {
		return cmp.Or(b.at.Compare(h.At), cmp.Compare(b.Lock, h.Lock))
	})
	n := first
	for n < len(s.open) && s.open[n].at == h.At && s.open[n].Lock == h.Lock {
		n++
	}
	if n == first {
		return nil
	}
	return s.open[first:n]
}

// with is s with a block, in place of what it knew of it.
func (s State) with(b open) State {
	i, found := slices.BinarySearchFunc(s.open, b, open.compare)
	if found {
		s.open[i] = b
	} else {
		s.open = slices.Insert(s.open, i, b)
	}
	return s
}

// add is s with a block, joined with what it knew of it.
func (s State) add(b open) State {
	if i, found := slices.BinarySearchFunc(s.open, b, open.compare); found {
		b, _ = s.open[i].merge(b)
	}
	return s.with(b)
}
