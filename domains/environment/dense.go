package environment

import (
	"fmt"
	"iter"
	"strconv"

	"github.com/seed38182bad/parallax/lattice"
)

// Denses makes dense environments over a lattice of values.
type Denses[V any] struct {
	values lattice.Lattice[V]
	bottom V
	top    V
	of     lattice.Denses[V]
}

// NewDenses returns a maker of environments whose variables have these values. It is
// an error if the bottom of the values is their top.
func NewDenses[V any](values lattice.Lattice[V]) (*Denses[V], error) {
	bottom, top, err := ends(values)
	if err != nil {
		return nil, err
	}
	return &Denses[V]{values, bottom, top, lattice.NewDenses(values)}, nil
}

// Top returns the environment in which nothing is known of n variables. It is an
// error if n is negative.
func (m *Denses[V]) Top(n int) (*Dense[V], error) { return m.all(n, m.top, true) }

// Bottom returns the environment of n variables at a point that is not reached.
// It is an error if n is negative.
func (m *Denses[V]) Bottom(n int) (*Dense[V], error) { return m.all(n, m.top, false) }

func (m *Denses[V]) all(n int, v V, reached bool) (*Dense[V], error) {
	if n < 0 {
		return nil, fmt.Errorf("an environment of %d variables: want zero or more", n)
	}
	return &Dense[V]{m, m.of.Of(n, v), reached}, nil
}

// Dense is an environment of variables numbered from 0, kept in a slice and
// changed in place. It implements lattice.Mergeable and has widening, thresholds
// and narrowing as far as the values have them.
//
// A variable that an environment does not have is one of which nothing can be
// known: Get gives top and Set has no effect but that of an impossible value. So
// environments of different numbers of variables can be merged and compared too;
// the result has the variables of the receiver, or of the other one if the
// receiver is bottom.
type Dense[V any] struct {
	of      *Denses[V]
	vars    *lattice.Dense[V] // anything if not reached
	reached bool
}

// Len returns the number of variables.
func (d *Dense[V]) Len() int { return d.vars.Len() }

// Reached reports whether d is anything but bottom.
func (d *Dense[V]) Reached() bool { return d.reached }

// All yields the variables of which something is known, in ascending order.
// There are none in bottom.
func (d *Dense[V]) All() iter.Seq2[int, V] {
	return func(yield func(int, V) bool) {
		for i, v := range d.vars.All() {
			if d.reached && !d.of.values.Equal(v, d.of.top) && !yield(i, v) {
				return
			}
		}
	}
}

// Get returns the value of variable i, which is bottom where nothing is reached.
func (d *Dense[V]) Get(i int) V {
	switch {
	case !d.reached:
		return d.of.bottom
	case uint(i) < uint(d.vars.Len()):
		return d.vars.Get(i)
	}
	return d.of.top
}

// Set is the assignment i := v. An impossible v makes the environment bottom, and
// bottom stays bottom.
func (d *Dense[V]) Set(i int, v V) {
	switch {
	case !d.reached:
	case d.of.values.Equal(v, d.of.bottom):
		d.reached = false
	case uint(i) < uint(d.vars.Len()):
		d.vars.Set(i, v)
	}
}

// Refine is a condition on variable i, of which f says what it leaves of a value.
// What remains lies below what was known, whatever f returns; if nothing remains,
// the environment is bottom.
func (d *Dense[V]) Refine(i int, f func(V) V) {
	old := d.Get(i)
	d.Set(i, d.of.values.Meet(old, f(old)))
}

// Forget lets variable i have any value.
func (d *Dense[V]) Forget(i int) { d.Set(i, d.of.top) }

// Rename moves the value of variable from to variable to, whose own value is
// lost; nothing is known of from afterwards. Renaming a variable to itself
// changes nothing.
func (d *Dense[V]) Rename(from, to int) {
	if from != to {
		d.Set(to, d.Get(from))
		d.Forget(from)
	}
}

// Unreach makes d bottom.
func (d *Dense[V]) Unreach() { d.reached = false }

// Format returns what is known of each variable; see Env.Format.
func (d *Dense[V]) Format(name func(int) string) string { return format(d.reached, d.All(), name) }

// String is Format with the numbers of the variables.
func (d *Dense[V]) String() string { return d.Format(strconv.Itoa) }

// MarshalJSON returns an object from the numbers of the variables of which
// something is known to their values, and null for bottom.
func (d *Dense[V]) MarshalJSON() ([]byte, error) { return marshal(d.reached, d.All()) }
