package bits

import (
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of known bits with the operations of programs. It
// implements machine.Domain.
type Domain struct{}

// Bottom describes nothing.
func (Domain) Bottom() Bits { return Bits{} }

// Top describes everything.
func (Domain) Top() Bits { return top }

// Of describes x alone.
func (Domain) Of(x machine.Value) Bits { return Of(x) }

// All describes all values of kind k: no bit is known.
func (Domain) All(k machine.Kind) Bits {
	if !k.Valid() {
		return Bits{}
	}
	return Bits{unknown: width(k), kind: k}
}

// Kind is the kind of what b describes, NoKind for bottom and top.
func (Domain) Kind(b Bits) machine.Kind { return b.kind }

// Contains reports whether x agrees with b in all known bits.
func (Domain) Contains(b Bits, x machine.Value) bool {
	if b == top {
		return x.Kind().Valid()
	}
	return b.kind.Valid() && b.kind == x.Kind() && (x.Bits()^b.ones)&^b.unknown&width(b.kind) == 0
}

// Bounds are the least and the greatest value that b describes.
func (Domain) Bounds(b Bits) (least, greatest machine.Value, ok bool) {
	if !b.kind.Valid() {
		return machine.Value{}, machine.Value{}, false
	}
	s := sign(b.kind) & b.unknown
	return b.kind.Bitwise(b.ones | s), b.kind.Bitwise((b.ones | b.unknown) &^ s), true
}

// Leq reports whether all that a may be, b may be.
func (Domain) Leq(a, b Bits) bool {
	switch {
	case a.kind == b.kind && a.kind.Valid():
		return (a.ones^b.ones|a.unknown)&^b.unknown == 0
	case b == top:
		return true
	}
	return a == Bits{}
}

// Equal reports a == b.
func (Domain) Equal(a, b Bits) bool { return a == b }

// Join knows the bits that a and b know and agree on.
func (d Domain) Join(a, b Bits) Bits {
	if a.kind != b.kind || !a.kind.Valid() {
		return d.joinKinds(a, b)
	}
	unknown := a.unknown | b.unknown | (a.ones ^ b.ones)
	return Bits{a.ones &^ unknown, unknown, a.kind}
}

func (Domain) joinKinds(a, b Bits) Bits {
	switch (Bits{}) {
	case a:
		return b
	case b:
		return a
	}
	return top
}

// Merge is Join, and says which operand the result is.
func (d Domain) Merge(a, b Bits) (Bits, lattice.Side) {
	j := d.Join(a, b)
	return j, lattice.SideOf(j, a, b)
}

// Meet knows the bits that a or b knows; it is bottom if they do not agree.
func (d Domain) Meet(a, b Bits) Bits {
	if a.kind != b.kind || !a.kind.Valid() {
		switch {
		case a == top:
			return b
		case b == top:
			return a
		}
		return Bits{}
	}
	unknown := a.unknown & b.unknown
	if (a.ones^b.ones)&^(a.unknown|b.unknown) != 0 {
		return Bits{}
	}
	return Bits{(a.ones | b.ones) &^ unknown, unknown, a.kind}
}

// Narrow is next: chains are finite.
func (Domain) Narrow(_, next Bits) Bits { return next }
