package bits

import (
	"math/bits"

	"github.com/seed38182bad/parallax/domains/machine"
)

// multiply is the sum of partial products, one for each bit of a. All of its
// parts are monotone.
func multiply(a, b Bits) Bits {
	sum := Bits{kind: a.kind}
	for i := range a.kind.Bits() {
		switch bit := uint64(1) << i; {
		case a.ones&bit != 0:
			sum = add(sum, shiftBy(machine.Shl, b, uint64(i)))
		case a.unknown&bit != 0:
			sum = add(sum, shiftBy(machine.Shl, Bits{0, b.ones | b.unknown, b.kind}, uint64(i)))
		}
	}
	return sum
}

// divide covers quotients and remainders by way of magnitudes. Operands are
// split by their signs. A magnitude fits into the bits of its kind if these are
// taken as unsigned.
func divide(op machine.Op, a, b Bits) Bits {
	var r Bits
	for _, x := range a.magnitudes() {
		for _, y := range b.magnitudes() {
			var m Bits
			if op == machine.Quo {
				m = quotient(x.Bits, y.Bits)
			} else {
				m, y.negative = remainder(x.Bits, y.Bits), false
			}
			if m.kind.Valid() && x.negative != y.negative {
				m = sub(Bits{kind: a.kind}, m)
			}
			r = Domain{}.Join(r, m)
		}
	}
	return r
}

type magnitude struct {
	Bits
	negative bool
}

// magnitudes are those of the values that are not negative and of those that
// are; bottom where there are none.
func (b Bits) magnitudes() [2]magnitude {
	s := sign(b.kind)
	var parts [2]magnitude
	if b.ones&s == 0 {
		parts[0].Bits = Bits{b.ones, b.unknown &^ s, b.kind}
	}
	if (b.ones|b.unknown)&s != 0 {
		parts[1] = magnitude{sub(Bits{kind: b.kind}, Bits{b.ones | s, b.unknown &^ s, b.kind}), true}
	}
	return parts
}

// quotient is of unsigned bits.
func quotient(a, b Bits) Bits {
	greatest := b.ones | b.unknown
	if a == (Bits{}) || greatest == 0 {
		return Bits{}
	}
	if b.unknown == 0 && b.ones&(b.ones-1) == 0 {
		n := bits.TrailingZeros64(b.ones)
		return Bits{a.ones >> n, a.unknown >> n, a.kind}
	}
	return between(a.ones/greatest, (a.ones|a.unknown)/max(b.ones, 1), a.kind)
}

// remainder is of unsigned bits.
func remainder(a, b Bits) Bits {
	greatest := b.ones | b.unknown
	if a == (Bits{}) || greatest == 0 {
		return Bits{}
	}
	if a.ones|a.unknown < b.ones {
		return a
	}
	// The trailing bits are those of a as far as b is a multiple of a power of two.
	trailing := greatest&-greatest - 1
	r := between(0, min(a.ones|a.unknown, greatest-1), a.kind)
	r.ones |= a.ones & trailing
	r.unknown &^= trailing &^ a.unknown
	return r
}

// between is what unsigned bits from least to greatest have in common.
func between(least, greatest uint64, k machine.Kind) Bits {
	unknown := uint64(1)<<bits.Len64(least^greatest) - 1
	return Bits{least &^ unknown, unknown, k}
}
