package lattice

import (
	"math/bits"
	"unsafe"
)

// node is a subtree with at least one key. It is the head of a leaf or of a
// branch. A leaf has at most leafMax keys and a shift of 0. A branch has more
// keys, and covers those that agree with its prefix except in the lowest
// shift+3 bits. Its shift is a positive multiple of 3.
//
// The rest of the object follows its head, as a first field and an enclosing
// struct do in memory; only branch, keys and vals, below, rely on that. The
// alternative without unsafe is slice headers and pointers in every node. They
// are more to allocate and more to mark for the collector, which is what a merge
// of large maps spends its time on.
type node[K Integer, V any] struct {
	size   uint32 // number of keys
	shift  uint8
	valsAt uint8 // distance of the values of a leaf from its head, in bytes
}

const (
	fanoutBits = 3
	fanout     = 1 << fanoutBits

	// leafMax is the size of the largest leaf, and at least fanout, so that the
	// keys under a branch vary in more than their lowest three bits.
	leafMax = fanout
)

// valsAt must hold the distance from a leaf's head over leafMax keys of 8 bytes.
const _ = uint8(8 + 8*leafMax)

// branch has at least two children, each with the keys that have the same three
// bits above shift.
type branch[K Integer, V any] struct {
	node[K, V]
	prefix uint64
	kids   [fanout]*node[K, V]
}

// leaf holds at most as many keys as Keys, an array of K, has places, and their
// values in Vals, an array of V. The keys ascend, and each has its value at the
// same index. Leaves come in five sizes. Where neither keys nor values hold
// pointers the collector does not look into a leaf.
type leaf[K Integer, V, Keys, Vals any] struct {
	node[K, V]
	keys Keys
	vals Vals
}

func (n *node[K, V]) branch() *branch[K, V] { return (*branch[K, V])(unsafe.Pointer(n)) }

// keys returns the keys of a leaf: leaves of all sizes keep them at the same
// place, after the head.
func (n *node[K, V]) keys() []K {
	return unsafe.Slice(&(*leaf[K, V, [1]K, [1]V])(unsafe.Pointer(n)).keys[0], n.size)
}

// vals returns the values of a leaf.
func (n *node[K, V]) vals() []V {
	return unsafe.Slice((*V)(unsafe.Add(unsafe.Pointer(n), n.valsAt)), n.size)
}

// newLeaf copies at most leafMax keys, which ascend, and their values.
func newLeaf[K Integer, V any](keys []K, vals []V) *node[K, V] {
	n := blankLeaf[K, V](len(keys))
	copy(n.keys(), keys)
	copy(n.vals(), vals)
	return n
}

// blankLeaf returns a leaf whose keys and values are still to be filled in.
func blankLeaf[K Integer, V any](size int) *node[K, V] {
	var n *node[K, V]
	switch {
	case size == 1:
		n = leafFor[K, V, [1]K, [1]V]()
	case size == 2:
		n = leafFor[K, V, [2]K, [2]V]()
	case size <= 4:
		n = leafFor[K, V, [4]K, [4]V]()
	case size <= 6:
		n = leafFor[K, V, [6]K, [6]V]()
	default:
		n = leafFor[K, V, [leafMax]K, [leafMax]V]()
	}
	n.size = uint32(size)
	return n
}

func leafFor[K Integer, V, Keys, Vals any]() *node[K, V] {
	l := &leaf[K, V, Keys, Vals]{}
	l.valsAt = uint8(unsafe.Offsetof(l.vals))
	return &l.node
}

// build returns the node of these keys, which ascend, and their values.
func build[K Integer, V any](keys []K, vals []V) *node[K, V] {
	switch {
	case len(keys) == 0:
		return nil
	case len(keys) <= leafMax:
		return newLeaf(keys, vals)
	}
	b := newBranch[K, V](word(keys[0]), word(keys[len(keys)-1]))
	b.size = uint32(len(keys))
	for len(keys) > 0 {
		slot, n := b.slot(word(keys[0])), 1
		for n < len(keys) && b.slot(word(keys[n])) == slot {
			n++
		}
		b.kids[slot] = build(keys[:n], vals[:n])
		keys, vals = keys[n:], vals[n:]
	}
	return &b.node
}

// newBranch returns an empty branch that covers both words, in different slots.
func newBranch[K Integer, V any](v, w uint64) *branch[K, V] {
	high := uint8(63 - bits.LeadingZeros64(v^w))
	b := &branch[K, V]{}
	b.shift = high / fanoutBits * fanoutBits
	b.prefix = v &^ b.below()
	return b
}

// fork returns the branch over two nodes with more than leafMax keys together,
// where neither node covers keys of the other.
func fork[K Integer, V any](a, b *node[K, V]) *node[K, V] {
	v, w := a.someWord(), b.someWord()
	n := newBranch[K, V](v, w)
	n.size = a.size + b.size
	n.kids[n.slot(v)] = a
	n.kids[n.slot(w)] = b
	return &n.node
}

// someWord returns a word that the node covers.
func (n *node[K, V]) someWord() uint64 {
	if n.shift != 0 {
		return n.branch().prefix
	}
	return word(n.keys()[0])
}

func (n *node[K, V]) len() uint32 {
	if n == nil {
		return 0
	}
	return n.size
}

// below is the mask of the key bits that vary under a branch.
func (b *branch[K, V]) below() uint64 { return 1<<(b.shift+fanoutBits) - 1 }

func (b *branch[K, V]) covers(word uint64) bool { return word&^b.below() == b.prefix }

func (b *branch[K, V]) slot(word uint64) uint8 { return uint8(word>>b.shift) % fanout }

// replace returns the node that has another child in one slot. Its size follows
// from those of the old child and the new; the other children may not be in the
// processor's cache.
func (b *branch[K, V]) replace(slot uint8, kid *node[K, V]) *node[K, V] {
	r := *b
	r.kids[slot] = kid
	r.size += kid.len() - b.kids[slot].len()
	return r.canonical()
}

// canonical returns the node for the size and the children of b, which need not
// be enough for a branch. The node is none, a leaf, the only child, or a new
// branch.
func (b *branch[K, V]) canonical() *node[K, V] {
	if b.size <= leafMax {
		return b.leaf()
	}
	var only *node[K, V]
	for _, kid := range b.kids {
		if kid == nil {
			continue
		}
		if only != nil {
			return b.copied()
		}
		only = kid
	}
	return only
}

// copied returns a new branch. The children are assigned one by one: while the
// collector marks, that costs less than to copy them at once.
func (b *branch[K, V]) copied() *node[K, V] {
	k := &b.kids
	r := &branch[K, V]{b.node, b.prefix, [fanout]*node[K, V]{k[0], k[1], k[2], k[3], k[4], k[5], k[6], k[7]}}
	return &r.node
}

// leaf gathers the keys of children that have at most leafMax together.
func (b *branch[K, V]) leaf() *node[K, V] {
	var r entries[K, V]
	for _, kid := range b.kids {
		switch {
		case kid == nil:
		case kid.size == b.size:
			return kid
		default:
			r.addAll(kid.keys(), kid.vals())
		}
	}
	return r.node()
}

// entries gathers keys, which ascend, and their values on the stack: at most as
// many as two leaves have.
type entries[K Integer, V any] struct {
	size int
	keys [2 * leafMax]K
	vals [2 * leafMax]V
}

func (e *entries[K, V]) add(k K, v V) {
	e.keys[e.size], e.vals[e.size] = k, v
	e.size++
}

func (e *entries[K, V]) addAll(keys []K, vals []V) {
	copy(e.keys[e.size:], keys)
	copy(e.vals[e.size:], vals)
	e.size += len(keys)
}

func (e *entries[K, V]) node() *node[K, V] { return build(e.keys[:e.size], e.vals[:e.size]) }
