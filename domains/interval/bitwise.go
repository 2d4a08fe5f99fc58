package interval

import (
	"math"
	"math/bits"

	"github.com/seed38182bad/parallax/domains/machine"
)

// bitwise is x op y for the operations on single bits. The operands are split by
// their sign, so that bits extended to 64 are ordered as the values are, and so are
// those of the results of each pair of parts.
func bitwise(op machine.Op, a, b Interval) Interval {
	if op == machine.AndNot {
		return bitwise(machine.And, a, Domain{}.Unary(machine.Not, b))
	}
	s := spanOf(a.kind)
	xs, ys := split(a), split(b)
	r := Interval{a.kind, math.MaxInt64, math.MinInt64}
	for _, x := range xs.used() {
		for _, y := range ys.used() {
			lo, hi := bitwiseBounds(op, x.lo, x.hi, y.lo, y.hi)
			r.lo, r.hi = min(r.lo, int64(lo^s.flip)), max(r.hi, int64(hi^s.flip))
		}
	}
	return r
}

// parts are the negative values of an interval and the others, as bits; or the one
// of these that there is.
type parts struct {
	parts [2]struct{ lo, hi uint64 }
	n     int
}

func (p *parts) used() []struct{ lo, hi uint64 } { return p.parts[:p.n] }

func split(a Interval) (p parts) {
	least, greatest := a.least(), a.greatest()
	p.parts[0].lo, p.parts[0].hi, p.n = least, greatest, 1
	if a.kind.Signed() && a.lo < 0 && a.hi >= 0 {
		p.parts[0].hi = ^uint64(0)
		p.parts[1].lo, p.parts[1].hi, p.n = 0, greatest, 2
	}
	return p
}

// bitwiseBounds are the least and the greatest x op y for x from a to b and y from c
// to d, all without sign.
func bitwiseBounds(op machine.Op, a, b, c, d uint64) (lo, hi uint64) {
	switch op {
	case machine.And: // By De Morgan's laws, x & y is ^(^x | ^y).
		return ^maxOr(^b, ^a, ^d, ^c), ^minOr(^b, ^a, ^d, ^c)
	case machine.Or:
		return minOr(a, b, c, d), maxOr(a, b, c, d)
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

// minOr raises a or c at the highest bit possible that the other one has anyway.
func minOr(a, b, c, d uint64) uint64 {
	raiseA, raiseC := c&^a&upTo(a^b), a&^c&upTo(c^d)
	switch m := highest(raiseA | raiseC); {
	case raiseA&m != 0:
		a = (a | m) & -m
	case raiseC&m != 0:
		c = (c | m) & -m
	}
	return a | c
}

// maxOr lowers b or d at the highest bit possible that the other one has anyway.
func maxOr(a, b, c, d uint64) uint64 {
	lowerB, lowerD := b&d&upTo(a^b), b&d&upTo(c^d)
	switch m := highest(lowerB | lowerD); {
	case lowerB&m != 0:
		b = b - m | (m - 1)
	case lowerD&m != 0:
		d = d - m | (m - 1)
	}
	return b | d
}

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
