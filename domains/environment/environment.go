package environment

import (
	"fmt"

	"github.com/seed38182bad/parallax/lattice"
)

// Env is an element of Domain: what is known of each variable. It never changes. The
// zero Env is top.
type Env[K lattice.Integer, V any] = lattice.Keyed[K, V]

// Domain is the lattice of environments over a lattice of values. Order, join and
// widening are those of lattice.MustMap. Its operations on bottom give bottom.
type Domain[K lattice.Integer, V any] struct {
	*lattice.Maps[K, V]
	values lattice.Lattice[V]
}

// New returns the environments in which variables have these values. It is an error
// if the bottom of the values is their top.
func New[K lattice.Integer, V any](values lattice.Lattice[V]) (Domain[K, V], error) {
	if top := values.Top(); values.Equal(values.Bottom(), top) {
		return Domain[K, V]{}, fmt.Errorf("values whose bottom and top are both %v: want two that differ", top)
	}
	return Domain[K, V]{lattice.MustMap[K](values), values}, nil
}

// Reached reports whether e is anything but bottom.
func (d Domain[K, V]) Reached(e Env[K, V]) bool {
	_, reached := e.Entries()
	return reached
}

// Meet unites the variables and meets the values of common ones.
func (d Domain[K, V]) Meet(a, b Env[K, V]) Env[K, V] { return d.settle(a, b, d.Maps.Meet(a, b)) }

// Narrow takes what next knows of variables of which old knows nothing, and
// narrows the values of common ones. It stabilises if a chain mentions finitely
// many variables, as a program does.
func (d Domain[K, V]) Narrow(old, next Env[K, V]) Env[K, V] {
	return d.settle(old, next, d.Maps.Narrow(old, next))
}

// settle returns r, which came of a and b, or bottom if a variable can have no value.
// It looks at those variables only that differ from a.
func (d Domain[K, V]) settle(a, b, r Env[K, V]) Env[K, V] {
	before, _ := a.Entries()
	after, reached := r.Entries()
	if other, _ := b.Entries(); !reached || after.Same(other) {
		return r
	}
	for _, change := range before.Diff(after, d.values.Equal) {
		if change.Has && d.impossible(change.After) {
			return d.Bottom()
		}
	}
	return r
}

func (d Domain[K, V]) impossible(v V) bool { return d.values.Equal(v, d.values.Bottom()) }
