package lockset

import (
	"iter"

	"github.com/seed38182bad/parallax/lattice"
)

// May is a set of locks that may be held. The zero May is bottom: the point is not
// reached. Sets of one table are equal exactly if they are ==.
type May[K lattice.Integer] struct{ n *node[K] }

// IsBottom reports whether s is that of a point which is not reached.
func (s May[K]) IsBottom() bool { return s.n == nil }

// IsTop reports whether any lock may be held, any number of times.
func (s May[K]) IsTop() bool { return s.n != nil && s.n.isAll() }

// Len is the number of locks that may be held; 0 for bottom, -1 for top.
func (s May[K]) Len() int {
	switch {
	case s.n == nil:
		return 0
	case s.n.isAll():
		return -1
	}
	return s.n.locks.Len()
}

// All yields the locks and how they may be held, in ascending order; none for
// bottom and top.
func (s May[K]) All() iter.Seq[Lock[K]] { return s.n.all }

// MayHold reports whether k may be held so that accesses of this side are
// protected: for writing, or at all.
func (s May[K]) MayHold(k K, side Side) bool {
	return s.n != nil && (s.n.isAll() || s.n.hold(k).At(side) > 0)
}

// Hold is how k may be held at most; false for top, where there is no bound.
func (s May[K]) Hold(k K) (Hold, bool) {
	if s.n == nil {
		return Hold{}, true
	}
	return s.n.hold(k), !s.n.isAll()
}

// MayDomain is the lattice of May sets of a table: a ≤ b if all locks of a are in b,
// held at least as often.
type MayDomain[K lattice.Integer] struct {
	table *Table[K]
	limit int
}

// Empty returns the set of no locks.
func (d MayDomain[K]) Empty() May[K] { return May[K]{d.table.empty} }

// Of returns the set of these locks, each held once for writing, or the set of all
// locks if they are too many.
func (d MayDomain[K]) Of(keys ...K) May[K] {
	s := d.Empty()
	for _, k := range keys {
		if s.n.hold(k) == (Hold{}) {
			s = d.Acquire(s, k, Write)
		}
	}
	return s
}

// Bottom returns the set of a point that is not reached.
func (d MayDomain[K]) Bottom() May[K] { return May[K]{} }

// Top returns the set of all locks.
func (d MayDomain[K]) Top() May[K] { return May[K]{d.table.all} }

// Leq reports whether all locks of a are in b, held at least as often.
func (d MayDomain[K]) Leq(a, b May[K]) bool {
	x, y := d.own(a.n), d.own(b.n)
	switch {
	case x == y || x == nil:
		return true
	case y == nil:
		return false
	case x.isAll() || y.isAll():
		return y.isAll()
	}
	xInY, _ := contain(x, y)
	return xInY
}

// Equal reports whether both have the same locks, held as often: a comparison of
// pointers for sets of one table.
func (d MayDomain[K]) Equal(a, b May[K]) bool { return d.own(a.n) == d.own(b.n) }

// Hash numbers a set by its content.
func (d MayDomain[K]) Hash(s May[K]) uint64 { return s.n.number() }

// Join returns the locks that either may hold: the union.
func (d MayDomain[K]) Join(a, b May[K]) May[K] {
	if a.n == b.n {
		return a
	}
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is.
func (d MayDomain[K]) Merge(a, b May[K]) (May[K], lattice.Side) {
	if a.n == b.n {
		return a, lattice.Both
	}
	n, side := merge(d.own(a.n), d.own(b.n), true, func(x, y *node[K]) *node[K] { return d.keep(united(x, y, Hold.max)) })
	return May[K]{n}, side
}

// keep interns a content if it has not too many locks.
func (d MayDomain[K]) keep(c content[K]) *node[K] {
	if d.limit > 0 && c.locks.Len() > d.limit {
		return d.table.all
	}
	return d.table.intern(c, nil)
}

// own is n in this domain.
func (d MayDomain[K]) own(n *node[K]) *node[K] {
	n = d.table.own(n, true)
	if n != nil && d.limit > 0 && n.locks.Len() > d.limit {
		return d.table.all
	}
	return n
}

// Meet returns the locks that both may hold.
func (d MayDomain[K]) Meet(a, b May[K]) May[K] {
	x, y := d.own(a.n), d.own(b.n)
	switch {
	case x == nil || y == nil:
		return May[K]{}
	case x.isAll():
		return May[K]{y}
	case y.isAll():
		return May[K]{x}
	}
	switch xInY, yInX := contain(x, y); {
	case xInY:
		return May[K]{x}
	case yInX:
		return May[K]{y}
	}
	return May[K]{common(x, y, func(h, g Hold) Hold { return h.min(g).closedAbove(d.table.many) })}
}

// Acquire returns s after k was taken once.
func (d MayDomain[K]) Acquire(s May[K], k K, side Side) May[K] {
	return d.change(s, k, func(h Hold) Hold { return h.more(side, d.table.many) })
}

// Release returns s after k was given back once; if it was not held on that side,
// nothing has happened to it.
func (d MayDomain[K]) Release(s May[K], k K, side Side) May[K] {
	return d.change(s, k, func(h Hold) Hold { return h.lessAbove(side, d.table.many) })
}

// Forget returns s after k was taken and given back nobody knows how often.
func (d MayDomain[K]) Forget(s May[K], k K) May[K] {
	many := d.table.many
	return d.change(s, k, func(Hold) Hold { return Hold{many, many, many} })
}

// Clear returns s after k was given back as often as it was held.
func (d MayDomain[K]) Clear(s May[K], k K) May[K] {
	return d.change(s, k, func(Hold) Hold { return Hold{} })
}

func (d MayDomain[K]) change(s May[K], k K, f func(Hold) Hold) May[K] {
	n := d.own(s.n)
	if n == nil || n.isAll() {
		return May[K]{n}
	}
	return May[K]{d.own(n.with(k, f(n.hold(k))))}
}

// AcquireOneOf returns s after one of the keys was taken, whichever it was.
func (d MayDomain[K]) AcquireOneOf(s May[K], side Side, keys ...K) May[K] {
	for _, k := range keys {
		s = d.Acquire(s, k, side)
	}
	return s
}

// ReleaseOneOf returns s after one of the keys was given back: all others may still
// be held as often, so nothing is gone unless there is but one.
func (d MayDomain[K]) ReleaseOneOf(s May[K], side Side, keys ...K) May[K] {
	if len(keys) == 1 {
		return d.Release(s, keys[0], side)
	}
	return s
}

// AcquireUnknown returns s after some lock was taken, which may have been any.
func (d MayDomain[K]) AcquireUnknown(s May[K], side Side) May[K] {
	if s.n == nil {
		return s
	}
	return d.Top()
}

// ReleaseUnknown returns s after some lock was given back: no certain one.
func (d MayDomain[K]) ReleaseUnknown(s May[K], side Side) May[K] { return s }

// With returns s with k held at most as often as said, whatever s knew of it; an
// error if a count is negative. Counts above the cap are the cap.
func (d MayDomain[K]) With(s May[K], k K, write, read int) (May[K], error) {
	h, err := d.table.exactly(k, write, read)
	if err != nil {
		return s, err
	}
	return d.change(s, k, func(Hold) Hold { return h }), nil
}
