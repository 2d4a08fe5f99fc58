package integer

import (
	mathbits "math/bits"

	"github.com/seed38182bad/parallax/domains/bits"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/strided"
	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of integers with the operations of programs. It
// implements machine.Domain.
type Domain struct{}

// Bottom describes nothing.
func (Domain) Bottom() Integer { return Integer{} }

// Top describes everything.
func (Domain) Top() Integer { return top }

// Of describes x alone.
func (Domain) Of(x machine.Value) Integer { return Of(x) }

// All describes all values of kind k.
func (Domain) All(k machine.Kind) Integer {
	return Integer{strides.All(k), knowns.All(k), false}
}

// Kind is the kind of what a describes, NoKind for bottom and top.
func (Domain) Kind(a Integer) machine.Kind { return a.Kind() }

// Contains reports whether a describes x.
func (Domain) Contains(a Integer, x machine.Value) bool { return a.Contains(x) }

// Bounds are the bounds of a; false for bottom and top.
func (Domain) Bounds(a Integer) (least, greatest machine.Value, ok bool) { return a.Bounds() }

// Leq reports whether each part of b describes all that the one of a does.
func (Domain) Leq(a, b Integer) bool {
	return strides.Leq(a.steps, b.steps) && knowns.Leq(a.known, b.known) && (a.nonzero || !b.nonzero || a == Integer{})
}

// Equal reports a == b.
func (Domain) Equal(a, b Integer) bool { return a == b }

// Join joins the parts. The outcome is reduced, as the operands are.
func (Domain) Join(a, b Integer) Integer {
	switch (Integer{}) {
	case a:
		return b
	case b:
		return a
	}
	if a.Kind() != b.Kind() {
		return top
	}
	return Integer{strides.Join(a.steps, b.steps), knowns.Join(a.known, b.known), a.nonzero && b.nonzero}
}

// Merge is Join, and says which operand the result is.
func (d Domain) Merge(a, b Integer) (Integer, lattice.Side) {
	j := d.Join(a, b)
	return j, lattice.SideOf(j, a, b)
}

// Meet describes exactly the values that both do.
func (d Domain) Meet(a, b Integer) Integer {
	switch {
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	}
	return reduce(strides.Meet(a.steps, b.steps), knowns.Meet(a.known, b.known), a.nonzero || b.nonzero)
}

// Widen gives up a bound that next exceeds, what is not common of the strides, and
// the bits from the lowest on that differs.
// A bound moves only to the last value before the nearest threshold beyond that of
// next, or to the threshold.
func (d Domain) Widen(old, next Integer, thresholds ...int64) Integer {
	j := d.Join(old, next)
	if j == old || old == (Integer{}) || !j.Kind().Valid() {
		return j
	}
	return reduce(strides.Widen(old.steps, next.steps, thresholds...), widen(old.known, j.known), j.nonzero)
}

// widen gives up the bits from the lowest on that is known in old only.
func widen(old, above bits.Bits) bits.Bits {
	lost := above.Unknown() &^ old.Unknown()
	if lost == 0 {
		return above
	}
	k := knowns.Kind(above)
	higher := knowns.All(k).Unknown() &^ (1<<mathbits.TrailingZeros64(lost) - 1)
	r, _ := bits.New(k, above.Ones()&^higher, above.Unknown()|higher)
	return r
}

// Narrow takes the bounds of next in place of those that are only what the other
// parts allow, and these parts of next.
func (d Domain) Narrow(old, next Integer) Integer {
	k := old.Kind()
	if k != next.Kind() || !k.Valid() {
		return next
	}
	lo, hi, _ := old.Bounds()
	widest := reduce(strided.Reduce(spans.All(k), old.steps.Class()), old.known, old.nonzero)
	least, greatest, _ := widest.Bounds()
	if lo == least {
		lo, _, _ = next.Bounds()
	}
	if hi == greatest {
		_, hi, _ = next.Bounds()
	}
	span, _ := interval.Between(lo, hi)
	return reduce(strided.Reduce(span, next.steps.Class()), next.known, next.nonzero)
}
