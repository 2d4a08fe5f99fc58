package interval

import (
	"math/bits"

	"github.com/seed38182bad/parallax/domains/machine"
)

// bitwise is x op y for the operations on single bits. An operand with values
// of both signs is split. So bits extended to 64 are ordered as the values are,
// and so are those of the results.
func bitwise(op machine.Op, a, b Interval) Interval {
	if op == machine.AndNot {
		op, b = machine.And, Domain{}.Unary(machine.Not, b)
	}
	s := spanOf(a.kind)
	switch {
	case s.flip == 0 && a.lo^a.hi < 0:
		x := bitwise(op, Interval{a.kind, a.lo, -1}, b)
		y := bitwise(op, Interval{a.kind, 0, a.hi}, b)
		return Interval{a.kind, min(x.lo, y.lo), max(x.hi, y.hi)}
	case s.flip == 0 && b.lo^b.hi < 0:
		x := bitwise(op, a, Interval{b.kind, b.lo, -1})
		y := bitwise(op, a, Interval{b.kind, 0, b.hi})
		return Interval{a.kind, min(x.lo, y.lo), max(x.hi, y.hi)}
	}
	lo, hi := bitwiseBounds(op, s.bits(a.lo), s.bits(a.hi), s.bits(b.lo), s.bits(b.hi))
	return Interval{a.kind, int64(lo ^ s.flip), int64(hi ^ s.flip)}
}

// bitwiseBounds are the least and the greatest x op y for x from a to b and y from c
// to d, all without sign.
func bitwiseBounds(op machine.Op, a, b, c, d uint64) (lo, hi uint64) {
	switch op {
	case machine.And: // By De Morgan's laws, x & y is ^(^x | ^y).
		lo, hi = orBounds(^b, ^a, ^d, ^c)
		return ^hi, ^lo
	case machine.Or:
		return orBounds(a, b, c, d)
	}
	return minXor(a, b, c, d), ^minXor(a, b, ^d, ^c) // x ^ y is ^(x ^ ^y).
}

// The bounds are found in Warren's way, but without trying bits in which nothing
// can be changed. Let h be the highest bit in which a < b differ: b has it, a does
// not, and above it they agree. So, for a bit m,
//   - if a does not have m, then a with m set and zeros below is at most b exactly if m ≤ h;
//   - if b has m, then b with m cleared and ones below is at least a exactly if m ≤ h.

// highest is the highest bit that is set in x, 0 if none is.
func highest(x uint64) uint64 { return 1 << 63 >> uint(bits.LeadingZeros64(x)) }

// upTo is all bits up to the highest one that is set in x.
func upTo(x uint64) uint64 { return ^uint64(0) >> uint(bits.LeadingZeros64(x)) }

// orBounds are the least and the greatest x | y.
//
// The least one raises a or c at the highest possible bit m that the other one has
// anyway. This changes in a|c only the bits below m, which the raised one loses. The
// greatest one lowers b or d at the highest possible bit m that the other one has
// anyway. All bits below m are then set in b|d, whichever is lowered. Neither takes a
// branch, because none could be foreseen.
func orBounds(a, b, c, d uint64) (lo, hi uint64) {
	freeA, freeC := upToOrLast(a^b), upToOrLast(c^d)
	raiseA, raiseC := c&^a&freeA, a&^c&freeC
	all := upToOrLast(raiseA | raiseC)
	below := all >> 1
	fromA := below
	if raiseA&(all^below) == 0 {
		fromA = 0
	}
	return a&^fromA | c&^(below^fromA), b | d | upToOrLast(b&d&(freeA|freeC))>>1
}

// upToOrLast is upTo, but has the last bit in any case. That changes no bounds of x | y,
// as there are no bits below the last one, and spares a test for 0 and one for a shift
// by 64.
func upToOrLast(x uint64) uint64 { return ^uint64(0) >> (uint(bits.LeadingZeros64(x|1)) & 63) }

// minXor raises a or c at each bit possible that only the other one has, from the
// highest one down. One that is raised below its bit h is free in all lower bits, and
// can be made to agree in them.
func minXor(a, b, c, d uint64) uint64 {
	for {
		raiseA, raiseC := c&^a&upTo(a^b), a&^c&upTo(c^d)
		m, free := highest(raiseA|raiseC), false
		switch {
		case m == 0:
			return a ^ c
		case raiseA&m != 0:
			free = m < highest(a^b)
			a = (a | m) & -m
		default:
			free = m < highest(c^d)
			c = (c | m) & -m
		}
		if free {
			return (a ^ c) & -m
		}
	}
}
