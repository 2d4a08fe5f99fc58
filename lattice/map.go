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

// node covers the keys that agree with prefix except in the lowest shift+3
// bits. A leaf has shift 0 and a value for each bit of slots; a branch has a
// multiple of 3 and at least two children.
type node[V any] struct {
	prefix uint64
	size   uint32 // number of keys
	shift  uint8
	slots  uint8
	kids   *[fanout]*node[V] // nil in a leaf
	vals   []V
}

const (
	fanoutBits = 3
	fanout     = 1 << fanoutBits
)

// A branch and the array of its children, and a leaf and its values where they
// are one or all, are single objects: one allocation instead of two.
type (
	branchCell[V any] struct {
		node[V]
		array [fanout]*node[V]
	}
	oneCell[V any] struct {
		node[V]
		array [1]V
	}
	fullCell[V any] struct {
		node[V]
		array [fanout]V
	}
)

// newBranch takes the size from its caller, who knows it without looking into
// all the children: at most one or two of them are in the processor's cache.
func newBranch[V any](prefix uint64, shift uint8, size uint32, kids *[fanout]*node[V]) *node[V] {
	c := &branchCell[V]{array: *kids}
	c.prefix, c.shift, c.size, c.kids = prefix, shift, size, &c.array
	return &c.node
}

func (n *node[V]) len() uint32 {
	if n == nil {
		return 0
	}
	return n.size
}

// replace returns the branch n with another child.
func (n *node[V]) replace(slot uint8, kid *node[V]) *node[V] {
	kids := *n.kids
	kids[slot] = kid
	size := n.size - n.kids[slot].len() + kid.len()
	if kid == nil {
		return pack(n.prefix, n.shift, size, &kids)
	}
	return newBranch(n.prefix, n.shift, size, &kids)
}

// newLeaf copies vals, which has one value for each bit of slots.
func newLeaf[V any](prefix uint64, slots uint8, vals []V) *node[V] {
	var n *node[V]
	switch len(vals) {
	case 1:
		c := &oneCell[V]{array: [1]V(vals)}
		n, c.vals = &c.node, c.array[:]
	case fanout:
		c := &fullCell[V]{array: [fanout]V(vals)}
		n, c.vals = &c.node, c.array[:]
	default:
		n = &node[V]{vals: append(make([]V, 0, len(vals)), vals...)}
	}
	n.prefix, n.slots, n.size = prefix, slots, uint32(len(vals))
	return n
}

// below is the mask of the key bits that vary under a node of that shift.
func below(shift uint8) uint64 { return 1<<(shift+fanoutBits) - 1 }

func (n *node[V]) covers(word uint64) bool { return word&^below(n.shift) == n.prefix }

func (n *node[V]) slot(word uint64) uint8 { return uint8(word>>n.shift) % fanout }

// fork returns the branch over two nodes neither of which covers the other.
func fork[V any](a, b *node[V]) *node[V] {
	high := uint8(63 - bits.LeadingZeros64(a.prefix^b.prefix))
	shift := high / fanoutBits * fanoutBits
	prefix := a.prefix &^ below(shift)
	var kids [fanout]*node[V]
	kids[a.prefix>>shift%fanout] = a
	kids[b.prefix>>shift%fanout] = b
	return newBranch(prefix, shift, a.size+b.size, &kids)
}

// pack returns the canonical node for these children: none, the only one, or a
// branch.
func pack[V any](prefix uint64, shift uint8, size uint32, kids *[fanout]*node[V]) *node[V] {
	var only *node[V]
	for _, k := range kids {
		if k == nil {
			continue
		}
		if only != nil {
			return newBranch(prefix, shift, size, kids)
		}
		only = k
	}
	return only
}

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
	for n := m.root; n != nil; n = n.kids[n.slot(w)] {
		if n.shift != 0 {
			continue
		}
		bit := uint8(1) << (w % fanout)
		if w&^(fanout-1) != n.prefix || n.slots&bit == 0 {
			break
		}
		return n.vals[bits.OnesCount8(n.slots&(bit-1))], true
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
		return n.replace(i, n.kids[i].set(w, v))
	}
	var array [fanout]V
	at := bits.OnesCount8(n.slots & (bit - 1))
	vals := append(append(array[:0], n.vals[:at]...), v)
	if n.slots&bit != 0 {
		at++
	}
	return newLeaf(n.prefix, n.slots|bit, append(vals, n.vals[at:]...))
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
		kid := n.kids[i].without(w)
		if kid == n.kids[i] {
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
	vals := append(append(array[:0], n.vals[:at]...), n.vals[at+1:]...)
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
		for _, kid := range n.kids {
			if !kid.each(yield) {
				return false
			}
		}
		return true
	}
	at := 0
	for rest := n.slots; rest != 0; rest &= rest - 1 {
		if !yield(n.prefix|uint64(bits.TrailingZeros8(rest)), n.vals[at]) {
			return false
		}
		at++
	}
	return true
}
