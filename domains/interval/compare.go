package interval

import "github.com/seed38182bad/parallax/domains/machine"

// Test narrows a and b to the values that can take part in a pair for which x c y
// holds.
func (d Domain) Test(c machine.Cmp, a, b Interval) (Interval, Interval) {
	a, b, ok := machine.Comparands(d, a, b)
	if !ok {
		return a, b
	}
	switch c {
	case machine.Eq:
		m := d.Meet(a, b)
		return m, m
	case machine.Ne:
		return without(a, b), without(b, a)
	case machine.Lt:
		return less(a, b)
	case machine.Le:
		return lessOrEqual(a, b)
	case machine.Gt:
		b, a = less(b, a)
	case machine.Ge:
		b, a = lessOrEqual(b, a)
	}
	return a, b
}

// without is a without the value of b, if b has only one and it is a bound of a.
func without(a, b Interval) Interval {
	switch {
	case b.lo != b.hi:
		return a
	case a.lo == a.hi && a.lo == b.lo:
		return Interval{}
	case a.lo == b.lo:
		a.lo++
	case a.hi == b.lo:
		a.hi--
	}
	return a
}

func less(a, b Interval) (Interval, Interval) {
	if a.lo >= b.hi {
		return Interval{}, Interval{}
	}
	return Interval{a.kind, a.lo, min(a.hi, b.hi-1)}, Interval{b.kind, max(b.lo, a.lo+1), b.hi}
}

func lessOrEqual(a, b Interval) (Interval, Interval) {
	if a.lo > b.hi {
		return Interval{}, Interval{}
	}
	return Interval{a.kind, a.lo, min(a.hi, b.hi)}, Interval{b.kind, max(b.lo, a.lo), b.hi}
}
