package environment

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Values tells a Sparse how keys are ordered and values are joined. It is a type
// without data, of which the zero value is used.
type Values[K, V any] interface {
	// Compare orders keys.
	Compare(a, b K) int
	// Rest is the value of each key that is not stored: bottom where joins unite keys, top
	// where they intersect keys, or a value in between.
	Rest() V
	// Equal reports whether values are the same.
	Equal(a, b V) bool
	// Join is the join of two values. It is one of them if it can be.
	Join(a, b V) V
}

// Sparse is an environment of which few keys have a value of their own, such as the
// registers of a function. It is a slice in the order of the keys, changed in place.
// The zero Sparse gives Rest to every key.
//
// A checker's state has a Sparse for a field. The operations that a checker is asked
// for are made of those here: Clone, CloneInto, Merge, and DropRegisters of Drop.
type Sparse[K, V any, D Values[K, V]] struct{ entries []entry[K, V] }

type entry[K, V any] struct {
	key   K
	value V
}

// Len returns the number of keys that are stored.
func (s *Sparse[K, V, D]) Len() int { return len(s.entries) }

// All yields the keys that are stored, in order, with their values.
func (s *Sparse[K, V, D]) All() iter.Seq2[K, V] { return s.From(0) }

// From yields what All does, from the i-th key on; see Find.
func (s *Sparse[K, V, D]) From(i int) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, e := range s.entries[i:] {
			if !yield(e.key, e.value) {
				return
			}
		}
	}
}

// Find returns how many keys are stored before k, and whether k is stored.
func (s *Sparse[K, V, D]) Find(k K) (int, bool) {
	var d D
	lo, hi := 0, len(s.entries)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		switch c := d.Compare(s.entries[mid].key, k); {
		case c < 0:
			lo = mid + 1
		case c > 0:
			hi = mid
		default:
			return mid, true
		}
	}
	return lo, false
}

// Get returns the value of k.
func (s *Sparse[K, V, D]) Get(k K) V {
	if len(s.entries) > 0 {
		if i, ok := s.Find(k); ok {
			return s.entries[i].value
		}
	}
	var d D
	return d.Rest()
}

// Set gives k the value v.
func (s *Sparse[K, V, D]) Set(k K, v V) {
	var d D
	i, ok := s.Find(k)
	switch isRest := d.Equal(v, d.Rest()); {
	case ok && isRest:
		s.entries = slices.Delete(s.entries, i, i+1)
	case ok:
		s.entries[i].value = v
	case !isRest:
		s.entries = slices.Insert(s.entries, i, entry[K, V]{k, v})
	}
}

// Update gives each key that is stored the value that f makes of its own, which is not
// Rest.
func (s *Sparse[K, V, D]) Update(f func(K, V) V) {
	for i := range s.entries {
		e := &s.entries[i]
		e.value = f(e.key, e.value)
	}
}

// Forget gives the keys from first up to next, without next, the value Rest.
func (s *Sparse[K, V, D]) Forget(first, next K) {
	if len(s.entries) > 0 {
		i, _ := s.Find(first)
		j, _ := s.Find(next)
		s.entries = slices.Delete(s.entries, i, max(i, j))
	}
}

// Drop gives the keys for which gone is true the value Rest.
func (s *Sparse[K, V, D]) Drop(gone func(K, V) bool) {
	s.entries = slices.DeleteFunc(s.entries, func(e entry[K, V]) bool { return gone(e.key, e.value) })
}

// Clone returns a copy.
func (s *Sparse[K, V, D]) Clone() Sparse[K, V, D] { return Sparse[K, V, D]{slices.Clone(s.entries)} }

// CloneInto makes spare a copy, in its own memory.
func (s *Sparse[K, V, D]) CloneInto(spare *Sparse[K, V, D]) {
	spare.entries = append(spare.entries[:0], s.entries...)
}

// Both calls f for the keys that either stores, in order, with the values that they
// have in s and in other, until f returns false. It reports whether f never did.
func (s *Sparse[K, V, D]) Both(other *Sparse[K, V, D], f func(k K, a, b V) bool) bool {
	var d D
	rest, a, b := d.Rest(), s.entries, other.entries
	for len(a) > 0 || len(b) > 0 {
		c := 0
		switch {
		case len(b) == 0:
			c = -1
		case len(a) == 0:
			c = 1
		default:
			c = d.Compare(a[0].key, b[0].key)
		}
		ok := false
		switch {
		case c < 0:
			ok, a = f(a[0].key, a[0].value, rest), a[1:]
		case c > 0:
			ok, b = f(b[0].key, rest, b[0].value), b[1:]
		default:
			ok, a, b = f(a[0].key, a[0].value, b[0].value), a[1:], b[1:]
		}
		if !ok {
			return false
		}
	}
	return true
}

// Merge joins other into s, key by key, and reports whether s grew.
func (s *Sparse[K, V, D]) Merge(other *Sparse[K, V, D]) (grew bool) {
	var d D
	rest, i := d.Rest(), 0
	join := func(b V) { // into the i-th entry, which it passes
		v := d.Join(s.entries[i].value, b)
		switch {
		case d.Equal(v, s.entries[i].value):
			i++
		case d.Equal(v, rest):
			s.entries, grew = slices.Delete(s.entries, i, i+1), true
		default:
			s.entries[i].value, grew = v, true
			i++
		}
	}
	for _, e := range other.entries {
		c := 1
		for i < len(s.entries) {
			if c = d.Compare(s.entries[i].key, e.key); c >= 0 {
				break
			}
			join(rest)
		}
		if i < len(s.entries) && c == 0 {
			join(e.value)
		} else if v := d.Join(rest, e.value); !d.Equal(v, rest) {
			s.entries, grew = slices.Insert(s.entries, i, entry[K, V]{e.key, v}), true
			i++
		}
	}
	for i < len(s.entries) {
		join(rest)
	}
	return grew
}

// Leq reports whether the value of each key lies below the one in other.
func (s *Sparse[K, V, D]) Leq(other *Sparse[K, V, D]) bool {
	var d D
	return s.Both(other, func(_ K, a, b V) bool { return d.Equal(d.Join(a, b), b) })
}

// Equal reports whether each key has the same value in both.
func (s *Sparse[K, V, D]) Equal(other *Sparse[K, V, D]) bool {
	var d D
	return slices.EqualFunc(s.entries, other.entries, func(a, b entry[K, V]) bool {
		return d.Compare(a.key, b.key) == 0 && d.Equal(a.value, b.value)
	})
}

// String is such as {r1: a, r2: b}.
func (s *Sparse[K, V, D]) String() string {
	var b strings.Builder
	b.WriteByte('{')
	for i, e := range s.entries {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%v: %v", e.key, e.value)
	}
	b.WriteByte('}')
	return b.String()
}
