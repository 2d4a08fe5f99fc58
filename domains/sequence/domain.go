package sequence

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of sequences of elements of another lattice, whose bottom
// stands for no value at all.
type Domain[V any] struct {
	values lattice.Lattice[V]
	ops    lattice.Operators[V]
	limit  int64
}

// New returns the lattice of sequences that keeps the elements at the first limit
// indices one by one. It is an error if limit is negative.
func New[V any](values lattice.Lattice[V], limit int) (*Domain[V], error) {
	if limit < 0 {
		return nil, fmt.Errorf("sequences with %d elements of their own: want none or more", limit)
	}
	return &Domain[V]{values, lattice.OperatorsOf[V](values), int64(limit)}, nil
}

// build makes the reduced sequence with a length from lo to hi, the element elem(i)
// at each index that is kept, and rest at the others.
func (d *Domain[V]) build(lo, hi int64, elem func(i int64) V, rest V) Sequence[V] {
	none := d.values.Bottom()
	if d.values.Equal(rest, none) {
		hi = min(hi, d.limit)
	}
	if lo = max(lo, 0); lo > hi {
		return Sequence[V]{}
	}
	s := Sequence[V]{lo: lo, hi: hi, rest: none, some: true}
	for i := range min(hi, d.limit) {
		v := elem(i)
		if d.values.Equal(v, none) {
			s.hi = i
			break
		}
		s.elems = append(s.elems, v)
	}
	if s.lo > s.hi {
		return Sequence[V]{}
	}
	if s.hi > d.limit {
		s.rest = rest
	}
	return s
}

// at is the element at index i: bottom where there is none.
func (d *Domain[V]) at(s Sequence[V], i int64) V {
	switch {
	case i < int64(len(s.elems)):
		return s.elems[i]
	case i < s.hi:
		return s.rest
	}
	return d.values.Bottom()
}

// rest is the summary of the elements that are not kept one by one.
func (d *Domain[V]) rest(s Sequence[V]) V { return d.at(s, d.limit) }

// Bottom returns no sequence.
func (d *Domain[V]) Bottom() Sequence[V] { return Sequence[V]{} }

// Top returns all sequences.
func (d *Domain[V]) Top() Sequence[V] {
	top := d.values.Top()
	return d.build(0, unbounded, func(int64) V { return top }, top)
}

// Leq reports whether b describes all sequences that a does.
func (d *Domain[V]) Leq(a, b Sequence[V]) bool {
	if !a.some || !b.some {
		return !a.some
	}
	if a.lo < b.lo || b.hi < a.hi {
		return false
	}
	for i, v := range a.elems {
		if !d.values.Leq(v, b.elems[i]) {
			return false
		}
	}
	return !a.hasRest() || d.values.Leq(a.rest, b.rest)
}

// Equal reports whether a and b describe the same sequences.
func (d *Domain[V]) Equal(a, b Sequence[V]) bool {
	if !a.some || !b.some {
		return a.some == b.some
	}
	if a.lo != b.lo || a.hi != b.hi {
		return false
	}
	for i, v := range a.elems {
		if !d.values.Equal(v, b.elems[i]) {
			return false
		}
	}
	return !a.hasRest() || d.values.Equal(a.rest, b.rest)
}

// Join describes what either describes.
func (d *Domain[V]) Join(a, b Sequence[V]) Sequence[V] {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is; it allocates nothing where
// it is one.
func (d *Domain[V]) Merge(a, b Sequence[V]) (Sequence[V], lattice.Side) {
	if r, side := lattice.Larger(d, a, b); side != lattice.Neither {
		return r, side
	}
	return d.pointwise(a, b, min(a.lo, b.lo), max(a.hi, b.hi), d.values.Join), lattice.Neither
}

func (d *Domain[V]) pointwise(a, b Sequence[V], lo, hi int64, op func(x, y V) V) Sequence[V] {
	return d.build(lo, hi, func(i int64) V { return op(d.at(a, i), d.at(b, i)) }, op(d.rest(a), d.rest(b)))
}

// Meet describes what both describe.
func (d *Domain[V]) Meet(a, b Sequence[V]) Sequence[V] {
	switch {
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	}
	return d.pointwise(a, b, max(a.lo, b.lo), min(a.hi, b.hi), d.values.Meet)
}

// Widen gives up a bound of the length that does not hold of next, and widens the
// elements.
func (d *Domain[V]) Widen(old, next Sequence[V]) Sequence[V] {
	return d.widen(old, next, nil, d.ops.Widen)
}

// WidenTo is Widen with thresholds, for the length and for the elements.
func (d *Domain[V]) WidenTo(old, next Sequence[V], thresholds []int64) Sequence[V] {
	return d.widen(old, next, thresholds, func(x, y V) V { return d.ops.WidenTo(x, y, thresholds) })
}

func (d *Domain[V]) widen(old, next Sequence[V], thresholds []int64, op func(x, y V) V) Sequence[V] {
	if !old.some || !next.some {
		return d.Join(old, next)
	}
	lo, hi, _ := interval.Domain{}.WidenTo(old.Len(), next.Len(), thresholds).Int64Bounds()
	return d.pointwise(old, next, lo, hi, func(x, y V) V {
		if d.values.Leq(y, x) {
			return x
		}
		return op(x, y)
	})
}

// Narrow takes an upper bound of the length from next where old has none, and
// narrows the elements.
func (d *Domain[V]) Narrow(old, next Sequence[V]) Sequence[V] {
	if !old.some || !next.some {
		return d.Meet(old, next)
	}
	hi := old.hi
	if hi == unbounded {
		hi = next.hi
	}
	return d.pointwise(old, next, old.lo, hi, d.ops.Narrow)
}
