package lockset

import "github.com/seed38182bad/parallax/lattice"

// contain reports whether all holds of a are within those of b, and the other way
// round.
func contain[K lattice.Integer](a, b *node[K]) (aInB, bInA bool) {
	return a.locks.Leq(b.locks, Hold.within), b.locks.Leq(a.locks, Hold.within)
}

// combined makes what f makes of two holds something that a lattice.Map combines by: it says which
// of the two the result is.
func combined(f func(x, y Hold) Hold) lattice.Combine[Hold] {
	return func(x, y Hold) (Hold, lattice.Side) {
		h, side := f(x, y), lattice.Neither
		if h == (Hold{}) {
			return h, lattice.Drop
		}
		if h == x {
			side |= lattice.Left
		}
		if h == y {
			side |= lattice.Right
		}
		return h, side
	}
}

// common has the locks of both, with their holds combined by f.
func common[K lattice.Integer](a, b *node[K], f func(x, y Hold) Hold) *node[K] {
	if a.locks.Len() > b.locks.Len() {
		a, b = b, a // what differs from the smaller set is less
	}
	locks, _ := a.locks.Intersect(b.locks, combined(f))
	return a.table.intern(a.changed(locks), nil)
}

// united has the locks of either, with the holds of common ones combined by f.
func united[K lattice.Integer](a, b *node[K], f func(x, y Hold) Hold) content[K] {
	if a.locks.Len() < b.locks.Len() {
		a, b = b, a
	}
	locks, _ := a.locks.Merge(b.locks, combined(f))
	return a.changed(locks)
}

// apart reports whether threads that hold a lock so exclude each other.
func apart(h, g Hold) bool { return h.Write > 0 && g.Any > 0 || h.Any > 0 && g.Write > 0 }

// list is the locks in ascending order; none of no node.
func (n *node[K]) list() []Lock[K] {
	if n == nil {
		return nil
	}
	if n.few != nil {
		return n.few
	}
	list := make([]Lock[K], 0, n.locks.Len())
	for k, h := range n.locks.All() {
		list = append(list, Lock[K]{k, h})
	}
	return list
}

// all yields what list has. Of a large set it makes no list: the first locks cost no more than those of a small one.
func (n *node[K]) all(yield func(Lock[K]) bool) {
	if n == nil {
		return
	}
	if n.few != nil {
		for _, l := range n.few {
			if !yield(l) {
				return
			}
		}
		return
	}
	for k, h := range n.locks.All() {
		if !yield(Lock[K]{k, h}) {
			return
		}
	}
}

// merge joins a and b, which belong to one table. The greater set is the one that is within the other. join is asked
// for sets that are not ordered.
func merge[K lattice.Integer](a, b *node[K], join func(a, b *node[K]) *node[K]) (*node[K], lattice.Side) {
	switch {
	case a == b:
		return a, lattice.Both
	case a == nil:
		return b, lattice.Right
	case b == nil:
		return a, lattice.Left
	}
	switch aInB, bInA := contain(a, b); {
	case bInA:
		return b, lattice.Right
	case aInB:
		return a, lattice.Left
	}
	return join(a, b), lattice.Neither
}
