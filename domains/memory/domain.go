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

// Memory is what is known of the memory at a point of a program; see the package
// comment. It never changes. Its first part is what the variables hold, and ⊥ if the
// point is not reached; its second part is what the fields of the objects hold. The zero
// Memory is Empty.
type Memory[V any] = lattice.Pair[frame[V], heap[V]]

// Domain is the lattice of memories that hold values of type V, variable by variable
// and field by field. Build it once, with New, and use it for all memories of an
// analysis.
type Domain[V any] struct {
	lattice.Product[frame[V], heap[V]]
	values Values[V]
	frames *lattice.Maps[pointer.Var, V]
	heaps  *lattice.Maps[pointer.Object, record[V]]
	fields records[V]
}

type (
	frame[V any] = lattice.Keyed[pointer.Var, V]
	heap[V any]  = lattice.Keyed[pointer.Object, record[V]]
)

// New returns the lattice of memories that hold such values.
func New[V any](values Values[V]) *Domain[V] {
	var able lattice.Lattice[V] = values
	if p, ok := values.(plain[V]); ok {
		able = p.Lattice
	}
	d := &Domain[V]{values: values, frames: lattice.MustMap[pointer.Var](able), fields: newRecords(able)}
	d.heaps = lattice.MayMap[pointer.Object](lattice.Lattice[record[V]](d.fields))
	d.Product = lattice.NewProduct[frame[V], heap[V]](d.frames, d.heaps)
	return d
}

// Empty returns the memory without objects, of whose variables nothing is known.
func (d *Domain[V]) Empty() Memory[V] { return Memory[V]{} }

// Reached reports whether m describes a memory: whether it is anything but bottom.
func (d *Domain[V]) Reached(m Memory[V]) bool {
	_, reached := m.First.Entries()
	return reached
}
