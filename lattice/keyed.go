package lattice

// Keyed is an element of MayMap and MustMap: the entries of a map, or the one
// element of the lattice that no entries can express (top of a MayMap, bottom of
// a MustMap). The zero Keyed has no entries.
type Keyed[K Integer, V any] struct {
	entries Map[K, V]
	extreme bool
}

// Entries returns the map of the keys that have a value of their own, and
// false for the element that has no entries.
func (e Keyed[K, V]) Entries() (Map[K, V], bool) { return e.entries, !e.extreme }

// keyed is what MayMap and MustMap have in common: a map from keys to elements
// of values, in which a key that has none stands for the element absent, and
// entries that equal it are never stored.
type keyed[K Integer, V any] struct {
	values    *algebra[V]
	absent    func(V) bool
	join      Combine[V]
	meet      Combine[V]
	widen     Combine[V]
	narrow    Combine[V]
	flippedLe func(a, b V) bool
}

func newKeyed[K Integer, V any](values Lattice[V], absent V) *keyed[K, V] {
	a := newAlgebra(values)
	m := &keyed[K, V]{values: a}
	m.absent = func(v V) bool { return a.Equal(v, absent) }
	m.join = m.dropping(a.Merge)
	m.meet = m.dropping(a.meetSide)
	m.widen = m.dropping(m.widening(a.Widen))
	m.narrow = m.dropping(a.narrowSide)
	m.flippedLe = func(x, y V) bool { return a.Leq(y, x) }
	return m
}

// dropping leaves absent values out of the result.
func (m *keyed[K, V]) dropping(f Combine[V]) Combine[V] {
	return func(a, b V) (V, Side) {
		v, side := f(a, b)
		if side == Neither && m.absent(v) {
			return v, Drop
		}
		return v, side
	}
}

// widening asks for a widening only where next adds something, so that shared
// parts may be passed over.
func (m *keyed[K, V]) widening(widen func(old, next V) V) Combine[V] {
	return func(old, next V) (V, Side) {
		if m.values.Leq(next, old) {
			if m.values.Equal(next, old) {
				return old, Both
			}
			return old, Left
		}
		return m.values.side(widen(old, next), old, next)
	}
}

func (m *keyed[K, V]) wideningTo(thresholds []int64) Combine[V] {
	return m.dropping(m.widening(func(old, next V) V {
		return m.values.WidenTo(old, next, thresholds)
	}))
}

func (m *keyed[K, V]) equal(a, b Keyed[K, V]) bool {
	return a.extreme == b.extreme && a.entries.Equal(b.entries, m.values.Equal)
}

// get takes the value that stands for all keys of the extreme element.
func (m *keyed[K, V]) get(e Keyed[K, V], k K, absent, extreme V) V {
	if e.extreme {
		return extreme
	}
	if v, ok := e.entries.Get(k); ok {
		return v
	}
	return absent
}

func (m *keyed[K, V]) set(e Keyed[K, V], k K, v V) Keyed[K, V] {
	switch old, ok := e.entries.Get(k); {
	case e.extreme:
		return e
	case m.absent(v):
		return Keyed[K, V]{entries: e.entries.Delete(k)}
	case ok && m.values.Equal(old, v):
		return e
	}
	return Keyed[K, V]{entries: e.entries.Set(k, v)}
}
