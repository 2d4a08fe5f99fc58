package lockset

import (
	"cmp"
	"iter"

	"github.com/seed38182bad/parallax/domains/internal/hash"
	"github.com/seed38182bad/parallax/lattice"
)

// Must is a set of locks that are held for certain. The zero Must is bottom: the
// point is not reached, and any lock is held there. Sets of one table are equal
// exactly if they are ==.
type Must[K lattice.Integer] struct{ n *node[K] }

// IsBottom reports whether s is that of a point which is not reached.
func (s Must[K]) IsBottom() bool { return s.n == nil }

// IsTop reports whether s has no lock and so says nothing.
func (s Must[K]) IsTop() bool { return s.n != nil && s.n.locks.Len() == 0 }

// Len is the number of locks; 0 for bottom.
func (s Must[K]) Len() int {
	if s.n == nil {
		return 0
	}
	return s.n.locks.Len()
}

// All yields the locks and how they are held, in ascending order; none for bottom.
func (s Must[K]) All() iter.Seq[Lock[K]] { return s.n.all }

// Locks are the locks that All yields, for who may not allocate. The caller does not change the slice.
func (s Must[K]) Locks() []Lock[K] { return s.n.list() }

// MustHold reports whether k is certainly held so that accesses of this side are
// protected. In bottom every lock is.
func (s Must[K]) MustHold(k K, side Side) bool { return s.n == nil || s.n.hold(k).At(side) > 0 }

// Compare orders sets in a total order of no deeper meaning, by their content:
// smaller ones first, and bottom before all.
func (s Must[K]) Compare(o Must[K]) int {
	switch {
	case s.n == o.n:
		return 0
	case s.n == nil:
		return -1
	case o.n == nil:
		return 1
	case s.n.locks.Len() != o.n.locks.Len():
		return s.n.locks.Len() - o.n.locks.Len()
	}
	for _, d := range s.n.locks.Diff(o.n.locks, sameHold) {
		switch h, g := d.Before, d.After; {
		case !d.Has: // the other one has a larger lock in its place
			return -1
		case !d.Had:
			return 1
		default:
			return cmp.Or(cmp.Compare(h.Write, g.Write), cmp.Compare(h.Read, g.Read), cmp.Compare(h.Any, g.Any))
		}
	}
	return 0
}

// MustDomain is the lattice of Must sets of a table, ordered by what they leave
// open. So a ≤ b if a has all locks of b, held at least as often. It has no
// infinite ascending chains.
type MustDomain[K lattice.Integer] struct{ table *Table[K] }

// Empty returns the set of no locks.
func (d MustDomain[K]) Empty() Must[K] { return Must[K]{d.table.empty} }

// Of returns the set of these locks, each held once for writing.
func (d MustDomain[K]) Of(keys ...K) Must[K] {
	s := d.Empty()
	for _, k := range keys {
		if s.n.hold(k) == (Hold{}) {
			s = d.Acquire(s, k, Write)
		}
	}
	return s
}

// Bottom returns the set of a point that is not reached.
func (d MustDomain[K]) Bottom() Must[K] { return Must[K]{} }

// Top returns the set of no locks.
func (d MustDomain[K]) Top() Must[K] { return d.Empty() }

// Leq reports whether a has all locks of b, held at least as often.
func (d MustDomain[K]) Leq(a, b Must[K]) bool {
	x, y := d.table.own(a.n), d.table.own(b.n)
	if x == y || x == nil || y == nil {
		return x == y || x == nil
	}
	_, yInX := contain(x, y)
	return yInX
}

// Equal reports whether both have the same locks, held as often: a comparison of
// pointers for sets of one table.
func (d MustDomain[K]) Equal(a, b Must[K]) bool {
	return d.table.own(a.n) == d.table.own(b.n)
}

// Join returns the locks that both hold: the intersection.
func (d MustDomain[K]) Join(a, b Must[K]) Must[K] {
	if a.n == b.n {
		return a
	}
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is.
func (d MustDomain[K]) Merge(a, b Must[K]) (Must[K], lattice.Side) {
	if a.n == b.n {
		return a, lattice.Both
	}
	n, side := merge(d.table.own(a.n), d.table.own(b.n), d.join)
	return Must[K]{n}, side
}

// join remembers what was computed.
func (d MustDomain[K]) join(a, b *node[K]) *node[K] {
	if a.hash > b.hash {
		a, b = b, a
	}
	place := &d.table.joins[hash.Add(a.hash, b.hash)%uint64(len(d.table.joins))]
	if m := place.Load(); m != nil && m.a == a && m.b == b {
		return m.join
	}
	n := common(a, b, Hold.min)
	place.Store(&joined[K]{a, b, n})
	return n
}

// Meet returns the locks that either holds, as often as the one or the other says.
func (d MustDomain[K]) Meet(a, b Must[K]) Must[K] {
	x, y := d.table.own(a.n), d.table.own(b.n)
	if x == nil || y == nil {
		return Must[K]{}
	}
	switch xInY, yInX := contain(x, y); {
	case yInX:
		return Must[K]{x}
	case xInY:
		return Must[K]{y}
	}
	return Must[K]{d.table.intern(united(x, y, func(h, g Hold) Hold { return h.max(g).closed(d.table.many) }), nil)}
}

// Acquire returns s after k was taken once.
func (d MustDomain[K]) Acquire(s Must[K], k K, side Side) Must[K] {
	return d.step(s, k, side, taken)
}

// Release returns s after k was given back once; if it was not held on that side,
// nothing has happened to it.
func (d MustDomain[K]) Release(s Must[K], k K, side Side) Must[K] {
	return d.step(s, k, side, givenBack)
}

// Clear returns s after k was given back as often as it was held, as a wait on a
// monitor does.
func (d MustDomain[K]) Clear(s Must[K], k K) Must[K] { return d.step(s, k, Write, cleared) }

// step remembers what was computed: programs take the same locks in the same order.
func (d MustDomain[K]) step(s Must[K], k K, side Side, what change) Must[K] {
	n := d.table.own(s.n)
	if n == nil {
		return s
	}
	at := hash.Add(n.hash, uint64(k)<<1|uint64(side)) + uint64(what)
	place := &d.table.steps[at%uint64(len(d.table.steps))]
	if m := place.Load(); m != nil && m.from == n && m.key == k && m.side == side && m.change == what {
		return Must[K]{m.to}
	}
	h := n.hold(k)
	switch what {
	case taken:
		h = h.more(side, d.table.many)
	case givenBack:
		h = h.less(side, d.table.many)
	case cleared:
		h = Hold{}
	}
	to := n.with(k, h)
	place.Store(&step[K]{n, to, k, side, what})
	return Must[K]{to}
}

// Guards returns the locks of s that protect an access of this side, each held once for
// writing. If memory is written, these are the locks held for writing; if it is read,
// all. Joining the guards of all accesses of a variable gives Eraser's set of
// candidates (Savage et al., TOCS 1997, section 2.3).
func (d MustDomain[K]) Guards(s Must[K], side Side) Must[K] {
	n := d.table.own(s.n)
	if n == nil {
		return s
	}
	if side != Read {
		side = Write
	}
	place := &n.guards[side]
	g := place.Load()
	if g == nil {
		g = n.guarding(side)
		place.Store(g)
	}
	return Must[K]{g}
}

// guarding is what Guards gives of a set. Mostly all locks are plain, and a set of plain locks is its own guards.
func (n *node[K]) guarding(side Side) *node[K] {
	some := n.locks
	if n.others != nil {
		some = n.others.locks
	}
	return n.table.intern(n.over(some, func(h Hold) Hold {
		once := min(h.At(side), 1)
		return Hold{Write: once, Any: once}
	}), &content[K]{})
}

// Exclusive returns a lock that keeps a thread that holds a apart from another one that
// holds b, and whether there is one. One of them holds it for writing, and the other
// holds it too. Bottom is never reached: with it the answer is true, for no lock.
func (d MustDomain[K]) Exclusive(a, b Must[K]) (k K, exclude bool) {
	if a.n == nil || b.n == nil {
		return k, true
	}
	x, y := d.table.own(a.n), d.table.own(b.n)
	return x.locks.FirstOfBoth(y.locks, apart)
}
