package lattice

// Recycler is the ability of a state to be cloned into memory that another state
// has left, so that an engine need not allocate at every fork of a path.
type Recycler[S any] interface {
	// CloneInto is like Clone, but may use the memory of spare, a state that
	// nobody uses any more. It must leave alone what spare shares with others.
	CloneInto(spare S) S
}

// CloneInto returns a copy in the memory of spare.
func (d *Dense[V]) CloneInto(spare *Dense[V]) *Dense[V] {
	spare.values, spare.vals = d.values, append(spare.vals[:0], d.vals...)
	return spare
}
