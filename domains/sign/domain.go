package sign

import (
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of signs with the operations of programs. It implements
// machine.Domain.
type Domain struct{}

// Bottom describes nothing.
func (Domain) Bottom() Sign { return Sign{} }

// Top describes everything.
func (Domain) Top() Sign { return Sign{set: Negative | Zero | Positive} }

// Of describes all values of the kind and with the sign of x.
func (Domain) Of(x machine.Value) Sign { return Of(x) }

// All describes all values of kind k.
func (Domain) All(k machine.Kind) Sign {
	if !k.Valid() {
		return Sign{}
	}
	return Sign{k, signsOf(k)}
}

// Kind is the kind of the values that s describes, NoKind for bottom and top.
func (Domain) Kind(s Sign) machine.Kind { return s.kind }

// Contains reports whether s describes x.
func (Domain) Contains(s Sign, x machine.Value) bool {
	return x.Kind().Valid() && (s.kind == x.Kind() || s.IsTop()) && s.set&setOf(x) != 0
}

// Bounds are the least and the greatest value that s describes; false for bottom
// and top.
func (Domain) Bounds(s Sign) (least, greatest machine.Value, ok bool) {
	if !s.kind.Valid() {
		return least, greatest, false
	}
	k := s.kind
	switch {
	case s.set&Negative != 0:
		least = k.Min()
	case s.set&Zero != 0:
		least = k.Of(0)
	default:
		least = k.Of(1)
	}
	switch {
	case s.set&Positive != 0:
		greatest = k.Max()
	case s.set&Zero != 0:
		greatest = k.Of(0)
	default:
		greatest = k.Of(-1)
	}
	return least, greatest, true
}

// Leq reports whether b describes all that a does.
func (Domain) Leq(a, b Sign) bool {
	return a.set&^b.set == 0 && (a.kind == b.kind || a.IsBottom() || b.IsTop())
}

// Equal reports a == b.
func (Domain) Equal(a, b Sign) bool { return a == b }

// Join has the signs of both; it is top if they are of different kinds.
func (d Domain) Join(a, b Sign) Sign {
	switch {
	case a.kind == b.kind:
		return Sign{a.kind, a.set | b.set}
	case a.IsBottom():
		return b
	case b.IsBottom():
		return a
	}
	return d.Top()
}

// Merge is Join, and says which operand the result is.
func (d Domain) Merge(a, b Sign) (Sign, lattice.Side) {
	r := d.Join(a, b)
	return r, lattice.SideOf(r, a, b)
}

// Meet has the signs that both have.
func (Domain) Meet(a, b Sign) Sign {
	switch {
	case a.kind == b.kind:
		return of(a.kind, a.set&b.set)
	case a.IsTop():
		return b
	case b.IsTop():
		return a
	}
	return Sign{}
}

// Narrow is next: chains are finite.
func (Domain) Narrow(_, next Sign) Sign { return next }
