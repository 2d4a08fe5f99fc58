package float

import (
	"fmt"
	"math"

	"github.com/seed38182bad/parallax/domains/machine"
)

// Apply is the result of x op y for numbers of kind k, and whether there is one:
// Go has +, -, * and / on floating-point numbers.
func Apply(k Kind, op machine.Op, x, y float64) (float64, bool) {
	if !k.Valid() || op > machine.Quo {
		return 0, false
	}
	return k.apply(op, x, y), true
}

// apply computes in float64. For float32 that rounds twice, which comes to the
// same as once: a float64 has more than twice the digits and two (Figueroa, When
// is double rounding innocuous?, SIGNUM 30, 1995).
func (k Kind) apply(op machine.Op, x, y float64) float64 {
	switch op {
	case machine.Add:
		return k.round(x + y)
	case machine.Sub:
		return k.round(x - y)
	case machine.Mul:
		return k.round(x * y)
	}
	return k.round(x / y)
}

// Binary describes x op y for all x in a and y in b. Of an operation that Go does
// not have on floats it says nothing but the kind.
func (d Domain) Binary(op machine.Op, a, b Value) Value {
	if a.has == ranged && b.has == ranged && a.kind == b.kind {
		if r, ok := intervals(op, a, b); ok {
			return r
		}
	}
	return d.general(op, a, b)
}

// general is Binary for any operands, one piece with another.
func (d Domain) general(op machine.Op, a, b Value) Value {
	a, b, ok := sameKind(a, b)
	switch {
	case !ok:
		return Value{}
	case a.has&anyKind != 0:
		return a
	case op > machine.Quo:
		return a.kind.All()
	}
	h := a.kind.hull()
	h.has = (a.has | b.has) & NaN
	// Where signs are known, products and quotients are monotone, and a difference
	// is -0 throughout or not at all.
	split := op != machine.Add
	xs, ys := a.pieces(split), b.pieces(split)
	for _, x := range xs.all[:xs.n] {
		for _, y := range ys.all[:ys.n] {
			h.add(op, x, y)
		}
	}
	return h.value()
}

// intervals is Binary for values without special ones, where the result is such a
// value too.
func intervals(op machine.Op, a, b Value) (Value, bool) {
	switch {
	case op == machine.Add:
		a.lo, a.hi = a.lo+b.lo, a.hi+b.hi
	case op == machine.Sub:
		a.lo, a.hi = a.lo-b.hi, a.hi-b.lo
	case op == machine.Mul && a.lo >= 0 && b.lo >= 0:
		a.lo, a.hi = float64(a.lo*b.lo), float64(a.hi*b.hi)
	case op == machine.Mul && a.lo > 0 && b.hi < 0:
		a.lo, a.hi = float64(a.hi*b.lo), float64(a.lo*b.hi)
	case op == machine.Mul && a.hi < 0 && b.lo > 0:
		a.lo, a.hi = float64(a.lo*b.hi), float64(a.hi*b.lo)
	case op == machine.Quo && a.lo >= 0 && b.lo > 0:
		a.lo, a.hi = a.lo/b.hi, a.hi/b.lo
	default:
		return a, false
	}
	if a.kind == Float32 {
		a.lo, a.hi = float64(float32(a.lo)), float64(float32(a.hi))
	}
	// A negative product that is too small is -0, and no such value.
	return a, -math.MaxFloat64 <= a.lo && a.hi <= math.MaxFloat64 && (a.hi != 0 || op != machine.Mul)
}

// add adds what op makes of two pieces. The greatest and the least result are
// those of some bounds.
func (h *hull) add(op machine.Op, x, y piece) {
	k := h.kind
	switch op {
	case machine.Add:
		h.span(k.apply(op, x.lo, y.lo), k.apply(op, x.hi, y.hi))
	case machine.Sub:
		h.span(k.apply(op, x.lo, y.hi), k.apply(op, x.hi, y.lo))
	default:
		p, q := k.apply(op, x.lo, y.lo), k.apply(op, x.lo, y.hi)
		r, s := k.apply(op, x.hi, y.lo), k.apply(op, x.hi, y.hi)
		h.span(min(p, q, r, s), max(p, q, r, s)) // -0 counts as less than 0
	}
}

// sameKind brings operands to one kind, of which top has either; false if there
// is no pair of numbers that an operation can take.
func sameKind(a, b Value) (Value, Value, bool) {
	switch {
	case a.has == 0 || b.has == 0:
		return a, b, false
	case a.kind == b.kind:
		return a, b, true
	case a.has&anyKind != 0:
		return b.kind.All(), b, true
	case b.has&anyKind != 0:
		return a, a.kind.All(), true
	}
	return a, b, false
}

// A piece is a part of a value other than NaN: an infinity, -0, or an interval.
type piece struct{ lo, hi float64 }

type pieces struct {
	all [6]piece
	n   int
}

func (p *pieces) add(lo, hi float64) {
	p.all[p.n] = piece{lo, hi}
	p.n++
}

// pieces splits a value; if split, the interval too, at zero.
func (v Value) pieces(split bool) (p pieces) {
	if v.has&NegInf != 0 {
		p.add(math.Inf(-1), math.Inf(-1))
	}
	switch {
	case v.has&ranged == 0:
	case !split:
		p.add(v.lo, v.hi)
	default:
		if v.lo < 0 {
			p.add(v.lo, min(v.hi, -v.kind.tiny()))
		}
		if v.lo <= 0 && v.hi >= 0 {
			p.add(0, 0)
		}
		if v.hi > 0 {
			p.add(max(v.lo, v.kind.tiny()), v.hi)
		}
	}
	if v.has&NegZero != 0 {
		p.add(math.Copysign(0, -1), math.Copysign(0, -1))
	}
	if v.has&PosInf != 0 {
		p.add(math.Inf(1), math.Inf(1))
	}
	return p
}

// A Func is a function of one number: the operator -, or one of package math,
// which for a float32 is converted to float64 and back.
type Func uint8

// The functions.
const (
	Neg Func = iota
	Abs
	Sqrt
	Floor
	Ceil
	Trunc

	NumFuncs // the number of functions, not one of them
)

// String is the operator in Go, or the name of the function in package math.
func (f Func) String() string {
	if f < NumFuncs {
		return [NumFuncs]string{"-", "Abs", "Sqrt", "Floor", "Ceil", "Trunc"}[f]
	}
	return fmt.Sprintf("func(%d)", uint8(f))
}

// ApplyFunc is f(x) for a number of kind k, and whether there is one.
func ApplyFunc(k Kind, f Func, x float64) (float64, bool) {
	switch f {
	case Neg:
		x = -x
	case Abs:
		x = math.Abs(x)
	case Sqrt:
		x = math.Sqrt(x)
	case Floor:
		x = math.Floor(x)
	case Ceil:
		x = math.Ceil(x)
	case Trunc:
		x = math.Trunc(x)
	default:
		return 0, false
	}
	return k.round(x), k.Valid()
}

// Unary describes f(x) for all x in a. Of an unknown function it says nothing but
// the kind.
func (d Domain) Unary(f Func, a Value) Value {
	switch {
	case !a.kind.Valid():
		return a
	case f >= NumFuncs:
		return a.kind.All()
	}
	h := a.kind.hull()
	h.has = a.has & NaN
	ps := a.pieces(true) // on each of which f rises or falls
	for _, p := range ps.all[:ps.n] {
		x, _ := ApplyFunc(a.kind, f, p.lo)
		y, _ := ApplyFunc(a.kind, f, p.hi)
		if f >= Floor && isNegZero(y) && x <= -1 {
			h.has |= NegZero
			y = -1 // there is no whole number in between
		}
		h.span(min(x, y), max(x, y))
	}
	return h.value()
}
