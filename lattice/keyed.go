package lattice

import (
	"fmt"
	"iter"
	"strings"
)

// Keyed is an element of Maps. It is the entries of a map, or the one element of the lattice that no entries can
// express: top of a MayMap, bottom of a MustMap. The zero Keyed has no entries.
type Keyed[K Integer, V any] struct {
	entries Map[K, V]
	extreme extreme
}

// extreme says whether an element is one that no entries can express.
type extreme int8

const (
	below extreme = iota - 1 // bottom of a MustMap
	none
	above // top of a MayMap
)

// Entries returns the map of the keys that have a value of their own, and false for the element that has no entries.
func (e Keyed[K, V]) Entries() (Map[K, V], bool) { return e.entries, e.extreme == none }

// All yields the keys that have a value of their own, in ascending order.
func (e Keyed[K, V]) All() iter.Seq2[K, V] { return e.entries.All() }

// String is Format with the keys as fmt prints them.
func (e Keyed[K, V]) String() string { return e.Format(func(k K) string { return fmt.Sprint(k) }) }

// Format returns the entries in ascending order of the keys, such as {x: [0, 10], y: 3}, with names for the keys. It
// returns ⊥ or ⊤ for the element that has no entries.
func (e Keyed[K, V]) Format(name func(K) string) string {
	switch e.extreme {
	case below:
		return "⊥"
	case above:
		return "⊤"
	}
	var parts []string
	for k, v := range e.All() {
		parts = append(parts, name(k)+": "+show(v))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// MarshalJSON returns an object with the entries; null for bottom and "⊤" for top, if they have no entries.
func (e Keyed[K, V]) MarshalJSON() ([]byte, error) {
	switch e.extreme {
	case below:
		return []byte("null"), nil
	case above:
		return []byte(`"⊤"`), nil
	}
	return e.entries.MarshalJSON()
}

// MayMap returns the lattice of maps from keys to elements of another lattice in which an absent key is bottom: nothing
// has been seen of it yet. Joining unites the keys. It is the form of facts that may hold, gathered key by key: which
// threads reach a lock, what is stored at a location. An added top lies above all maps.
//
// Maps are ordered key by key, bottom is the empty map, and no entry is ever bottom. Widening and narrowing work key by
// key. They stabilise if the chain mentions finitely many keys, as the variables of a program are.
func MayMap[K Integer, V any](values Lattice[V]) *Maps[K, V] { return newMaps[K](values, true) }

// MustMap returns the lattice of maps from keys to elements of another lattice in which an absent key is top: nothing
// is known of it. Joining keeps only the keys that both operands know. It is the form of an abstract environment (what
// is known of each variable) and of facts that must hold. An added bottom lies below all maps, for a point that is not
// reached.
//
// Maps are ordered key by key, top is the empty map, and no entry is ever top. An entry may be bottom without making
// the whole map bottom: the lattice is the function space. What an impossible value says about the whole state is for
// the domain to decide. Widening works key by key and needs no bound on the keys, since keys only vanish; narrowing
// stabilises if the chain mentions finitely many keys.
func MustMap[K Integer, V any](values Lattice[V]) *Maps[K, V] { return newMaps[K](values, false) }

// Maps is a lattice of maps from keys to elements of another lattice. A key that has none stands for the element
// absent. Entries that equal absent are never stored. The two are mirror images: where one goes up, the other goes
// down.
type Maps[K Integer, V any] struct {
	may       bool // absent is bottom, and not top
	values    *algebra[V]
	absent    func(V) bool
	join      Combine[V]
	meet      Combine[V]
	narrow    Combine[V]
	flippedLe func(a, b V) bool
}

func newMaps[K Integer, V any](values Lattice[V], may bool) *Maps[K, V] {
	a := newAlgebra(values)
	m := &Maps[K, V]{may: may, values: a}
	absent := values.Top()
	if may {
		absent = values.Bottom()
	}
	m.absent = func(v V) bool { return a.Equal(v, absent) }
	m.join = m.dropping(a.Merge)
	m.meet = m.dropping(a.meetSide)
	m.narrow = m.dropping(a.narrowSide)
	m.flippedLe = func(x, y V) bool { return a.Leq(y, x) }
	return m
}

// dropping leaves absent values out of the result.
func (m *Maps[K, V]) dropping(f Combine[V]) Combine[V] {
	return func(a, b V) (V, Side) {
		v, side := f(a, b)
		if side == Neither && m.absent(v) {
			return v, Drop
		}
		return v, side
	}
}

// widening asks for a widening only where next adds something, so that shared parts may be passed over.
func (m *Maps[K, V]) widening(widen func(old, next V) V) Combine[V] {
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

// up combines what lies below the result: a MayMap unites the keys, a MustMap keeps the common ones.
func (m *Maps[K, V]) up(a, b Keyed[K, V], f Combine[V]) (Keyed[K, V], Side) {
	if m.may {
		return m.unite(a, b, f)
	}
	return m.common(a, b, f)
}

// down combines what lies above the result.
func (m *Maps[K, V]) down(a, b Keyed[K, V], f Combine[V]) (Keyed[K, V], Side) {
	if m.may {
		return m.common(a, b, f)
	}
	return m.unite(a, b, f)
}

// unite has the keys of both; the extreme element stays what it is.
func (m *Maps[K, V]) unite(a, b Keyed[K, V], f Combine[V]) (Keyed[K, V], Side) {
	switch {
	case a.extreme != none && b.extreme != none:
		return a, Both
	case a.extreme != none:
		return a, Left
	case b.extreme != none:
		return b, Right
	}
	r, side := a.entries.Merge(b.entries, f)
	return Keyed[K, V]{entries: r}, side
}

// common has the keys that both have; the extreme element gives way to the other.
func (m *Maps[K, V]) common(a, b Keyed[K, V], f Combine[V]) (Keyed[K, V], Side) {
	switch {
	case a.extreme != none && b.extreme != none:
		return a, Both
	case a.extreme != none:
		return b, Right
	case b.extreme != none:
		return a, Left
	}
	r, side := a.entries.Intersect(b.entries, f)
	return Keyed[K, V]{entries: r}, side
}

// Bottom returns the least element: of a MayMap the empty map, of a MustMap the element below all maps.
func (m *Maps[K, V]) Bottom() Keyed[K, V] {
	if m.may {
		return Keyed[K, V]{}
	}
	return Keyed[K, V]{extreme: below}
}

// Top returns the greatest element: of a MayMap the element above all maps, of a MustMap the empty map.
func (m *Maps[K, V]) Top() Keyed[K, V] {
	if m.may {
		return Keyed[K, V]{extreme: above}
	}
	return Keyed[K, V]{}
}

// Get returns the value at k. Where it is absent it is bottom in a MayMap and top in a MustMap; in the extreme element
// it is the other one.
func (m *Maps[K, V]) Get(e Keyed[K, V], k K) V {
	if v, ok := e.entries.Get(k); ok {
		return v
	}
	if m.may == (e.extreme != none) {
		return m.values.Top()
	}
	return m.values.Bottom()
}

// Set returns e with v at k. The extreme element stays what it is: what is not reached remains so, and what may be
// anything is over-approximated.
func (m *Maps[K, V]) Set(e Keyed[K, V], k K, v V) Keyed[K, V] {
	switch old, ok := e.entries.Get(k); {
	case e.extreme != none:
		return e
	case m.absent(v):
		return Keyed[K, V]{entries: e.entries.Delete(k)}
	case ok && m.values.Equal(old, v):
		return e
	}
	return Keyed[K, V]{entries: e.entries.Set(k, v)}
}

// Leq reports whether the value of a lies below that of b at each key.
func (m *Maps[K, V]) Leq(a, b Keyed[K, V]) bool {
	switch {
	case a.extreme != none || b.extreme != none:
		return b.extreme == above || a.extreme == below
	case m.may:
		return a.entries.Leq(b.entries, m.values.Leq)
	}
	return b.entries.Leq(a.entries, m.flippedLe)
}

// Equal reports whether both have equal entries.
func (m *Maps[K, V]) Equal(a, b Keyed[K, V]) bool {
	return a.extreme == b.extreme && a.entries.Equal(b.entries, m.values.Equal)
}

// Join joins the values at each key.
func (m *Maps[K, V]) Join(a, b Keyed[K, V]) Keyed[K, V] {
	r, _ := m.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is. It allocates nothing if it is one.
func (m *Maps[K, V]) Merge(a, b Keyed[K, V]) (Keyed[K, V], Side) { return m.up(a, b, m.join) }

// Meet meets the values at each key.
func (m *Maps[K, V]) Meet(a, b Keyed[K, V]) Keyed[K, V] {
	r, _ := m.down(a, b, m.meet)
	return r
}

// Widen widens the values of common keys. A key that only next has was not iterated yet: a MayMap takes its first value
// as it is.
func (m *Maps[K, V]) Widen(old, next Keyed[K, V], thresholds ...int64) Keyed[K, V] {
	r, _ := m.up(old, next, m.dropping(m.widening(func(old, next V) V {
		return m.values.Widen(old, next, thresholds...)
	})))
	return r
}

// Narrow narrows the values of common keys. A MayMap drops the keys that next lacks, and a MustMap takes what next
// knows of keys of which old knows nothing.
func (m *Maps[K, V]) Narrow(old, next Keyed[K, V]) Keyed[K, V] {
	r, _ := m.down(old, next, m.narrow)
	return r
}
