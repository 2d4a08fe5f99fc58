package lattice

import (
	"iter"
	"slices"
)

// Denses resolves the abilities of values, and returns what makes states of n
// variables that all have the value v.
func Denses[V any](values Lattice[V]) func(n int, v V) *Dense[V] {
	able := newAlgebra(values)
	return func(n int, v V) *Dense[V] { return &Dense[V]{able, slices.Repeat([]V{v}, n)} }
}

// Dense is a state of n variables, numbered from 0, kept in a slice and changed
// in place. Below some dozens of variables it beats every tree: no pointers are
// followed, and merging allocates nothing. States that are merged must
// have the same number of variables. It is Mergeable, and has widening,
// thresholds and narrowing as far as the values have them.
type Dense[V any] struct {
	values *algebra[V]
	vals   []V
}

// Len returns the number of variables.
func (d *Dense[V]) Len() int { return len(d.vals) }

// Get returns the value of variable i.
func (d *Dense[V]) Get(i int) V { return d.vals[i] }

// Set gives variable i the value v.
func (d *Dense[V]) Set(i int, v V) { d.vals[i] = v }

// All yields the variables in ascending order with their values.
func (d *Dense[V]) All() iter.Seq2[int, V] { return slices.All(d.vals) }

// Clone returns a copy.
func (d *Dense[V]) Clone() *Dense[V] { return &Dense[V]{d.values, slices.Clone(d.vals)} }

// CloneInto returns a copy in the memory of spare.
func (d *Dense[V]) CloneInto(spare *Dense[V]) *Dense[V] {
	spare.values, spare.vals = d.values, append(spare.vals[:0], d.vals...)
	return spare
}

// Leq reports whether every variable lies below that of other.
func (d *Dense[V]) Leq(other *Dense[V]) bool {
	for i, v := range d.vals {
		if !d.values.Leq(v, other.vals[i]) {
			return false
		}
	}
	return true
}

// Equal reports whether all variables have equal values.
func (d *Dense[V]) Equal(other *Dense[V]) bool {
	return slices.EqualFunc(d.vals, other.vals, d.values.Equal)
}

// Merge joins each variable, in place.
func (d *Dense[V]) Merge(other *Dense[V]) (*Dense[V], bool) {
	grew := false
	ours := d.vals
	theirs := other.vals[:len(ours)]
	merging := d.values.merging
	for i := range ours {
		v, side := merging.Merge(ours[i], theirs[i])
		if side&Left == 0 {
			ours[i] = v
			grew = true
		}
	}
	return d, grew
}

// Widen widens the variables to which next adds something, in place.
func (d *Dense[V]) Widen(next *Dense[V], thresholds ...int64) (*Dense[V], bool) {
	grew := false
	for i, old := range d.vals {
		if v := next.vals[i]; !d.values.Leq(v, old) {
			d.vals[i] = d.values.Widen(old, v, thresholds...)
			grew = true
		}
	}
	return d, grew
}

// Narrow narrows each variable, in place.
func (d *Dense[V]) Narrow(next *Dense[V]) (*Dense[V], bool) {
	changed := false
	for i, old := range d.vals {
		if v := d.values.Narrow(old, next.vals[i]); !d.values.Equal(v, old) {
			d.vals[i] = v
			changed = true
		}
	}
	return d, changed
}
