package lattice

// MustMap is the lattice of maps from keys to elements of another lattice in
// which an absent key is top: nothing is known of it. Joining keeps only the
// keys that both operands know. It is the form of an abstract environment
// (what is known of each variable) and of facts that must hold, with an added
// bottom below all maps for a point that is not reached.
//
// Maps are ordered key by key, top is the empty map, and no entry is ever top.
// An entry may be bottom without making the whole map bottom: the lattice is the
// function space, and what an impossible value says about the whole state is for
// the domain to decide. Widening works key by key and needs no bound on the keys,
// since keys only vanish; narrowing stabilises if the chain mentions finitely
// many keys.
type MustMap[K Integer, V any] struct{ *keyed[K, V] }

// NewMustMap returns the lattice of maps to elements of values.
func NewMustMap[K Integer, V any](values Lattice[V]) MustMap[K, V] {
	return MustMap[K, V]{newKeyed[K](values, values.Top())}
}

// Bottom returns the element below all maps, which has no value at any key.
func (l MustMap[K, V]) Bottom() Keyed[K, V] { return Keyed[K, V]{extreme: true} }

// Top returns the empty map.
func (l MustMap[K, V]) Top() Keyed[K, V] { return Keyed[K, V]{} }

// Get returns the value at k: top if it is absent, bottom in the bottom element.
func (l MustMap[K, V]) Get(e Keyed[K, V], k K) V {
	return l.get(e, k, l.values.Top(), l.values.Bottom())
}

// Set returns e with v at k. The bottom element stays what it is: what is not
// reached remains so.
func (l MustMap[K, V]) Set(e Keyed[K, V], k K, v V) Keyed[K, V] { return l.set(e, k, v) }

// Leq reports whether a has all keys of b, with values below.
func (l MustMap[K, V]) Leq(a, b Keyed[K, V]) bool {
	if a.extreme || b.extreme {
		return a.extreme
	}
	return b.entries.Leq(a.entries, l.flippedLe)
}

// Equal reports whether both have equal entries.
func (l MustMap[K, V]) Equal(a, b Keyed[K, V]) bool { return l.equal(a, b) }

// Join keeps the common keys and joins their values.
func (l MustMap[K, V]) Join(a, b Keyed[K, V]) Keyed[K, V] {
	r, _ := l.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is. It allocates nothing if
// it is one.
func (l MustMap[K, V]) Merge(a, b Keyed[K, V]) (Keyed[K, V], Side) {
	return l.intersect(a, b, l.join)
}

func (l MustMap[K, V]) intersect(a, b Keyed[K, V], f Combine[V]) (Keyed[K, V], Side) {
	switch {
	case a.extreme && b.extreme:
		return a, Both
	case a.extreme:
		return b, Right
	case b.extreme:
		return a, Left
	}
	m, side := a.entries.IntersectSide(b.entries, f)
	return Keyed[K, V]{entries: m}, side
}

// Meet unites the keys and meets the values of common ones.
func (l MustMap[K, V]) Meet(a, b Keyed[K, V]) Keyed[K, V] {
	if a.extreme || b.extreme {
		return l.Bottom()
	}
	return Keyed[K, V]{entries: a.entries.Merge(b.entries, l.meet)}
}

// Widen keeps the common keys and widens their values.
func (l MustMap[K, V]) Widen(old, next Keyed[K, V]) Keyed[K, V] {
	r, _ := l.intersect(old, next, l.widen)
	return r
}

// WidenTo is Widen with thresholds for every value.
func (l MustMap[K, V]) WidenTo(old, next Keyed[K, V], thresholds []int64) Keyed[K, V] {
	r, _ := l.intersect(old, next, l.wideningTo(thresholds))
	return r
}

// Narrow takes what next knows of keys of which old knows nothing, and narrows
// the values of common keys.
func (l MustMap[K, V]) Narrow(old, next Keyed[K, V]) Keyed[K, V] {
	if old.extreme || next.extreme {
		return l.Meet(old, next)
	}
	return Keyed[K, V]{entries: old.entries.Merge(next.entries, l.narrow)}
}
