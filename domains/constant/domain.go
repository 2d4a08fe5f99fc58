package constant

import (
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of constants with the operations of programs. It
// implements machine.Domain.
type Domain struct{}

// Bottom describes nothing.
func (Domain) Bottom() Constant { return Constant{} }

// Top describes everything.
func (Domain) Top() Constant { return Constant{known: any} }

// Of describes x alone.
func (Domain) Of(x machine.Value) Constant { return Of(x) }

// All describes all values of kind k.
func (Domain) All(k machine.Kind) Constant {
	if !k.Valid() {
		return Constant{}
	}
	return Constant{all, k.Of(0)}
}

// Kind is the kind of what c describes, NoKind for bottom and top.
func (Domain) Kind(c Constant) machine.Kind { return c.value.Kind() }

// Contains reports whether c describes x.
func (Domain) Contains(c Constant, x machine.Value) bool {
	switch c.known {
	case one:
		return c.value == x
	case all:
		return c.value.Kind() == x.Kind()
	}
	return c.known == any && x.Kind().Valid()
}

// Bounds are the least and the greatest value that c describes.
func (Domain) Bounds(c Constant) (least, greatest machine.Value, ok bool) {
	switch c.known {
	case one:
		return c.value, c.value, true
	case all:
		return c.value.Kind().Min(), c.value.Kind().Max(), true
	}
	return machine.Value{}, machine.Value{}, false
}

// Leq reports whether b describes all that a does.
func (Domain) Leq(a, b Constant) bool {
	return a == b || a.known == none || b.known == any || b.known == all && a.value.Kind() == b.value.Kind()
}

// Equal reports a == b.
func (Domain) Equal(a, b Constant) bool { return a == b }

// Join forgets the value if it is not one, and the kind if it is not one.
func (d Domain) Join(a, b Constant) Constant {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is.
func (d Domain) Merge(a, b Constant) (Constant, lattice.Side) {
	if r, side := lattice.Larger(d, a, b); side != lattice.Neither {
		return r, side
	}
	if a.value.Kind() == b.value.Kind() {
		return d.All(a.value.Kind()), lattice.Neither
	}
	return d.Top(), lattice.Neither
}

// Meet is the smaller operand, or bottom.
func (d Domain) Meet(a, b Constant) Constant {
	switch {
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	}
	return Constant{}
}

// Narrow is next: chains are finite.
func (Domain) Narrow(_, next Constant) Constant { return next }
