package interval

import (
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
	var r Interval
	for _, x := range signs(a) {
		for _, y := range signs(b) {
			if x.IsBottom() || y.IsBottom() {
				continue
			}
			lo, hi := bitwiseBounds(op, x.least(), x.greatest(), y.least(), y.greatest())
			r = Domain{}.Join(r, hull(a.kind.Bitwise(lo), a.kind.Bitwise(hi)))
		}
	}
	return r
}

// signs are the negative and the other values of a.
func signs(a Interval) [2]Interval {
	if !a.kind.Signed() {
		return [2]Interval{{}, a}
	}
	return [2]Interval{narrowed(a, a.lo, min(-1, a.hi)), narrowed(a, max(0, a.lo), a.hi)}
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

// highest is the highest bit that is set in x, 0 if none is.
func highest(x uint64) uint64 { return 1 << 63 >> bits.LeadingZeros64(x) }

// minOr raises a or c to where it has a bit that the other one has anyway and zeros
// below it, at the highest bit possible.
func minOr(a, b, c, d uint64) uint64 {
	for differ := a ^ c; differ != 0; {
		m := highest(differ)
		differ &^= m
		if c&m != 0 {
			if up := (a | m) & -m; up <= b {
				return up | c
			}
		} else if up := (c | m) & -m; up <= d {
			return a | up
		}
	}
	return a | c
}

// maxOr lowers b or d to where a bit that both have is exchanged for ones below it,
// at the highest bit possible.
func maxOr(a, b, c, d uint64) uint64 {
	for common := b & d; common != 0; {
		m := highest(common)
		common &^= m
		if down := (b - m) | (m - 1); down >= a {
			return down | d
		}
		if down := (d - m) | (m - 1); down >= c {
			return b | down
		}
	}
	return b | d
}

// minXor raises a or c to where both have a bit, at each bit where one of them has it.
func minXor(a, b, c, d uint64) uint64 {
	for differ := a ^ c; differ != 0; {
		m := highest(differ)
		if c&m != 0 {
			if up := (a | m) & -m; up <= b {
				a = up
			}
		} else if up := (c | m) & -m; up <= d {
			c = up
		}
		differ = (a ^ c) & (m - 1)
	}
	return a ^ c
}
