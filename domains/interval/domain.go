package interval

import (
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of intervals with the operations of programs. It
// implements machine.Domain.
type Domain struct{}

// Bottom describes nothing.
func (Domain) Bottom() Interval { return Interval{} }

// Top describes everything.
func (Domain) Top() Interval { return Interval{kind: anyKind} }

// Of describes x alone.
func (Domain) Of(x machine.Value) Interval { return Of(x) }

// All describes all values of kind k.
func (Domain) All(k machine.Kind) Interval {
	if !k.Valid() {
		return Interval{}
	}
	return all(k)
}

// Kind is the kind of what a describes, NoKind for bottom and top.
func (Domain) Kind(a Interval) machine.Kind { return a.Kind() }

// Contains reports whether a describes x.
func (Domain) Contains(a Interval, x machine.Value) bool { return a.Contains(x) }

// Bounds are the bounds of a; false for bottom and top.
func (Domain) Bounds(a Interval) (least, greatest machine.Value, ok bool) { return a.Bounds() }

// Leq reports whether b describes all that a does.
func (Domain) Leq(a, b Interval) bool {
	if a.kind == b.kind {
		return b.lo <= a.lo && a.hi <= b.hi
	}
	return a.IsBottom() || b.IsTop()
}

// Equal reports a == b.
func (Domain) Equal(a, b Interval) bool { return a == b }

// Join is the smallest interval that contains both; top if they are of different
// kinds.
func (d Domain) Join(a, b Interval) Interval {
	if a.kind == b.kind {
		return Interval{a.kind, min(a.lo, b.lo), max(a.hi, b.hi)}
	}
	return joinKinds(a, b)
}

// joinKinds joins what is not of one kind.
func joinKinds(a, b Interval) Interval {
	switch {
	case a.IsBottom():
		return b
	case b.IsBottom():
		return a
	}
	return Interval{kind: anyKind}
}

// Merge is Join, and says which operand the result is.
func (d Domain) Merge(a, b Interval) (Interval, lattice.Side) {
	r := d.Join(a, b)
	return r, lattice.SideOf(r, a, b)
}

// Meet is the interval of what both describe.
func (d Domain) Meet(a, b Interval) Interval {
	if a.kind == b.kind {
		return narrowed(a, max(a.lo, b.lo), min(a.hi, b.hi))
	}
	switch {
	case a.IsTop():
		return b
	case b.IsTop():
		return a
	}
	return Interval{}
}

// narrowed is a with other bounds, bottom if there is nothing between them.
func narrowed(a Interval, lo, hi int64) Interval {
	if lo > hi {
		return Interval{}
	}
	return Interval{a.kind, lo, hi}
}
