package strided

import (
	"math/bits"

	"github.com/seed38182bad/parallax/domains/congruence"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
)

// Binary covers x op y.
func (d Domain) Binary(op machine.Op, a, b Interval) Interval {
	if a.Kind() != b.Kind() || !a.Kind().Valid() || op >= machine.NumOps {
		var r Interval
		var ok bool
		if a, b, r, ok = machine.Operands(d, op, a, b); !ok {
			return r
		}
	}
	span := spans.Binary(op, a.span, b.span)
	if span.IsBottom() {
		return Interval{}
	}
	switch op {
	case machine.Add, machine.Sub:
		return Reduce(span, shifted(op, span, a, b))
	case machine.Mul:
		return Reduce(span, product(a, b))
	case machine.Shl:
		if n, ok := b.Value(); ok && n.Bits() < uint64(a.Kind().Bits()) {
			return Reduce(span, scaled(a, b, int(n.Bits())))
		}
	case machine.Quo, machine.Rem, machine.Shr:
		if op == machine.Rem && below(a, b) {
			return a
		}
		return Reduce(span, unsigned(op, a, b))
	}
	return Reduce(span, classes.Binary(op, a.class, b.class))
}

// shifted is the class of a sum or difference. If all of them stay within the kind or
// leave it alike, span has its width from those of a and b. The class then has the
// common divisor of their strides.
func shifted(op machine.Op, span interval.Interval, a, b Interval) congruence.Congruence {
	lo, hi, _ := span.Bounds()
	aLo, aHi, _ := a.Bounds()
	bLo, bHi, _ := b.Bounds()
	start := aLo.Bits() + bLo.Bits()
	if op == machine.Sub {
		start = aLo.Bits() - bHi.Bits()
	}
	width, carry := bits.Add64(aHi.Bits()-aLo.Bits(), bHi.Bits()-bLo.Bits(), 0)
	if carry == 0 && lo == a.Kind().Bitwise(start) && hi.Bits()-lo.Bits() == width {
		return congruence.Through(lo, divisor(a.Stride(), b.Stride()))
	}
	return classes.Binary(op, a.class, b.class)
}

// product is the class of a product. If it stays within the kind, x·y differs
// from x0·y0 by multiples of the products of strides and of strides with x0 and y0.
func product(a, b Interval) congruence.Congruence {
	x, xSize := farthest(a)
	y, ySize := farthest(b)
	if high, low := bits.Mul64(xSize, ySize); high != 0 || low > limit(a.Kind()) {
		return classes.Binary(machine.Mul, a.class, b.class)
	}
	// A stride is at most twice the farthest value, so nothing overflows.
	modulus := divisor(a.Stride()*divisor(ySize, b.Stride()), b.Stride()*xSize)
	return congruence.Through(a.Kind().Bitwise(x.Bits()*y.Bits()), modulus)
}

// scaled is the class of a, shifted left by the n bits that b says.
func scaled(a, b Interval, n int) congruence.Congruence {
	x, size := farthest(a)
	if size > limit(a.Kind())>>n {
		return classes.Binary(machine.Shl, a.class, b.class)
	}
	return congruence.Through(a.Kind().Bitwise(x.Bits()<<n), a.Stride()<<n)
}

// limit is the greatest value of kind k.
func limit(k machine.Kind) uint64 { return k.Max().Bits() }

// farthest is the bound of a that is farthest from 0, and how far it is.
func farthest(a Interval) (machine.Value, uint64) {
	lo, hi, _ := a.Bounds()
	x, y := magnitude(lo), magnitude(hi)
	if x > y {
		return lo, x
	}
	return hi, y
}

func magnitude(x machine.Value) uint64 {
	if x.Sign() < 0 {
		return -x.Bits()
	}
	return x.Bits()
}

// divisor is the greatest common divisor of x and y; 0 is divided by everything.
func divisor(x, y uint64) uint64 {
	for y != 0 {
		x, y = y, x%y
	}
	return x
}

// below reports whether all of a are nearer to 0 than all of b.
func below(a, b Interval) bool {
	_, size := farthest(a)
	lo, hi, _ := b.Bounds()
	return hi.Sign() < 0 && size < magnitude(hi) || lo.Sign() > 0 && size < magnitude(lo)
}

// unsigned is the class of x op y. Where neither is negative, the operation on
// unsigned numbers is the same, and its class knows more.
func unsigned(op machine.Op, a, b Interval) congruence.Congruence {
	k := a.Kind()
	aLo, _, _ := a.Bounds()
	bLo, _, _ := b.Bounds()
	if !k.Signed() || k != b.Kind() || aLo.Sign() < 0 || bLo.Sign() < 0 {
		return classes.Binary(op, a.class, b.class)
	}
	as := k + machine.Uint8 - machine.Int8
	r := classes.Binary(op, congruence.Through(aLo.Convert(as), a.Stride()),
		congruence.Through(bLo.Convert(as), b.Stride()))
	if r == (congruence.Congruence{}) {
		return r
	}
	return congruence.Through(r.Rest().Convert(k), r.Modulus())
}

// Unary covers op x, and is best.
func (d Domain) Unary(op machine.Unary, a Interval) Interval {
	lo, hi, ok := a.Bounds()
	switch k := a.Kind(); {
	case a == Interval{}:
		return a
	case !ok || op >= machine.NumUnaries:
		return top
	case op == machine.Neg && lo == k.Min() && lo != hi:
		// The least value is its own negative; the others are not among them.
		rest := Reduce(spans.Meet(a.span, above(lo)), a.class)
		return d.Join(Of(lo), d.Unary(op, rest))
	}
	x, _ := machine.ApplyUnary(op, hi)
	return Reduce(spans.Unary(op, a.span), congruence.Through(x, a.Stride()))
}

// above has the values greater than x, of which there are some.
func above(x machine.Value) interval.Interval {
	k := x.Kind()
	span, _ := interval.Between(k.Bitwise(x.Bits()+1), k.Max())
	return span
}

// Convert covers the conversion of x to kind k, and is best if k has no fewer
// bits.
func (d Domain) Convert(a Interval, k machine.Kind) Interval {
	lo, hi, ok := a.Bounds()
	switch {
	case a == Interval{} || !k.Valid():
		return Interval{}
	case !ok:
		return d.All(k)
	}
	// The values on either side move alike if they are not truncated.
	from := a.Kind()
	last := from.Of(-1)
	if !from.Signed() {
		last = from.Bitwise(limit(from) >> 1)
	}
	if last.Compare(lo) < 0 || hi.Compare(last) <= 0 {
		return move(a, k)
	}
	upTo, _ := interval.Between(from.Min(), last)
	lower := Reduce(spans.Meet(a.span, upTo), a.class)
	upper := Reduce(spans.Meet(a.span, above(last)), a.class)
	return d.Join(move(lower, k), move(upper, k))
}

// move converts values. Those that all wrap alike keep their stride.
func move(a Interval, k machine.Kind) Interval {
	if a == (Interval{}) {
		return a
	}
	span := spans.Convert(a.span, k)
	lo, hi, _ := span.Bounds()
	aLo, aHi, _ := a.Bounds()
	if lo == aLo.Convert(k) && hi.Bits()-lo.Bits() == aHi.Bits()-aLo.Bits() {
		return Reduce(span, congruence.Through(lo, a.Stride()))
	}
	return Reduce(span, classes.Convert(a.class, k))
}
