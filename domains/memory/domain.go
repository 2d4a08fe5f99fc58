package memory

import (
	"github.com/seed38182bad/parallax/domains/pointer"
	"github.com/seed38182bad/parallax/lattice"
)

// Values is the lattice of what variables and fields hold. pointer.Domain is one;
// values that are not only pointers take their pointers along.
type Values[V any] interface {
	lattice.Lattice[V]

	// Pointers is what v may point to. A value that holds no pointers points
	// nowhere. It is monotone.
	Pointers(v V) pointer.Set

	// Age is v with all its pointers aged, as by pointer.Set.Age. It is monotone.
	Age(v V, s pointer.Site) V
}

// NoPointers makes Values of a lattice whose elements hold no pointers.
func NoPointers[V any](values lattice.Lattice[V]) Values[V] { return plain[V]{values} }

type plain[V any] struct{ lattice.Lattice[V] }

func (plain[V]) Pointers(V) pointer.Set    { return pointer.Set{} }
func (plain[V]) Age(v V, _ pointer.Site) V { return v }

// Domain is the lattice of memories that hold values of type V. Build it once,
// with New, and use it for all memories of an analysis.
type Domain[V any] struct {
	values Values[V]
	frames lattice.MustMap[pointer.Var, V]
	heaps  lattice.MayMap[pointer.Object, record[V]]
	fields records[V]
}

// New returns the lattice of memories that hold such values.
func New[V any](values Values[V]) *Domain[V] {
	var able lattice.Lattice[V] = values
	if p, ok := values.(plain[V]); ok {
		able = p.Lattice
	}
	fields := newRecords(able)
	return &Domain[V]{
		values: values,
		frames: lattice.NewMustMap[pointer.Var](able),
		heaps:  lattice.NewMayMap[pointer.Object](lattice.Lattice[record[V]](fields)),
		fields: fields,
	}
}

// Memory is what is known of the memory at a point of a program; see the package
// comment. It never changes.
type Memory[V any] struct {
	frame   lattice.Keyed[pointer.Var, V]
	heap    lattice.Keyed[pointer.Object, record[V]]
	reached bool
}

// IsBottom reports whether m describes no memory: the point is not reached.
func (m Memory[V]) IsBottom() bool { return !m.reached }

// Empty returns the memory without objects, of whose variables nothing is known.
func (d *Domain[V]) Empty() Memory[V] { return Memory[V]{reached: true} }

// Bottom returns the memory of a point that is not reached.
func (d *Domain[V]) Bottom() Memory[V] { return Memory[V]{} }

// Top returns the memory of which nothing is known.
func (d *Domain[V]) Top() Memory[V] {
	return Memory[V]{frame: d.frames.Top(), heap: d.heaps.Top(), reached: true}
}

// Leq reports whether b describes all that a does, variable by variable and field
// by field.
func (d *Domain[V]) Leq(a, b Memory[V]) bool {
	return !a.reached || b.reached && d.frames.Leq(a.frame, b.frame) && d.heaps.Leq(a.heap, b.heap)
}

// Equal reports whether a and b know the same.
func (d *Domain[V]) Equal(a, b Memory[V]) bool {
	return a.reached == b.reached && d.frames.Equal(a.frame, b.frame) && d.heaps.Equal(a.heap, b.heap)
}

// Join keeps what holds of both: the objects of either, and the variables that
// both know.
func (d *Domain[V]) Join(a, b Memory[V]) Memory[V] {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is; it allocates nothing where
// it is one.
func (d *Domain[V]) Merge(a, b Memory[V]) (Memory[V], lattice.Side) {
	switch {
	case a.reached && b.reached:
	case a.reached:
		return a, lattice.Left
	case b.reached:
		return b, lattice.Right
	default:
		return a, lattice.Both
	}
	frame, x := d.frames.Merge(a.frame, b.frame)
	heap, y := d.heaps.Merge(a.heap, b.heap)
	switch side := x & y; {
	case side&lattice.Left != 0:
		return a, side
	case side == lattice.Right:
		return b, side
	}
	return Memory[V]{frame, heap, true}, lattice.Neither
}

// Meet keeps what either knows.
func (d *Domain[V]) Meet(a, b Memory[V]) Memory[V] {
	switch {
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	}
	return Memory[V]{d.frames.Meet(a.frame, b.frame), d.heaps.Meet(a.heap, b.heap), true}
}

// Widen widens the values of each variable and field.
func (d *Domain[V]) Widen(old, next Memory[V]) Memory[V] {
	if !old.reached || !next.reached {
		return d.Join(old, next)
	}
	return Memory[V]{d.frames.Widen(old.frame, next.frame), d.heaps.Widen(old.heap, next.heap), true}
}

// WidenTo is Widen with thresholds for every value.
func (d *Domain[V]) WidenTo(old, next Memory[V], thresholds []int64) Memory[V] {
	if !old.reached || !next.reached {
		return d.Join(old, next)
	}
	return Memory[V]{
		d.frames.WidenTo(old.frame, next.frame, thresholds),
		d.heaps.WidenTo(old.heap, next.heap, thresholds), true}
}

// Narrow narrows the values of each variable and field, and drops the objects that
// next lacks.
func (d *Domain[V]) Narrow(old, next Memory[V]) Memory[V] {
	if !old.reached || !next.reached {
		return d.Meet(old, next)
	}
	return Memory[V]{d.frames.Narrow(old.frame, next.frame), d.heaps.Narrow(old.heap, next.heap), true}
}
