package bits

import (
	"math/bits"

	"github.com/seed38182bad/parallax/domains/machine"
)

// Test narrows a and b to the values that can be in a pair for which x c y
// holds. It is best.
func (d Domain) Test(c machine.Cmp, a, b Bits) (Bits, Bits) {
	a, b, ok := machine.Comparands(d, a, b)
	if !ok {
		return a, b
	}
	switch c {
	case machine.Eq:
		m := d.Meet(a, b)
		return m, m
	case machine.Ne:
		x, y := a.without(b), b.without(a)
		if x == (Bits{}) || y == (Bits{}) {
			return Bits{}, Bits{}
		}
		return x, y
	case machine.Lt, machine.Le:
		return less(c == machine.Lt, a, b)
	case machine.Gt, machine.Ge:
		b, a = less(c == machine.Gt, b, a)
	}
	return a, b
}

// without leaves out the value of b if b is one. That tells something only if
// there are no more than two to choose from.
func (a Bits) without(b Bits) Bits {
	if b.unknown != 0 || !(Domain{}).Leq(b, a) {
		return a
	}
	switch bits.OnesCount64(a.unknown) {
	case 0:
		return Bits{}
	case 1:
		return Bits{b.ones ^ a.unknown, 0, a.kind}
	}
	return a
}

// less tests a < b if strict and a ≤ b if not.
func less(strict bool, a, b Bits) (Bits, Bits) {
	a, b = a.flip(), b.flip()
	least, greatest := a.ones, b.ones|b.unknown
	if strict {
		if least == width(a.kind) || greatest == 0 {
			return Bits{}, Bits{}
		}
		least, greatest = least+1, greatest-1
	}
	if a.ones > greatest {
		return Bits{}, Bits{}
	}
	return a.atMost(greatest).flip(), b.atLeast(least).flip()
}

// flip turns the sign round if it is known, so that bits of signed values are
// ordered as those of unsigned ones are. An unknown sign stays unknown.
func (b Bits) flip() Bits {
	b.ones ^= sign(b.kind) &^ b.unknown
	return b
}

// atMost keeps the values up to limit, of which there is one. A bit that is added to
// the least value must not lead beyond the limit.
func (b Bits) atMost(limit uint64) Bits {
	b.unknown &= 1<<bits.Len64(limit-b.ones) - 1
	return b
}

// atLeast keeps the values from limit on, of which there is one.
func (b Bits) atLeast(limit uint64) Bits {
	forced := b.unknown &^ (1<<bits.Len64((b.ones|b.unknown)-limit) - 1)
	b.ones |= forced
	b.unknown &^= forced
	return b
}
