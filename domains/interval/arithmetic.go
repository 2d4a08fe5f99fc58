package interval

import (
	"math/bits"

	"github.com/seed38182bad/parallax/domains/machine"
)

// Binary covers x op y for all x in a and y in b for which it is defined.
func (d Domain) Binary(op machine.Op, a, b Interval) Interval {
	if a.kind != b.kind || !a.kind.Valid() || op >= machine.NumOps {
		var r Interval
		var ok bool
		if a, b, r, ok = machine.Operands(d, op, a, b); !ok {
			return r
		}
	}
	switch op {
	case machine.Add:
		return d.Add(a, b)
	case machine.Sub:
		return d.Sub(a, b)
	case machine.Mul:
		return multiply(a, b)
	case machine.Quo:
		return quotient(a, b)
	case machine.Rem:
		return remainder(a, b)
	case machine.Shl:
		return shiftLeft(a, b)
	case machine.Shr:
		return shiftRight(a, b)
	}
	return bitwise(op, a, b)
}

// Add is Binary of machine.Add.
func (d Domain) Add(a, b Interval) Interval {
	s := spanOf(a.kind)
	lo, hi := int64(uint64(a.lo+b.lo)^s.flip), int64(uint64(a.hi+b.hi)^s.flip)
	// If the width of the sum exceeds 64 bits, then so does the sum of those of a and b.
	carry := a.width()+b.width() < a.width()
	if a.kind == b.kind && lo <= hi && s.min <= lo && hi <= s.max && !carry {
		return Interval{a.kind, lo, hi}
	}
	return d.addWrapped(a, b)
}

// addWrapped is the sum of operands of any kinds, or of those that leave theirs.
func (d Domain) addWrapped(a, b Interval) Interval {
	a, b, r, ok := machine.Operands(d, machine.Add, a, b)
	if !ok {
		return r
	}
	width, carry := bits.Add64(a.width(), b.width(), 0)
	return arc(a.kind, a.least()+b.least(), width, carry)
}

// Sub is Binary of machine.Sub.
func (d Domain) Sub(a, b Interval) Interval {
	s := spanOf(a.kind)
	lo, hi := int64(uint64(a.lo-b.hi)^s.flip), int64(uint64(a.hi-b.lo)^s.flip)
	carry := a.width()+b.width() < a.width()
	if a.kind == b.kind && lo <= hi && s.min <= lo && hi <= s.max && !carry {
		return Interval{a.kind, lo, hi}
	}
	return d.subWrapped(a, b)
}

func (d Domain) subWrapped(a, b Interval) Interval {
	a, b, r, ok := machine.Operands(d, machine.Sub, a, b)
	if !ok {
		return r
	}
	width, carry := bits.Add64(a.width(), b.width(), 0)
	return arc(a.kind, a.least()-b.greatest(), width, carry)
}

// width is the greatest value less the least.
func (a Interval) width() uint64 { return uint64(a.hi) - uint64(a.lo) }

// least and greatest are the bits of the bounds, extended to 64 as those of
// machine.Value are.
func (a Interval) least() uint64    { return uint64(a.lo) ^ spanOf(a.kind).flip }
func (a Interval) greatest() uint64 { return uint64(a.hi) ^ spanOf(a.kind).flip }

// arc is the smallest interval of kind k that contains start, start+1, … and
// start+width, each modulo 2^k.Bits(). The width is high·2^64 + width.
func arc(k machine.Kind, start, width, high uint64) Interval {
	if high != 0 || width > ^uint64(0)>>(64-k.Bits()) {
		return all(k)
	}
	r := hull(k.Bitwise(start), k.Bitwise(start+width))
	if r.lo > r.hi {
		// It contains the greatest value and its successor, the least.
		return all(k)
	}
	return r
}

// Unary covers op x for all x in a.
func (d Domain) Unary(op machine.Unary, a Interval) Interval {
	switch {
	case a.IsBottom():
		return a
	case a.IsTop():
		return a
	case op == machine.Neg:
		return arc(a.kind, -a.greatest(), a.width(), 0)
	case op == machine.Not:
		return arc(a.kind, ^a.greatest(), a.width(), 0)
	}
	return d.Top()
}

// Convert covers the conversion of all x in a to kind k.
func (d Domain) Convert(a Interval, k machine.Kind) Interval {
	switch {
	case a.IsBottom() || !k.Valid():
		return Interval{}
	case a.IsTop():
		return all(k)
	}
	return arc(k, a.least(), a.width(), 0)
}

// multiply is the product. Its extremes are products of bounds.
func multiply(a, b Interval) Interval {
	if !a.kind.Signed() {
		loHigh, lo := bits.Mul64(a.least(), b.least())
		hiHigh, hi := bits.Mul64(a.greatest(), b.greatest())
		width, borrow := bits.Sub64(hi, lo, 0)
		high, _ := bits.Sub64(hiHigh, loHigh, borrow)
		return arc(a.kind, lo, width, high)
	}
	least := product(a.lo, b.lo)
	greatest := least
	for _, p := range [...]int128{product(a.lo, b.hi), product(a.hi, b.lo), product(a.hi, b.hi)} {
		if p.less(least) {
			least = p
		}
		if greatest.less(p) {
			greatest = p
		}
	}
	width, borrow := bits.Sub64(greatest.low, least.low, 0)
	high, _ := bits.Sub64(uint64(greatest.high), uint64(least.high), borrow)
	return arc(a.kind, least.low, width, high)
}

// An int128 is high·2^64 + low.
type int128 struct {
	high int64
	low  uint64
}

func product(x, y int64) int128 {
	high, low := bits.Mul64(uint64(x), uint64(y))
	// What Mul64 takes for x+2^64 or y+2^64 is negative.
	return int128{int64(high) - x>>63&y - y>>63&x, low}
}

func (x int128) less(y int128) bool { return x.high < y.high || x.high == y.high && x.low < y.low }
