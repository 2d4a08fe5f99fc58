package lattice

import "iter"

// Leq reports whether every key of m is in other, with leq(value in m, value
// in other). It is the pointwise order of maps whose absent keys are bottom; for
// maps whose absent keys are top, ask the other way round with leq flipped.
// Shared parts are passed over (leq must be reflexive); nothing is allocated.
func (m Map[K, V]) Leq(other Map[K, V], leq func(a, b V) bool) bool {
	return nodeLeq(m.root, other.root, leq)
}

func nodeLeq[V any](a, b *node[V], leq func(a, b V) bool) bool {
	switch {
	case a == b || a == nil:
		return true
	case b == nil || a.size > b.size || a.shift > b.shift:
		return false // a has a key that b lacks
	case !b.covers(a.prefix):
		return false
	case b.shift > a.shift:
		return nodeLeq(a, b.kids()[b.slot(a.prefix)], leq)
	case a.shift != 0:
		for i, kid := range a.kids() {
			if !nodeLeq(kid, b.kids()[i], leq) {
				return false
			}
		}
		return true
	case a.slots&^b.slots != 0:
		return false
	}
	i, j := 0, 0
	for rest := b.slots; rest != 0; rest &= rest - 1 {
		if a.slots&(rest&-rest) != 0 {
			if !leq(a.vals()[i], b.vals()[j]) {
				return false
			}
			i++
		}
		j++
	}
	return true
}

// Equal reports whether both maps have the same keys with equal values. Shared
// parts are passed over (eq must be reflexive); nothing is allocated.
func (m Map[K, V]) Equal(other Map[K, V], eq func(a, b V) bool) bool {
	return nodeEqual(m.root, other.root, eq)
}

func nodeEqual[V any](a, b *node[V], eq func(a, b V) bool) bool {
	switch {
	case a == b:
		return true
	case a == nil || b == nil:
		return false
	case a.size != b.size || a.shift != b.shift || a.prefix != b.prefix || a.slots != b.slots:
		return false
	case a.shift != 0:
		for i, kid := range a.kids() {
			if !nodeEqual(kid, b.kids()[i], eq) {
				return false
			}
		}
		return true
	}
	for i, v := range a.vals() {
		if !eq(v, b.vals()[i]) {
			return false
		}
	}
	return true
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
		d := differ[V]{eq, func(w uint64, c Change[V]) bool { return yield(key[K](w), c) }}
		d.nodes(m.root, other.root)
	}
}

type differ[V any] struct {
	eq    func(a, b V) bool
	yield func(uint64, Change[V]) bool
}

func (d *differ[V]) nodes(a, b *node[V]) bool {
	switch {
	case a == b:
		return true
	case b == nil:
		return a.each(d.gone)
	case a == nil:
		return b.each(d.come)
	case a.shift == b.shift && a.prefix == b.prefix && a.shift == 0:
		return d.leaves(a, b)
	case a.shift == b.shift && a.prefix == b.prefix:
		for i, kid := range a.kids() {
			if !d.nodes(kid, b.kids()[i]) {
				return false
			}
		}
		return true
	case a.shift > b.shift && a.covers(b.prefix):
		for i, kid := range a.kids() {
			var under *node[V]
			if i == int(a.slot(b.prefix)) {
				under = b
			}
			if !d.nodes(kid, under) {
				return false
			}
		}
		return true
	case b.shift > a.shift && b.covers(a.prefix):
		for i, kid := range b.kids() {
			var under *node[V]
			if i == int(b.slot(a.prefix)) {
				under = a
			}
			if !d.nodes(under, kid) {
				return false
			}
		}
		return true
	case a.prefix < b.prefix:
		return a.each(d.gone) && b.each(d.come)
	}
	return b.each(d.come) && a.each(d.gone)
}

func (d *differ[V]) gone(w uint64, v V) bool { return d.yield(w, Change[V]{Before: v, Had: true}) }
func (d *differ[V]) come(w uint64, v V) bool { return d.yield(w, Change[V]{After: v, Has: true}) }

func (d *differ[V]) leaves(a, b *node[V]) bool {
	i, j := 0, 0
	for slot := range uint64(fanout) {
		var c Change[V]
		if c.Had = a.slots>>slot&1 != 0; c.Had {
			c.Before = a.vals()[i]
			i++
		}
		if c.Has = b.slots>>slot&1 != 0; c.Has {
			c.After = b.vals()[j]
			j++
		}
		differs := c.Had != c.Has || c.Had && !d.eq(c.Before, c.After)
		if differs && !d.yield(a.prefix|slot, c) {
			return false
		}
	}
	return true
}
