package dictionary

import (
	"cmp"
	"fmt"

	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of maps with keys of type K and with values of another
// lattice, whose bottom stands for no value at all. Keys are compared with ==,
// which must be reflexive (no NaN).
type Domain[K cmp.Ordered, V any] struct {
	values lattice.Lattice[V]
	ops    lattice.Operators[V]
	limit  int
}

// New returns the lattice of maps in which widening names at most limit keys. It is
// an error if limit is negative.
func New[K cmp.Ordered, V any](values lattice.Lattice[V], limit int) (*Domain[K, V], error) {
	if limit < 0 {
		return nil, fmt.Errorf("maps with %d keys of their own: want none or more", limit)
	}
	return &Domain[K, V]{values, lattice.OperatorsOf[V](values), limit}, nil
}

func (d *Domain[K, V]) none(v V) bool { return d.values.Equal(v, d.values.Bottom()) }

// Bottom returns no map.
func (d *Domain[K, V]) Bottom() Map[K, V] { return Map[K, V]{else_: d.values.Bottom()} }

// Top returns all maps.
func (d *Domain[K, V]) Top() Map[K, V] {
	return Map[K, V]{else_: d.values.Top(), made: true, null: true}
}

// Empty is a map without keys that is not nil.
func (d *Domain[K, V]) Empty() Map[K, V] { return Map[K, V]{else_: d.values.Bottom(), made: true} }

// Nil is the nil map.
func (d *Domain[K, V]) Nil() Map[K, V] { return Map[K, V]{else_: d.values.Bottom(), null: true} }

// zip calls f with the entries of a and b at each key that either names, in
// ascending order, until f returns false.
func zip[K cmp.Ordered, V any](a, b Map[K, V], f func(k K, x, y entry[V]) bool) bool {
	for i, j := 0, 0; i < len(a.named) || j < len(b.named); {
		ok := true
		switch {
		case j == len(b.named) || i < len(a.named) && a.named[i].key < b.named[j].key:
			ok = f(a.named[i].key, a.named[i].entry, b.other())
			i++
		case i == len(a.named) || b.named[j].key < a.named[i].key:
			ok = f(b.named[j].key, a.other(), b.named[j].entry)
			j++
		default:
			ok = f(a.named[i].key, a.named[i].entry, b.named[j].entry)
			i++
			j++
		}
		if !ok {
			return false
		}
	}
	return true
}

// Leq reports whether b describes all maps that a does.
func (d *Domain[K, V]) Leq(a, b Map[K, V]) bool {
	if a.null && !b.null {
		return false
	}
	if !a.made || !b.made {
		return !a.made
	}
	return d.values.Leq(a.else_, b.else_) &&
		zip(a, b, func(_ K, x, y entry[V]) bool { return (!x.absent || y.absent) && d.values.Leq(x.value, y.value) })
}

// Equal reports whether a and b describe the same maps.
func (d *Domain[K, V]) Equal(a, b Map[K, V]) bool {
	if !a.made || !b.made {
		return a.made == b.made && a.null == b.null
	}
	return a.null == b.null && len(a.named) == len(b.named) && d.values.Equal(a.else_, b.else_) &&
		zip(a, b, func(_ K, x, y entry[V]) bool { return d.same(x, y) })
}

func (d *Domain[K, V]) same(x, y entry[V]) bool {
	return x.absent == y.absent && d.values.Equal(x.value, y.value)
}

// pointwise combines the entries of a and b, both of which may be made, and brings
// the result into its one form: no map is left if a key can neither be present nor
// absent.
func (d *Domain[K, V]) pointwise(a, b Map[K, V], null bool, op func(x, y V) V, absent func(x, y bool) bool) Map[K, V] {
	r := Map[K, V]{else_: op(a.else_, b.else_), made: true, null: null}
	possible := zip(a, b, func(k K, x, y entry[V]) bool {
		e := entry[V]{op(x.value, y.value), absent(x.absent, y.absent)}
		r.named = d.appended(r, k, e)
		return e.absent || !d.none(e.value)
	})
	if !possible {
		return d.unmade(null)
	}
	return r
}

func (d *Domain[K, V]) appended(r Map[K, V], k K, e entry[V]) []named[K, V] {
	if d.same(e, r.other()) {
		return r.named
	}
	return append(r.named, named[K, V]{k, e})
}

// unmade is nil, or bottom.
func (d *Domain[K, V]) unmade(null bool) Map[K, V] {
	return Map[K, V]{else_: d.values.Bottom(), null: null}
}

func or(x, y bool) bool  { return x || y }
func and(x, y bool) bool { return x && y }

// Join describes what either describes.
func (d *Domain[K, V]) Join(a, b Map[K, V]) Map[K, V] {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is; it allocates nothing where
// it is one.
func (d *Domain[K, V]) Merge(a, b Map[K, V]) (Map[K, V], lattice.Side) {
	if r, side := lattice.Larger(d, a, b); side != lattice.Neither {
		return r, side
	}
	return d.either(a, b, d.values.Join), lattice.Neither
}

// either is the join or widening of a and b, whose values op combines.
func (d *Domain[K, V]) either(a, b Map[K, V], op func(x, y V) V) Map[K, V] {
	null := a.null || b.null
	switch {
	case !a.made:
		b.null = null
		return b
	case !b.made:
		a.null = null
		return a
	}
	return d.pointwise(a, b, null, op, or)
}

// Meet describes what both describe.
func (d *Domain[K, V]) Meet(a, b Map[K, V]) Map[K, V] {
	switch {
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	}
	if !a.made || !b.made {
		return d.unmade(a.null && b.null)
	}
	return d.pointwise(a, b, a.null && b.null, d.values.Meet, and)
}

// Widen widens the values of each key, and no longer names keys if they are more
// than the limit.
func (d *Domain[K, V]) Widen(old, next Map[K, V]) Map[K, V] { return d.widen(old, next, d.ops.Widen) }

// WidenTo is Widen with thresholds for the values.
func (d *Domain[K, V]) WidenTo(old, next Map[K, V], thresholds []int64) Map[K, V] {
	return d.widen(old, next, func(x, y V) V { return d.ops.WidenTo(x, y, thresholds) })
}

func (d *Domain[K, V]) widen(old, next Map[K, V], op func(x, y V) V) Map[K, V] {
	if d.Leq(next, old) {
		return old
	}
	grown := func(x, y V) V {
		if d.values.Leq(y, x) {
			return x
		}
		return op(x, y)
	}
	r := d.either(old, next, grown)
	if len(r.named) <= d.limit {
		return r
	}
	for _, n := range r.named {
		r.else_ = grown(r.else_, n.value)
	}
	return Map[K, V]{else_: r.else_, made: r.made, null: r.null}
}

// Narrow narrows the values of each key that old names, and of all the others if
// next names none of them.
func (d *Domain[K, V]) Narrow(old, next Map[K, V]) Map[K, V] {
	if !old.made || !next.made {
		return d.Meet(old, next)
	}
	for _, n := range next.named {
		if _, ok := old.find(n.key); !ok {
			old.null = old.null && next.null
			return old
		}
	}
	return d.pointwise(old, next, old.null && next.null, d.ops.Narrow, and)
}
