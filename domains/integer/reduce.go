package integer

import (
	"github.com/seed38182bad/parallax/domains/bits"
	"github.com/seed38182bad/parallax/domains/congruence"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/strided"
)

// reduce is the greatest element of which all parts lie below those given. They
// are of one kind, or both top, or one is bottom.
func reduce(steps strided.Interval, known bits.Bits, nonzero bool) Integer {
	for {
		lo, hi, ok := steps.Bounds()
		if !ok || known == (bits.Bits{}) {
			return unbounded(steps, known)
		}
		if lo == hi {
			return single(lo, known, nonzero)
		}
		nonzero = nonzero || lo.Sign() > 0 || hi.Sign() < 0 || !knowns.Contains(known,
			lo.Kind().Of(0)) || !steps.Contains(lo.Kind().Of(0))
		narrower := ofKnown(steps, lo, hi, known)
		if nonzero {
			narrower = withoutZero(narrower)
		}
		learnt := ofSteps(known, narrower)
		if narrower == steps && learnt == known {
			return Integer{steps, known, nonzero}
		}
		steps, known = narrower, learnt
	}
}

// unbounded is reduce for steps that have no bounds, or no known bits.
func unbounded(steps strided.Interval, known bits.Bits) Integer {
	if steps == top.steps && known == top.known {
		return top
	}
	return Integer{}
}

// single is reduce for the single value x.
func single(x machine.Value, known bits.Bits, nonzero bool) Integer {
	if !knowns.Contains(known, x) || nonzero && x.Sign() == 0 {
		return Integer{}
	}
	return Of(x)
}

// ofKnown tells steps, from lo to hi, what is known of the bits.
func ofKnown(steps strided.Interval, lo, hi machine.Value, known bits.Bits) strided.Interval {
	if known.Unknown() == knowns.All(lo.Kind()).Unknown() {
		return steps
	}
	class := steps.Class()
	if known.Unknown()&1 == 0 {
		class = classes.Meet(class, congruence.OfBits(known))
	}
	span := steps.Span()
	least, greatest, _ := knowns.Bounds(known)
	if lo.Compare(least) < 0 || greatest.Compare(hi) < 0 {
		within, _ := interval.Between(least, greatest)
		span = spans.Meet(span, within)
	}
	if span == steps.Span() && class == steps.Class() {
		return steps
	}
	return strided.Reduce(span, class)
}

// withoutZero moves a bound that is 0.
func withoutZero(steps strided.Interval) strided.Interval {
	lo, hi, ok := steps.Bounds()
	if !ok || lo.Sign() != 0 && hi.Sign() != 0 {
		return steps
	}
	rest, _ := strides.Test(machine.Ne, steps, strided.Of(lo.Kind().Of(0)))
	return rest
}

// ofSteps tells the bits what is known of bounds and stride. It is bottom if steps is.
func ofSteps(known bits.Bits, steps strided.Interval) bits.Bits {
	lo, hi, ok := steps.Bounds()
	if !ok {
		return bits.Bits{}
	}
	least, greatest, _ := knowns.Bounds(known)
	if least.Compare(lo) < 0 {
		known, _ = knowns.Test(machine.Ge, known, bits.Of(lo))
	}
	if hi.Compare(greatest) < 0 {
		known, _ = knowns.Test(machine.Le, known, bits.Of(hi))
	}
	if steps.Stride()&1 == 0 {
		known = knowns.Meet(known, steps.Class().Bits())
	}
	return known
}
