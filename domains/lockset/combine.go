package lockset

import "github.com/seed38182bad/parallax/lattice"

// contain reports whether all holds of a are within those of b, and the other way
// round.
func contain[K lattice.Integer](a, b []Lock[K]) (aInB, bInA bool) {
	aInB, bInA = len(a) <= len(b), len(b) <= len(a)
	i, j := 0, 0
	for i < len(a) && j < len(b) && (aInB || bInA) {
		switch x, y := &a[i], &b[j]; {
		case x.Key < y.Key:
			aInB = false
			i++
		case x.Key > y.Key:
			bInA = false
			j++
		default:
			if x.Hold != y.Hold {
				aInB = aInB && x.Hold.within(y.Hold)
				bInA = bInA && y.Hold.within(x.Hold)
			}
			i++
			j++
		}
	}
	return aInB && i == len(a), bInA && j == len(b)
}

// common has the locks of both, with their holds combined by f.
func common[K lattice.Integer](a, b *node[K], f func(x, y Hold) Hold) *node[K] {
	locks := make([]Lock[K], 0, 8)
	x, y := a.locks, b.locks
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0].Key < y[0].Key:
			x = x[1:]
		case x[0].Key > y[0].Key:
			y = y[1:]
		default:
			if h := f(x[0].Hold, y[0].Hold); h != (Hold{}) {
				locks = append(locks, Lock[K]{x[0].Key, h})
			}
			x, y = x[1:], y[1:]
		}
	}
	return a.table.intern(locks)
}

// united has the locks of either, with the holds of common ones combined by f.
func united[K lattice.Integer](a, b *node[K], f func(x, y Hold) Hold) []Lock[K] {
	locks := make([]Lock[K], 0, len(a.locks)+len(b.locks))
	x, y := a.locks, b.locks
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0].Key < y[0].Key:
			locks = append(locks, x[0])
			x = x[1:]
		case x[0].Key > y[0].Key:
			locks = append(locks, y[0])
			y = y[1:]
		default:
			locks = append(locks, Lock[K]{x[0].Key, f(x[0].Hold, y[0].Hold)})
			x, y = x[1:], y[1:]
		}
	}
	return append(append(locks, x...), y...)
}

// merge joins a and b, which belong to this table, in an order in which the
// greater set is the one that the holds of the other are within if up, and the
// one within if not. join is asked for sets that are not ordered.
func merge[K lattice.Integer](a, b *node[K], up bool, join func(a, b *node[K]) *node[K]) (*node[K], lattice.Side) {
	switch {
	case a == b:
		return a, lattice.Both
	case a == nil:
		return b, lattice.Right
	case b == nil:
		return a, lattice.Left
	case a.isAll():
		return a, lattice.Left
	case b.isAll():
		return b, lattice.Right
	}
	aInB, bInA := contain(a.locks, b.locks)
	if !up {
		aInB, bInA = bInA, aInB
	}
	switch {
	case aInB:
		return b, lattice.Right
	case bInA:
		return a, lattice.Left
	}
	return join(a, b), lattice.Neither
}
