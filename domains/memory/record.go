package memory

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/pointer"
	"github.com/seed38182bad/parallax/lattice"
)

// record is what the fields of an object hold: those that are named, in ascending
// order, and the rest, each of which holds the same. No named field holds what the
// rest does.
type record[V any] struct {
	rest  V
	named []field[V]
}

type field[V any] struct {
	name  pointer.Field
	value V
}

func (r record[V]) find(f pointer.Field) (int, bool) {
	for i := range r.named {
		if r.named[i].name >= f {
			return i, r.named[i].name == f
		}
	}
	return len(r.named), false
}

func (r record[V]) get(f pointer.Field) V {
	if i, ok := r.find(f); ok {
		return r.named[i].value
	}
	return r.rest
}

// zip calls f with what a and b have for each field that either names, until f
// returns false.
func zip[V any](a, b record[V], f func(name pointer.Field, x, y V) bool) bool {
	for i, j := 0, 0; i < len(a.named) || j < len(b.named); {
		ok := true
		switch {
		case j == len(b.named) || i < len(a.named) && a.named[i].name < b.named[j].name:
			ok = f(a.named[i].name, a.named[i].value, b.rest)
			i++
		case i == len(a.named) || b.named[j].name < a.named[i].name:
			ok = f(b.named[j].name, a.rest, b.named[j].value)
			j++
		default:
			ok = f(a.named[i].name, a.named[i].value, b.named[j].value)
			i++
			j++
		}
		if !ok {
			return false
		}
	}
	return true
}

// records is the lattice of records, field by field. It keeps to one form for each
// element, so that its chains are those of the values times the fields that a
// program names.
type records[V any] struct {
	values lattice.Lattice[V]
	ops    lattice.Operators[V]
}

func newRecords[V any](values lattice.Lattice[V]) records[V] {
	return records[V]{values, lattice.OperatorsOf[V](values)}
}

func (l records[V]) Bottom() record[V] { return record[V]{rest: l.values.Bottom()} }
func (l records[V]) Top() record[V]    { return record[V]{rest: l.values.Top()} }

func (l records[V]) Leq(a, b record[V]) bool {
	return l.values.Leq(a.rest, b.rest) &&
		zip(a, b, func(_ pointer.Field, x, y V) bool { return l.values.Leq(x, y) })
}

func (l records[V]) Equal(a, b record[V]) bool {
	return len(a.named) == len(b.named) && l.values.Equal(a.rest, b.rest) &&
		zip(a, b, func(_ pointer.Field, x, y V) bool { return l.values.Equal(x, y) })
}

func (l records[V]) Join(a, b record[V]) record[V] {
	r, _ := l.Merge(a, b)
	return r
}

func (l records[V]) Merge(a, b record[V]) (record[V], lattice.Side) {
	_, side := l.ops.Merge(a.rest, b.rest)
	zip(a, b, func(_ pointer.Field, x, y V) bool {
		_, s := l.ops.Merge(x, y)
		side &= s
		return side != lattice.Neither
	})
	switch {
	case side&lattice.Left != 0:
		return a, side
	case side == lattice.Right:
		return b, side
	}
	return l.combine(a, b, l.values.Join), lattice.Neither
}

func (l records[V]) Meet(a, b record[V]) record[V] {
	switch {
	case l.Leq(a, b):
		return a
	case l.Leq(b, a):
		return b
	}
	return l.combine(a, b, l.values.Meet)
}

func (l records[V]) Widen(old, next record[V], thresholds ...int64) record[V] {
	return l.combine(old, next, func(x, y V) V { return l.ops.Widen(x, y, thresholds...) })
}

func (l records[V]) Narrow(old, next record[V]) record[V] { return l.combine(old, next, l.ops.Narrow) }

func (l records[V]) combine(a, b record[V], op func(x, y V) V) record[V] {
	r := record[V]{rest: op(a.rest, b.rest), named: make([]field[V], 0, max(len(a.named), len(b.named)))}
	zip(a, b, func(name pointer.Field, x, y V) bool {
		r.named = l.appended(r, name, op(x, y))
		return true
	})
	return r
}

func (l records[V]) appended(r record[V], name pointer.Field, v V) []field[V] {
	if l.values.Equal(v, r.rest) {
		return r.named
	}
	return append(r.named, field[V]{name, v})
}

// set returns r with v at f.
func (l records[V]) set(r record[V], f pointer.Field, v V) record[V] {
	at, found := r.find(f)
	isRest := l.values.Equal(v, r.rest)
	switch {
	case found && l.values.Equal(v, r.named[at].value), !found && isRest:
		return r
	case found && isRest:
		r.named = slices.Delete(slices.Clone(r.named), at, at+1)
	case found:
		r.named = slices.Clone(r.named)
		r.named[at].value = v
	default:
		r.named = slices.Insert(slices.Clip(r.named), at, field[V]{f, v})
	}
	return r
}

// mapped returns r with f applied to each value, and whether that changes any; r
// itself if not.
func (l records[V]) mapped(r record[V], f func(V) V) (record[V], bool) {
	if l.unchanged(r, f) {
		return r, false
	}
	s := record[V]{rest: f(r.rest)}
	for _, x := range r.named {
		s.named = l.appended(s, x.name, f(x.value))
	}
	return s, true
}

func (l records[V]) unchanged(r record[V], f func(V) V) bool {
	for _, x := range r.named {
		if !l.values.Equal(f(x.value), x.value) {
			return false
		}
	}
	return l.values.Equal(f(r.rest), r.rest)
}

// any is the join of what the fields hold.
func (l records[V]) any(r record[V]) V {
	v := r.rest
	for _, x := range r.named {
		v = l.values.Join(v, x.value)
	}
	return v
}
