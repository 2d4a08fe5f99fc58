package strided

import "github.com/seed38182bad/parallax/domains/machine"

// Test narrows a and b to the values that can be in a pair for which x c y
// holds. It is best.
func (d Domain) Test(c machine.Cmp, a, b Interval) (Interval, Interval) {
	a, b, ok := machine.Comparands(d, a, b)
	if !ok {
		return a, b
	}
	if c == machine.Eq {
		m := d.Meet(a, b)
		return m, m
	}
	x, y := spans.Test(c, a.span, b.span)
	left, right := Reduce(x, a.class), Reduce(y, b.class)
	if c == machine.Ne {
		left, right = without(left, b), without(right, a)
	}
	if left == (Interval{}) || right == (Interval{}) {
		return Interval{}, Interval{}
	}
	return left, right
}

// without leaves out the value of b if it is one and in the middle of three. At a
// bound it has been left out already, and elsewhere that tells nothing.
func without(a, b Interval) Interval {
	x, ok := b.Value()
	lo, hi, _ := a.Bounds()
	if !ok || a.Stride() == 0 || hi.Bits()-lo.Bits() != 2*a.Stride() || x.Bits()-lo.Bits() != a.Stride() {
		return a
	}
	return Domain{}.Join(Of(lo), Of(hi))
}
