package lattice

import (
	"iter"
	"math/bits"
)

// Integer is the type of the keys of a Map.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 |
		~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Map is a persistent map from integers to values whose operations on two maps
// skip what the two have in common. The zero Map is empty. A Map is one word,
// never changes, and may be used by many goroutines at once; Set and Delete
// return new maps that share all but one path with the old one.
//
// It is a big-endian Patricia tree (Okasaki and Gill, "Fast Mergeable Integer
// Maps", ML Workshop 1998), with three bits of the key to a branch instead of
// one, and with neighbouring keys (equal but for the lowest three bits) in one
// leaf. The shape depends on the keys alone and not on how the map came
// about, so equal maps have equal shapes, and two maps are compared and merged
// by one walk over both, cut short wherever both have the same subtree in
// memory. The cost of a merge is proportional to what differs, not to what there
// is.
//
// Keys are visited in ascending order everywhere.
type Map[K Integer, V any] struct{ root *node[V] }

// word maps keys to words in an order-preserving way: the sign bit of signed
// keys is flipped.
func word[K Integer](k K) uint64 {
	var zero K
	if zero-1 < zero {
		return uint64(k) ^ 1<<63
	}
	return uint64(k)
}

func key[K Integer](w uint64) K {
	var zero K
	if zero-1 < zero {
		return K(w ^ 1<<63)
	}
	return K(w)
}

// Len returns the number of keys, in constant time.
func (m Map[K, V]) Len() int { return int(m.root.len()) }

// Get returns the value at k and whether there is one.
func (m Map[K, V]) Get(k K) (V, bool) {
	w := word(k)
	for n := m.root; n != nil; n = n.kids()[n.slot(w)] {
		if n.shift != 0 {
			continue
		}
		bit := uint8(1) << (w % fanout)
		if w&^(fanout-1) != n.prefix || n.slots&bit == 0 {
			break
		}
		return n.vals()[bits.OnesCount8(n.slots&(bit-1))], true
	}
	var zero V
	return zero, false
}

// Set returns the map with v at k.
func (m Map[K, V]) Set(k K, v V) Map[K, V] {
	return Map[K, V]{m.root.set(word(k), v)}
}

func (n *node[V]) set(w uint64, v V) *node[V] {
	bit := uint8(1) << (w % fanout)
	if n == nil || !n.covers(w) {
		leaf := newLeaf(w&^(fanout-1), bit, []V{v})
		if n == nil {
			return leaf
		}
		return fork(n, leaf)
	}
	if n.shift != 0 {
		i := n.slot(w)
		return n.replace(i, n.kids()[i].set(w, v))
	}
	var array [fanout]V
	at := bits.OnesCount8(n.slots & (bit - 1))
	vals := append(append(array[:0], n.vals()[:at]...), v)
	if n.slots&bit != 0 {
		at++
	}
	return newLeaf(n.prefix, n.slots|bit, append(vals, n.vals()[at:]...))
}

// Delete returns the map without k; the map itself if k is not in it.
func (m Map[K, V]) Delete(k K) Map[K, V] {
	return Map[K, V]{m.root.without(word(k))}
}

func (n *node[V]) without(w uint64) *node[V] {
	if n == nil || !n.covers(w) {
		return n
	}
	if n.shift != 0 {
		i := n.slot(w)
		kid := n.kids()[i].without(w)
		if kid == n.kids()[i] {
			return n
		}
		return n.replace(i, kid)
	}
	bit := uint8(1) << (w % fanout)
	switch {
	case n.slots&bit == 0:
		return n
	case n.slots == bit:
		return nil
	}
	var array [fanout]V
	at := bits.OnesCount8(n.slots & (bit - 1))
	vals := append(append(array[:0], n.vals()[:at]...), n.vals()[at+1:]...)
	return newLeaf(n.prefix, n.slots&^bit, vals)
}

// All yields keys and values in ascending order of the keys.
func (m Map[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		m.root.each(func(w uint64, v V) bool { return yield(key[K](w), v) })
	}
}

func (n *node[V]) each(yield func(uint64, V) bool) bool {
	if n == nil {
		return true
	}
	if n.shift != 0 {
		for _, kid := range n.kids() {
			if !kid.each(yield) {
				return false
			}
		}
		return true
	}
	at := 0
	for rest := n.slots; rest != 0; rest &= rest - 1 {
		if !yield(n.prefix|uint64(bits.TrailingZeros8(rest)), n.vals()[at]) {
			return false
		}
		at++
	}
	return true
}
