package strided

import (
	"github.com/seed38182bad/parallax/domains/congruence"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of strided intervals with the operations of programs. It
// implements machine.Domain.
type Domain struct{}

// The domains that this one is made of.
var (
	spans   interval.Domain
	classes congruence.Domain
)

// Bottom describes nothing.
func (Domain) Bottom() Interval { return Interval{} }

// Top describes everything.
func (Domain) Top() Interval { return top }

// Of describes x alone.
func (Domain) Of(x machine.Value) Interval { return Of(x) }

// All describes all values of kind k.
func (Domain) All(k machine.Kind) Interval { return Interval{spans.All(k), classes.All(k)} }

// Kind is the kind of what a describes, NoKind for bottom and top.
func (Domain) Kind(a Interval) machine.Kind { return a.Kind() }

// Contains reports whether a describes x.
func (Domain) Contains(a Interval, x machine.Value) bool { return a.Contains(x) }

// Bounds are the least and the greatest value of a; false for bottom and top.
func (Domain) Bounds(a Interval) (least, greatest machine.Value, ok bool) { return a.Bounds() }

// Leq reports whether b describes all that a does.
func (Domain) Leq(a, b Interval) bool {
	return spans.Leq(a.span, b.span) && classes.Leq(a.class, b.class)
}

// Equal reports a == b.
func (Domain) Equal(a, b Interval) bool { return a == b }

// Join describes all steps from the lesser to the greater bound. It needs no
// reduction: the bounds are of both classes, and so of that which contains both.
func (Domain) Join(a, b Interval) Interval {
	return Interval{spans.Join(a.span, b.span), classes.Join(a.class, b.class)}
}

// Merge is Join, and says which operand the result is.
func (d Domain) Merge(a, b Interval) (Interval, lattice.Side) {
	j := d.Join(a, b)
	return j, lattice.SideOf(j, a, b)
}

// Meet describes exactly the values that both do.
func (Domain) Meet(a, b Interval) Interval {
	return Reduce(spans.Meet(a.span, b.span), classes.Meet(a.class, b.class))
}

// Widen gives up a bound that next exceeds, and all of the stride but what both
// have in common.
// A bound moves only to the last value before the nearest threshold beyond that of
// next, or to the threshold.
func (Domain) Widen(old, next Interval, thresholds ...int64) Interval {
	return Reduce(spans.Widen(old.span, next.span, thresholds...), classes.Join(old.class, next.class))
}

// Narrow takes the stride of next, and its bounds in place of those that have
// been given up.
func (Domain) Narrow(old, next Interval) Interval {
	k := old.Kind()
	if k != next.Kind() || !k.Valid() {
		return next
	}
	lo, hi, _ := old.Bounds()
	least, greatest, _ := classes.Bounds(old.class)
	if lo == least {
		lo, _, _ = next.Bounds()
	}
	if hi == greatest {
		_, hi, _ = next.Bounds()
	}
	span, _ := interval.Between(lo, hi)
	return Reduce(span, next.class)
}
