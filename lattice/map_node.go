package lattice

import (
	"math/bits"
	"unsafe"
)

// node covers the keys that agree with prefix except in the lowest shift+3
// bits. It is the head of a branch, whose shift is a multiple of 3, or of a
// leaf, whose shift is 0. A branch has at least two children. A leaf has a value
// for each bit of slots.
//
// The rest of the object follows its head, as a first field and an enclosing
// struct do in memory; only kids and vals, below, rely on that. The alternative
// without unsafe is a slice header and a pointer in every node. It allocates a
// third more, and because the collector's work grows with that, a merge of large
// maps takes 1.3 to 1.5 times the processor time.
type node[V any] struct {
	prefix uint64
	size   uint32 // number of keys
	shift  uint8
	slots  uint8
}

const (
	fanoutBits = 3
	fanout     = 1 << fanoutBits
)

type branch[V any] struct {
	node[V]
	kids [fanout]*node[V]
}

// Leaves come in four sizes.
type (
	leaf1[V any] struct {
		node[V]
		vals [1]V
	}
	leaf2[V any] struct {
		node[V]
		vals [2]V
	}
	leaf4[V any] struct {
		node[V]
		vals [4]V
	}
	leaf8[V any] struct {
		node[V]
		vals [8]V
	}
)

// kids returns the children of a branch.
func (n *node[V]) kids() *[fanout]*node[V] {
	return &(*branch[V])(unsafe.Pointer(n)).kids
}

// vals returns the values of a leaf: leaves of all sizes keep them at the same
// place, after the head.
func (n *node[V]) vals() []V {
	first := &(*leaf1[V])(unsafe.Pointer(n)).vals[0]
	return unsafe.Slice(first, bits.OnesCount8(n.slots))
}

// newLeaf copies vals, which has one value for each bit of slots.
func newLeaf[V any](prefix uint64, slots uint8, vals []V) *node[V] {
	head := node[V]{prefix: prefix, size: uint32(len(vals)), slots: slots}
	switch {
	case len(vals) == 1:
		return &(&leaf1[V]{head, [1]V(vals)}).node
	case len(vals) == 2:
		return &(&leaf2[V]{head, [2]V(vals)}).node
	case len(vals) <= 4:
		n := &leaf4[V]{node: head}
		copy(n.vals[:], vals)
		return &n.node
	}
	n := &leaf8[V]{node: head}
	copy(n.vals[:], vals)
	return &n.node
}

// newBranch takes the size from its caller, who knows it without looking into
// all the children: at most one or two of them are in the processor's cache.
func newBranch[V any](prefix uint64, shift uint8, size uint32, kids *[fanout]*node[V]) *node[V] {
	return &(&branch[V]{node[V]{prefix: prefix, size: size, shift: shift}, *kids}).node
}

func (n *node[V]) len() uint32 {
	if n == nil {
		return 0
	}
	return n.size
}

// replace returns the branch n with another child.
func (n *node[V]) replace(slot uint8, kid *node[V]) *node[V] {
	kids := *n.kids()
	kids[slot] = kid
	size := n.size - n.kids()[slot].len() + kid.len()
	if kid == nil {
		return pack(n.prefix, n.shift, size, &kids)
	}
	return newBranch(n.prefix, n.shift, size, &kids)
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
