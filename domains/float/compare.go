package float

import (
	"math"

	"github.com/seed38182bad/parallax/domains/machine"
)

// Holds reports whether x c y in Go. NaN is unequal to everything and neither less
// nor greater; 0 and -0 are equal.
func Holds(c machine.Cmp, x, y float64) bool {
	switch c {
	case machine.Eq:
		return x == y
	case machine.Ne:
		return x != y
	case machine.Lt:
		return x < y
	case machine.Le:
		return x <= y
	case machine.Gt:
		return x > y
	case machine.Ge:
		return x >= y
	}
	return false
}

// Test narrows a and b to the numbers that can take part in a pair for which x c
// y holds: both bottom if there is no such pair. The result is the best there is,
// but for two operands of no known kind, and for a comparison that does not
// exist, of which nothing is learnt.
func (d Domain) Test(c machine.Cmp, a, b Value) (Value, Value) {
	a, b, ok := sameKind(a, b)
	switch {
	case !ok:
		return Value{}, Value{}
	case a.has&anyKind != 0 || c >= machine.NumCmps:
		return a, b
	}
	switch c {
	case machine.Eq:
		return a.equalTo(b), b.equalTo(a)
	case machine.Ne:
		return bothOrNone(a.unequalTo(b), b.unequalTo(a))
	case machine.Lt:
		return bothOrNone(a.lessThan(b), b.greaterThan(a))
	case machine.Le:
		_, hi, ok := b.Bounds()
		lo, _, ok2 := a.Bounds()
		if !ok || !ok2 {
			return Value{}, Value{}
		}
		return bothOrNone(a.within(math.Inf(-1), hi), b.within(lo, math.Inf(1)))
	}
	y, x := d.Test(c.Swap(), b, a)
	return x, y
}

// TestNot narrows a and b to the numbers that can take part in a pair for which x
// c y does not hold. That is not the test of c.Negate: if x < y is false, one of
// them may be NaN.
func (d Domain) TestNot(c machine.Cmp, a, b Value) (Value, Value) {
	a, b, ok := sameKind(a, b)
	switch {
	case !ok:
		return Value{}, Value{}
	case a.has&anyKind != 0 || c >= machine.NumCmps:
		return a, b
	}
	x, y := d.Test(c.Negate(), a, b)
	if c == machine.Eq || c == machine.Ne {
		return x, y
	}
	// Beside the pairs of numbers there are those of NaN with anything.
	x, y = d.Join(x, a.kind.Only(a.has&NaN)), d.Join(y, b.kind.Only(b.has&NaN))
	if b.has&NaN != 0 {
		x = a
	}
	if a.has&NaN != 0 {
		y = b
	}
	return x, y
}

func bothOrNone(a, b Value) (Value, Value) {
	if a.has == 0 || b.has == 0 {
		return Value{}, Value{}
	}
	return a, b
}

// equalTo keeps the numbers that are equal to one in b.
func (v Value) equalTo(b Value) Value {
	d := Domain{}
	r := v.kind.Only(v.has & b.has & (NegInf | PosInf))
	v.has &^= NegInf | PosInf
	if b.has&ranged != 0 {
		r = d.Join(r, v.within(b.lo, b.hi))
	}
	if b.has&NegZero != 0 {
		r = d.Join(r, v.within(0, 0))
	}
	return r
}

// unequalTo keeps the numbers that differ from one in b: all, unless b has a
// single one.
func (v Value) unequalTo(b Value) Value {
	x, hi, ok := b.Bounds()
	if !ok || x != hi || b.has&NaN != 0 {
		return v
	}
	h := v.kind.hull()
	h.has = v.has & anySpecial
	switch {
	case math.IsInf(x, 1):
		h.has &^= PosInf
	case math.IsInf(x, -1):
		h.has &^= NegInf
	case x == 0:
		h.has &^= NegZero
	}
	if v.has&ranged == 0 {
		return h.value()
	}
	if v.lo == x {
		v.lo = v.kind.above(x)
	}
	if v.hi == x {
		v.hi = v.kind.below(x)
	}
	if v.lo <= v.hi {
		h.finite(v.lo, v.hi)
	}
	return h.value()
}

// lessThan keeps the numbers that are less than one in b.
func (v Value) lessThan(b Value) Value {
	_, hi, ok := b.Bounds()
	if !ok || math.IsInf(hi, -1) {
		return Value{}
	}
	return v.within(math.Inf(-1), v.kind.below(hi))
}

// greaterThan keeps the numbers that are greater than one in b.
func (v Value) greaterThan(b Value) Value {
	lo, _, ok := b.Bounds()
	if !ok || math.IsInf(lo, 1) {
		return Value{}
	}
	return v.within(v.kind.above(lo), math.Inf(1))
}
