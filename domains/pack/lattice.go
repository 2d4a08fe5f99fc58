package pack

import (
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/lattice"
)

// aligned reports whether s and other have the same packs.
func (s State[K, R]) aligned(other State[K, R]) bool {
	return s.domain == other.domain &&
		(s.moved.Same(other.moved) || s.moved.Equal(other.moved, func(a, b K) bool { return a == b }))
}

// Leq reports whether s implies other. It is exact, whatever the packs.
func (s State[K, R]) Leq(other State[K, R]) bool {
	if !s.reached || !other.reached {
		return !s.reached
	}
	if s.aligned(other) {
		// Keys of which nothing is known are not stored.
		return other.cells.Leq(s.cells, s.domain.ops.above)
	}
	for _, c := range other.cells.All() {
		if !s.implies(c) {
			return false
		}
	}
	return true
}

// implies reports whether s implies c: all bounds of c for keys and pairs.
func (s State[K, R]) implies(c *cell[K, R]) bool {
	within := func(a, b linear.Interval) bool { return b.Lo <= a.Lo && a.Hi <= b.Hi }
	for i, k := range c.keys {
		if !within(s.Bounds(k), c.rel.Bounds(i)) {
			return false
		}
		for j, l := range c.keys[:i] {
			if !within(s.pair(k, l, true), c.rel.Difference(i, j)) ||
				!within(s.pair(k, l, false), c.rel.Sum(i, j)) {
				return false
			}
		}
	}
	return true
}

// Equal reports whether s and other imply each other. It is exact.
func (s State[K, R]) Equal(other State[K, R]) bool {
	if s.reached && other.reached && s.cells.Same(other.cells) {
		return true
	}
	return s.Leq(other) && other.Leq(s)
}

// Same reports whether s and other are one in memory, so that they say the same.
func (s State[K, R]) Same(other State[K, R]) bool {
	return s.reached == other.reached && s.cells.Same(other.cells)
}

// Merge returns the join: the least upper bound if packs do not grow. If one State
// implies the other, that is the result, and with equal packs nothing is allocated.
func (s State[K, R]) Merge(other State[K, R]) (State[K, R], bool) {
	switch {
	case !other.reached:
		return s, false
	case !s.reached:
		return other, true
	case s.aligned(other):
		cells, side := s.cells.Intersect(other.cells, s.domain.ops.join)
		switch {
		case side&lattice.Left != 0:
			return s, false
		case side&lattice.Right != 0:
			return other, true
		}
		return s.having(cells), true
	case other.Leq(s):
		return s, false
	case s.Leq(other):
		return other, true
	}
	return s.like(other).each(other, s.domain.ops.join)
}

// having is s with cells, some of its own or others with the same keys. Keys that have
// lost theirs go back to where they are given to be.
func (s State[K, R]) having(cells lattice.Map[K, *cell[K, R]]) State[K, R] {
	if s.moved.Len() > 0 {
		for id, c := range s.cells.All() {
			if _, still := cells.Get(id); !still {
				s = s.remove(c)
			}
		}
	}
	s.cells = cells
	return s
}

// like unites those packs of s that are one in other, as far as they may grow.
func (s State[K, R]) like(other State[K, R]) State[K, R] {
	for _, c := range other.cells.All() {
		var known []K
		for _, k := range c.keys {
			if s.find(k) != nil {
				known = append(known, k)
			}
		}
		for _, group := range s.groups(known) {
			if len(s.find(group[0]).keys) != len(group) {
				s = s.store(s.project(group))
			}
		}
	}
	return s
}

// each combines each cell of s with what other says of its keys, and reports whether one
// changed.
func (s State[K, R]) each(other State[K, R], f lattice.Combine[*cell[K, R]]) (r State[K, R], changed bool) {
	r = s
	for _, c := range s.cells.All() {
		switch d, side := f(c, other.project(c.keys)); {
		case side&lattice.Left != 0:
		case side == lattice.Drop:
			r, changed = r.remove(c), true
		default:
			if r, changed = r.store(d), true; !r.reached {
				return r, true
			}
		}
	}
	return r, changed
}

// Widen returns the widening of each pack.
func (s State[K, R]) Widen(next State[K, R], thresholds ...int64) (State[K, R], bool) {
	switch {
	case next.Leq(s):
		return s, false
	case !s.reached:
		return next, true
	}
	widen := func(x, y *cell[K, R]) (*cell[K, R], lattice.Side) {
		if y.rel.Leq(x.rel) {
			return x, lattice.Left
		}
		r, _ := x.rel.Clone().Widen(y.rel, thresholds...)
		return x.with(r)
	}
	if s.aligned(next) {
		cells, _ := s.cells.Intersect(next.cells, widen)
		return s.having(cells), true
	}
	return s.like(next).each(next, widen)
}

// Narrow narrows each pack, and takes the packs of next of no key of which s knows
// anything.
func (s State[K, R]) Narrow(next State[K, R]) (State[K, R], bool) {
	switch {
	case !s.reached:
		return s, false
	case !next.reached:
		return next, true
	}
	narrow := func(x, y *cell[K, R]) (*cell[K, R], lattice.Side) {
		r, narrowed := x.rel.Clone().Narrow(y.rel)
		if !narrowed {
			return x, lattice.Left
		}
		return &cell[K, R]{x.keys, r}, lattice.Neither
	}
	r, changed := s.each(next, narrow)
	for _, c := range next.cells.All() {
		if r.reached && r.free(c.keys) {
			r, changed = r.store(c), true
		}
	}
	return r, changed
}

// free reports whether c can be stored without touching what s has.
func (s State[K, R]) free(keys []K) bool {
	for _, k := range keys {
		if s.find(k) != nil {
			return false
		}
	}
	return true
}

// Meet returns a State that implies both: the greatest if packs do not grow.
func (s State[K, R]) Meet(other State[K, R]) State[K, R] {
	switch {
	case s.Leq(other):
		return s
	case other.Leq(s):
		return other
	}
	for _, c := range other.cells.All() {
		for _, group := range s.groups(c.keys) {
			r := s.project(group).rel.Clone()
			r.Meet(other.project(group).rel)
			if s = s.store(&cell[K, R]{group, r}); !s.reached {
				return s
			}
		}
	}
	return s
}
