package environment

import (
	"fmt"
	"iter"

	"github.com/seed38182bad/parallax/lattice"
)

// Env is an element of Domain: what is known of each variable. It never changes.
// The zero Env is bottom.
type Env[K lattice.Integer, V any] struct {
	known   lattice.Keyed[K, V]
	reached bool
}

// Reached reports whether e is anything but bottom.
func (e Env[K, V]) Reached() bool { return e.reached }

// Entries returns the variables of which something is known, with their values.
// Bottom and top have none.
func (e Env[K, V]) Entries() lattice.Map[K, V] {
	m, _ := e.known.Entries()
	return m
}

// All yields the variables of which something is known, in ascending order.
func (e Env[K, V]) All() iter.Seq2[K, V] { return e.Entries().All() }

// Domain is the lattice of environments over a lattice of values.
type Domain[K lattice.Integer, V any] struct {
	values lattice.Lattice[V]
	bottom V
	top    V
	must   lattice.MustMap[K, V]
}

// New returns the environments in which variables have these values. It is an error
// if the bottom of the values is their top.
func New[K lattice.Integer, V any](values lattice.Lattice[V]) (Domain[K, V], error) {
	bottom, top := values.Bottom(), values.Top()
	if values.Equal(bottom, top) {
		return Domain[K, V]{}, fmt.Errorf("values whose bottom and top are both %v: want two that differ", top)
	}
	return Domain[K, V]{values, bottom, top, lattice.NewMustMap[K](values)}, nil
}

// Bottom returns the environment of a point that is not reached.
func (d Domain[K, V]) Bottom() Env[K, V] { return Env[K, V]{} }

// Top returns the environment in which nothing is known.
func (d Domain[K, V]) Top() Env[K, V] { return Env[K, V]{reached: true} }

// Leq reports whether a describes no assignment that b does not.
func (d Domain[K, V]) Leq(a, b Env[K, V]) bool {
	return !a.reached || b.reached && d.must.Leq(a.known, b.known)
}

// Equal reports whether every variable has equal values.
func (d Domain[K, V]) Equal(a, b Env[K, V]) bool {
	return a.reached == b.reached && d.must.Equal(a.known, b.known)
}

// Join keeps the common variables and joins their values.
func (d Domain[K, V]) Join(a, b Env[K, V]) Env[K, V] {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is. It allocates nothing if
// it is one.
func (d Domain[K, V]) Merge(a, b Env[K, V]) (Env[K, V], lattice.Side) {
	switch {
	case !a.reached && !b.reached:
		return a, lattice.Both
	case !a.reached:
		return b, lattice.Right
	case !b.reached:
		return a, lattice.Left
	}
	known, side := d.must.Merge(a.known, b.known)
	return Env[K, V]{known, true}, side
}

// Meet unites the variables and meets the values of common ones.
func (d Domain[K, V]) Meet(a, b Env[K, V]) Env[K, V] {
	if !a.reached || !b.reached {
		return Env[K, V]{}
	}
	return d.settle(a, b, d.must.Meet(a.known, b.known))
}

// settle returns the environment of known, which came of a and b: the operand
// itself if it is one, and bottom if a variable can have no value. It looks at
// those variables only that differ from a.
func (d Domain[K, V]) settle(a, b Env[K, V], known lattice.Keyed[K, V]) Env[K, V] {
	r := Env[K, V]{known, true}
	switch m := r.Entries(); {
	case m.Same(a.Entries()):
		return a
	case m.Same(b.Entries()):
		return b
	}
	for _, change := range a.Entries().Diff(r.Entries(), d.values.Equal) {
		if change.Has && d.impossible(change.After) {
			return Env[K, V]{}
		}
	}
	return r
}

func (d Domain[K, V]) impossible(v V) bool { return d.values.Equal(v, d.bottom) }

// Widen keeps the common variables and widens their values. If one of the
// operands is bottom, it is the other one.
func (d Domain[K, V]) Widen(old, next Env[K, V]) Env[K, V] {
	if !old.reached || !next.reached {
		return d.Join(old, next)
	}
	return Env[K, V]{d.must.Widen(old.known, next.known), true}
}

// WidenTo is Widen with thresholds for every value.
func (d Domain[K, V]) WidenTo(old, next Env[K, V], thresholds []int64) Env[K, V] {
	if !old.reached || !next.reached {
		return d.Join(old, next)
	}
	return Env[K, V]{d.must.WidenTo(old.known, next.known, thresholds), true}
}

// Narrow takes what next knows of variables of which old knows nothing, and
// narrows the values of common ones. It stabilises if a chain mentions finitely
// many variables, as a program does.
func (d Domain[K, V]) Narrow(old, next Env[K, V]) Env[K, V] {
	if !old.reached || !next.reached {
		return Env[K, V]{}
	}
	return d.settle(old, next, d.must.Narrow(old.known, next.known))
}

// Hash numbers environments, by the values if these can be hashed and otherwise
// by the variables alone.
func (d Domain[K, V]) Hash(e Env[K, V]) uint64 {
	if !e.reached {
		return 0
	}
	return ^d.must.Hash(e.known)
}
