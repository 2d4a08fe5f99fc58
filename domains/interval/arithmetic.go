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
	if a.kind != b.kind || !a.kind.Valid() {
		return d.addKinds(a, b)
	}
	s := spanOf(a.kind)
	width, carry := bits.Add64(a.width(), b.width(), 0)
	return s.between(s.wrap(s.bits(a.lo)+s.bits(b.lo)), s.wrap(s.bits(a.hi)+s.bits(b.hi)), width, carry)
}

func (d Domain) addKinds(a, b Interval) Interval {
	a, b, r, ok := machine.Operands(d, machine.Add, a, b)
	if !ok {
		return r
	}
	return d.Add(a, b)
}

// Sub is Binary of machine.Sub.
func (d Domain) Sub(a, b Interval) Interval {
	if a.kind != b.kind || !a.kind.Valid() {
		return d.subKinds(a, b)
	}
	s := spanOf(a.kind)
	width, carry := bits.Add64(a.width(), b.width(), 0)
	return s.between(s.wrap(s.bits(a.lo)-s.bits(b.hi)), s.wrap(s.bits(a.hi)-s.bits(b.lo)), width, carry)
}

func (d Domain) subKinds(a, b Interval) Interval {
	a, b, r, ok := machine.Operands(d, machine.Sub, a, b)
	if !ok {
		return r
	}
	return d.Sub(a, b)
}

// width is the greatest value less the least.
func (a Interval) width() uint64 { return uint64(a.hi) - uint64(a.lo) }

// least and greatest are the bits of the bounds.
func (a Interval) least() uint64    { return spanOf(a.kind).bits(a.lo) }
func (a Interval) greatest() uint64 { return spanOf(a.kind).bits(a.hi) }

// arc is the smallest interval of kind k that contains start, start+1, … and
// start+width, each modulo 2^k.Bits().
func arc(k machine.Kind, start, width uint64) Interval {
	s := spanOf(k)
	return s.between(s.wrap(start), s.wrap(start+width), width, 0)
}

// between is the smallest interval that contains all values on the way up from
// key first to key last, which takes high·2^64 + width steps. If that is so
// many steps that all values are passed, the interval is that of all values. So
// it is if the steps lead from the greatest value to its successor, the least.
func (s *span) between(first, last int64, width, high uint64) Interval {
	if first > last || width > s.width || high != 0 {
		return Interval{s.kind, s.min, s.max}
	}
	return Interval{s.kind, first, last}
}

// Unary covers op x for all x in a.
func (d Domain) Unary(op machine.Unary, a Interval) Interval {
	switch {
	case a.IsBottom():
		return a
	case a.IsTop():
		return a
	case op == machine.Neg:
		return arc(a.kind, -a.greatest(), a.width())
	case op == machine.Not:
		return arc(a.kind, ^a.greatest(), a.width())
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
	return arc(k, a.least(), a.width())
}

// multiply is the product. Its extremes are products of bounds.
func multiply(a, b Interval) Interval {
	s := spanOf(a.kind)
	if !a.kind.Signed() {
		leastHigh, least := bits.Mul64(a.least(), b.least())
		greatestHigh, greatest := bits.Mul64(a.greatest(), b.greatest())
		width, borrow := bits.Sub64(greatest, least, 0)
		return s.between(s.wrap(least), s.wrap(greatest), width, greatestHigh-leastHigh-borrow)
	}
	if isInt32(a.lo) && isInt32(a.hi) && isInt32(b.lo) && isInt32(b.hi) {
		w, x, y, z := a.lo*b.lo, a.lo*b.hi, a.hi*b.lo, a.hi*b.hi
		lo, hi := min(min(w, x), min(y, z)), max(max(w, x), max(y, z))
		return s.between(s.wrap(uint64(lo)), s.wrap(uint64(hi)), uint64(hi-lo), 0)
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
	return s.between(s.wrap(least.low), s.wrap(greatest.low), width, uint64(greatest.high-least.high)-borrow)
}

func isInt32(x int64) bool { return x == int64(int32(x)) }

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
