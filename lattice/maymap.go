package lattice

// MayMap is the lattice of maps from keys to elements of another lattice in
// which an absent key is bottom: nothing has been seen of it yet. Joining unites
// the keys. It is the form of facts that may hold, gathered key by key (which
// threads reach a lock, what is stored at a location), with an added top above
// all maps.
//
// Maps are ordered key by key, bottom is the empty map, and no entry is ever
// bottom. Widening and narrowing work key by key. They stabilise if the chain
// mentions finitely many keys, as the variables of a program are.
type MayMap[K Integer, V any] struct{ *keyed[K, V] }

// NewMayMap returns the lattice of maps to elements of values.
func NewMayMap[K Integer, V any](values Lattice[V]) MayMap[K, V] {
	return MayMap[K, V]{newKeyed[K](values, values.Bottom())}
}

// Bottom returns the empty map.
func (l MayMap[K, V]) Bottom() Keyed[K, V] { return Keyed[K, V]{} }

// Top returns the element above all maps, which has every value at every key.
func (l MayMap[K, V]) Top() Keyed[K, V] { return Keyed[K, V]{extreme: true} }

// Get returns the value at k: bottom if it is absent, top in the top element.
func (l MayMap[K, V]) Get(e Keyed[K, V], k K) V {
	return l.get(e, k, l.values.Bottom(), l.values.Top())
}

// Set returns e with v at k. The top element stays what it is, which
// over-approximates.
func (l MayMap[K, V]) Set(e Keyed[K, V], k K, v V) Keyed[K, V] { return l.set(e, k, v) }

// Leq reports whether each entry of a lies below that of b.
func (l MayMap[K, V]) Leq(a, b Keyed[K, V]) bool {
	if a.extreme || b.extreme {
		return b.extreme
	}
	return a.entries.Leq(b.entries, l.values.Leq)
}

// Equal reports whether both have equal entries.
func (l MayMap[K, V]) Equal(a, b Keyed[K, V]) bool { return l.equal(a, b) }

// Join unites the keys and joins the values of common ones.
func (l MayMap[K, V]) Join(a, b Keyed[K, V]) Keyed[K, V] {
	r, _ := l.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is. It allocates nothing if
// it is one.
func (l MayMap[K, V]) Merge(a, b Keyed[K, V]) (Keyed[K, V], Side) {
	return l.unite(a, b, l.join)
}

func (l MayMap[K, V]) unite(a, b Keyed[K, V], f Combine[V]) (Keyed[K, V], Side) {
	switch {
	case a.extreme && b.extreme:
		return a, Both
	case a.extreme:
		return a, Left
	case b.extreme:
		return b, Right
	}
	m, side := a.entries.MergeSide(b.entries, f)
	return Keyed[K, V]{entries: m}, side
}

// Meet keeps the common keys and meets their values.
func (l MayMap[K, V]) Meet(a, b Keyed[K, V]) Keyed[K, V] {
	switch {
	case a.extreme:
		return b
	case b.extreme:
		return a
	}
	return Keyed[K, V]{entries: a.entries.Intersect(b.entries, l.meet)}
}

// Widen unites the keys and widens the values of common ones. An absent key has
// not been iterated yet: its first value is taken as it is.
func (l MayMap[K, V]) Widen(old, next Keyed[K, V]) Keyed[K, V] {
	r, _ := l.unite(old, next, l.widen)
	return r
}

// WidenTo is Widen with thresholds for every value.
func (l MayMap[K, V]) WidenTo(old, next Keyed[K, V], thresholds []int64) Keyed[K, V] {
	r, _ := l.unite(old, next, l.wideningTo(thresholds))
	return r
}

// Narrow drops the keys that next lacks and narrows the values of the others;
// the top element gives way to next.
func (l MayMap[K, V]) Narrow(old, next Keyed[K, V]) Keyed[K, V] {
	if old.extreme || next.extreme {
		return l.Meet(old, next)
	}
	return Keyed[K, V]{entries: old.entries.Intersect(next.entries, l.narrow)}
}
