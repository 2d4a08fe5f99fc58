package lattice

import "iter"

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
// Maps", ML Workshop 1998). A branch takes three bits of the key instead of
// one. A leaf stands wherever no more than eight keys would be in a subtree.
// The shape depends on the keys alone and not on how the map came about, so
// equal maps have equal shapes. Two maps are compared and merged by one walk
// over both, which passes over what is the same subtree in memory. The cost of
// a merge is proportional to what differs, not to what there is.
//
// Keys are visited in ascending order everywhere.
type Map[K Integer, V any] struct{ root *node[K, V] }

// word maps keys to words in an order-preserving way: the sign bit of signed
// keys is flipped.
func word[K Integer](k K) uint64 {
	var zero K
	if zero-1 < zero {
		return uint64(k) ^ 1<<63
	}
	return uint64(k)
}

// Len returns the number of keys, in constant time.
func (m Map[K, V]) Len() int { return int(m.root.len()) }

// Get returns the value at k and whether there is one.
func (m Map[K, V]) Get(k K) (V, bool) {
	if v := m.root.get(k); v != nil {
		return *v, true
	}
	var zero V
	return zero, false
}

// get returns where the value at k is kept, or nil.
func (n *node[K, V]) get(k K) *V {
	for w := word(k); n != nil; {
		if n.shift == 0 {
			if at, found := n.find(k); found {
				return &n.vals()[at]
			}
			break
		}
		b := n.branch()
		n = b.kids[b.slot(w)]
	}
	return nil
}

// find returns the index of k in a leaf, or where it would stand.
func (n *node[K, V]) find(k K) (int, bool) {
	keys := n.keys()
	for i, x := range keys {
		if x >= k {
			return i, x == k
		}
	}
	return len(keys), false
}

// Set returns the map with v at k.
func (m Map[K, V]) Set(k K, v V) Map[K, V] { return Map[K, V]{m.root.set(k, v)} }

func (n *node[K, V]) set(k K, v V) *node[K, V] {
	if n == nil {
		return newLeaf([]K{k}, []V{v})
	}
	if n.shift != 0 {
		b, w := n.branch(), word(k)
		if !b.covers(w) {
			return fork(n, newLeaf([]K{k}, []V{v}))
		}
		slot := b.slot(w)
		r := *b
		r.kids[slot] = b.kids[slot].set(k, v)
		r.size += r.kids[slot].size - b.kids[slot].len()
		return r.copied()
	}
	at, found := n.find(k)
	if found {
		r := newLeaf(n.keys(), n.vals())
		r.vals()[at] = v
		return r
	}
	if n.size < leafMax {
		r := blankLeaf[K, V](int(n.size) + 1)
		spread(r.keys(), n.keys(), at, k)
		spread(r.vals(), n.vals(), at, v)
		return r
	}
	var keys [leafMax + 1]K
	var vals [leafMax + 1]V
	spread(keys[:], n.keys(), at, k)
	spread(vals[:], n.vals(), at, v)
	return build(keys[:], vals[:])
}

// spread copies src to dst with x inserted.
func spread[T any](dst, src []T, at int, x T) {
	copy(dst, src[:at])
	dst[at] = x
	copy(dst[at+1:], src[at:])
}

// Delete returns the map without k; the map itself if k is not in it.
func (m Map[K, V]) Delete(k K) Map[K, V] { return Map[K, V]{m.root.without(k)} }

func (n *node[K, V]) without(k K) *node[K, V] {
	if n == nil {
		return nil
	}
	if n.shift != 0 {
		b, w := n.branch(), word(k)
		if !b.covers(w) {
			return n
		}
		slot := b.slot(w)
		kid := b.kids[slot].without(k)
		if kid == b.kids[slot] {
			return n
		}
		return b.replace(slot, kid)
	}
	at, found := n.find(k)
	if !found {
		return n
	}
	if n.size == 1 {
		return nil
	}
	r := blankLeaf[K, V](int(n.size) - 1)
	copy(r.keys()[copy(r.keys(), n.keys()[:at]):], n.keys()[at+1:])
	copy(r.vals()[copy(r.vals(), n.vals()[:at]):], n.vals()[at+1:])
	return r
}

// All yields keys and values in ascending order of the keys.
func (m Map[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) { m.root.each(yield) }
}

func (n *node[K, V]) each(yield func(K, V) bool) bool {
	switch {
	case n == nil:
		return true
	case n.shift != 0:
		for _, kid := range n.branch().kids {
			if !kid.each(yield) {
				return false
			}
		}
		return true
	}
	vals := n.vals()
	for i, k := range n.keys() {
		if !yield(k, vals[i]) {
			return false
		}
	}
	return true
}
