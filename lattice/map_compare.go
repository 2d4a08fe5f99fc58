package lattice

import (
	"iter"
	"slices"
)

// Leq reports whether every key of m is in other, with leq(value in m, value
// in other). It is the pointwise order of maps whose absent keys are bottom; for
// maps whose absent keys are top, ask the other way round with leq flipped.
// Shared parts are passed over (leq must be reflexive); nothing is allocated.
func (m Map[K, V]) Leq(other Map[K, V], leq func(a, b V) bool) bool {
	return nodeLeq(m.root, other.root, leq)
}

func nodeLeq[K Integer, V any](a, b *node[K, V], leq func(a, b V) bool) bool {
	switch {
	case a == b || a == nil:
		return true
	case b == nil || a.size > b.size:
		return false // a has a key that b lacks
	case a.shift == 0:
		vals := a.vals()
		for i, k := range a.keys() {
			if v := b.get(k); v == nil || !leq(vals[i], *v) {
				return false
			}
		}
		return true
	}
	x, y := a.branch(), b.branch()
	switch {
	case x.shift > y.shift || !y.covers(x.prefix):
		return false
	case y.shift > x.shift:
		return nodeLeq(a, y.kids[y.slot(x.prefix)], leq)
	}
	for i, kid := range &x.kids {
		if !nodeLeq(kid, y.kids[i], leq) {
			return false
		}
	}
	return true
}

// Equal reports whether both maps have the same keys with equal values. Shared
// parts are passed over (eq must be reflexive); nothing is allocated.
func (m Map[K, V]) Equal(other Map[K, V], eq func(a, b V) bool) bool {
	return nodeEqual(m.root, other.root, eq)
}

func nodeEqual[K Integer, V any](a, b *node[K, V], eq func(a, b V) bool) bool {
	switch {
	case a == b:
		return true
	case a == nil || b == nil:
		return false
	case a.size != b.size || a.shift != b.shift:
		return false
	case a.shift == 0:
		return same(a.keys(), b.keys()) && slices.EqualFunc(a.vals(), b.vals(), eq)
	}
	x, y := a.branch(), b.branch()
	if x.prefix != y.prefix {
		return false
	}
	for i, kid := range &x.kids {
		if !nodeEqual(kid, y.kids[i], eq) {
			return false
		}
	}
	return true
}

// FirstOfBoth returns the smallest key that is in both maps with values of which f is true, and whether there is one.
// Parts that only one of the maps has are passed over; nothing is allocated.
func (m Map[K, V]) FirstOfBoth(other Map[K, V], f func(a, b V) bool) (k K, found bool) {
	return firstOfBoth(m.root, other.root, f)
}

func firstOfBoth[K Integer, V any](a, b *node[K, V], f func(a, b V) bool) (k K, found bool) {
	switch {
	case a == nil || b == nil:
		return k, false
	case a.shift == 0:
		vals := a.vals()
		for i, k := range a.keys() {
			if v := b.get(k); v != nil && f(vals[i], *v) {
				return k, true
			}
		}
		return k, false
	case b.shift == 0:
		vals := b.vals()
		for i, k := range b.keys() {
			if v := a.get(k); v != nil && f(*v, vals[i]) {
				return k, true
			}
		}
		return k, false
	}
	x, y := a.branch(), b.branch()
	switch {
	case x.shift > y.shift && x.covers(y.prefix):
		return firstOfBoth(x.kids[x.slot(y.prefix)], b, f)
	case y.shift > x.shift && y.covers(x.prefix):
		return firstOfBoth(a, y.kids[y.slot(x.prefix)], f)
	case x.shift != y.shift || x.prefix != y.prefix:
		return k, false
	}
	for i, kid := range &x.kids {
		if k, found := firstOfBoth(kid, y.kids[i], f); found {
			return k, true
		}
	}
	return k, false
}

// Same reports whether both maps are the same tree in memory. Same maps are
// equal; equal maps need not be the same.
func (m Map[K, V]) Same(other Map[K, V]) bool { return m.root == other.root }

// Change is what happened to one key from one map to another.
type Change[V any] struct {
	Before, After V
	Had, Has      bool // whether the key is in the first and in the second map
}

// Diff yields, in ascending order, the keys that are in one map only or whose
// values are not equal. Shared parts are passed over, so that its cost is
// proportional to what differs.
func (m Map[K, V]) Diff(other Map[K, V], eq func(a, b V) bool) iter.Seq2[K, Change[V]] {
	return func(yield func(K, Change[V]) bool) {
		d := differ[K, V]{eq, yield}
		d.nodes(m.root, other.root)
	}
}

type differ[K Integer, V any] struct {
	eq    func(a, b V) bool
	yield func(K, Change[V]) bool
}

func (d *differ[K, V]) nodes(a, b *node[K, V]) bool {
	switch {
	case a == b:
		return true
	case b == nil:
		return a.each(d.gone)
	case a == nil:
		return b.each(d.come)
	case a.shift == 0 || b.shift == 0:
		return d.entries(a, b)
	}
	x, y := a.branch(), b.branch()
	switch {
	case x.shift == y.shift && x.prefix == y.prefix:
		for i, kid := range &x.kids {
			if !d.nodes(kid, y.kids[i]) {
				return false
			}
		}
		return true
	case x.shift > y.shift && x.covers(y.prefix):
		for i, kid := range &x.kids {
			var under *node[K, V]
			if i == int(x.slot(y.prefix)) {
				under = b
			}
			if !d.nodes(kid, under) {
				return false
			}
		}
		return true
	case y.shift > x.shift && y.covers(x.prefix):
		for i, kid := range &y.kids {
			var under *node[K, V]
			if i == int(y.slot(x.prefix)) {
				under = a
			}
			if !d.nodes(under, kid) {
				return false
			}
		}
		return true
	case x.prefix < y.prefix:
		return a.each(d.gone) && b.each(d.come)
	}
	return b.each(d.come) && a.each(d.gone)
}

func (d *differ[K, V]) gone(k K, v V) bool { return d.yield(k, Change[V]{Before: v, Had: true}) }
func (d *differ[K, V]) come(k K, v V) bool { return d.yield(k, Change[V]{After: v, Has: true}) }

// entries goes through two nodes of which one is a leaf.
func (d *differ[K, V]) entries(a, b *node[K, V]) bool {
	leaf, tree := a, b
	inLeaf, inTree := d.gone, d.come
	if a.shift != 0 {
		leaf, tree = b, a
		inLeaf, inTree = d.come, d.gone
	}
	keys, vals := leaf.keys(), leaf.vals()
	i := 0
	ok := tree.each(func(k K, v V) bool {
		for ; i < len(keys) && keys[i] < k; i++ {
			if !inLeaf(keys[i], vals[i]) {
				return false
			}
		}
		if i == len(keys) || keys[i] > k {
			return inTree(k, v)
		}
		before, after := vals[i], v
		if leaf == b {
			before, after = v, vals[i]
		}
		i++
		return d.eq(before, after) || d.yield(k, Change[V]{before, after, true, true})
	})
	for ; ok && i < len(keys); i++ {
		ok = inLeaf(keys[i], vals[i])
	}
	return ok
}
