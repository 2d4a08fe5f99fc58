package congruence

import (
	"math/bits"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of congruences with the operations of programs. It
// implements machine.Domain.
type Domain struct{}

// Bottom describes nothing.
func (Domain) Bottom() Congruence { return Congruence{} }

// Top describes everything.
func (Domain) Top() Congruence { return top }

// Of describes x alone.
func (Domain) Of(x machine.Value) Congruence { return Of(x) }

// All describes all values of kind k.
func (Domain) All(k machine.Kind) Congruence {
	if !k.Valid() {
		return Congruence{}
	}
	return Congruence{1, 0, k}
}

// Kind is the kind of what c describes, NoKind for bottom and top.
func (Domain) Kind(c Congruence) machine.Kind { return c.kind }

// Contains reports whether x leaves the remainder of c.
func (d Domain) Contains(c Congruence, x machine.Value) bool {
	return x.Kind().Valid() && d.Leq(Of(x), c)
}

// Bounds are the least and the greatest value that c describes.
func (Domain) Bounds(c Congruence) (least, greatest machine.Value, ok bool) {
	return c.Within(c.kind.Min(), c.kind.Max())
}

// Leq reports whether the modulus of b divides that of a and their remainders agree.
func (Domain) Leq(a, b Congruence) bool {
	switch {
	case a.kind != b.kind:
		return a == Congruence{} || b == top
	case isPower(b.modulus):
		return (a.modulus|(a.rest-b.rest))&(b.modulus-1) == 0
	case b.modulus == 0:
		return a.modulus == 0 && a.rest == b.rest
	}
	return a.modulus%b.modulus == 0 && remainder(b.kind, b.modulus, a.rest) == b.rest
}

// isPower reports whether x is a power of two.
func isPower(x uint64) bool { return x-1 < x^(x-1) }

// Equal reports a == b.
func (Domain) Equal(a, b Congruence) bool { return a == b }

// Join has the greatest modulus that divides those of a and b and the difference
// of their remainders.
func (Domain) Join(a, b Congruence) Congruence {
	if a.kind != b.kind || !isPower(a.modulus) && !isPower(b.modulus) {
		return join(a, b)
	}
	// What divides a power of two is one, and the last bit of all three.
	modulus := power(a.modulus | b.modulus | (a.rest - b.rest))
	return Congruence{modulus, a.rest & (modulus - 1), a.kind}
}

func join(a, b Congruence) Congruence {
	switch (Congruence{}) {
	case a:
		return b
	case b:
		return a
	}
	if a.kind != b.kind {
		return top
	}
	least, difference := order(a, b)
	modulus := divisor(divisor(a.modulus, b.modulus), difference)
	if modulus == 0 {
		return a
	}
	return Congruence{modulus, remainder(a.kind, modulus, least), a.kind}
}

// order is the remainder that is the least as bits, which is not negative
// if one is not, and the distance between the numbers.
func order(a, b Congruence) (least, difference uint64) {
	x, y := a.rest, b.rest
	if x > y {
		x, y = y, x
	}
	if a.kind.Signed() && int64(x^y) < 0 {
		return x, x - y
	}
	return x, y - x
}

// divisor is the greatest common divisor of x and y (Stein's algorithm); 0 is
// divided by everything.
func divisor(x, y uint64) uint64 {
	if x == 0 || y == 0 || x == y {
		return x | y
	}
	shared := bits.TrailingZeros64(x | y)
	x >>= bits.TrailingZeros64(x)
	for y != 0 {
		y >>= bits.TrailingZeros64(y)
		x, y = min(x, y), max(x, y)-min(x, y)
	}
	return x << shared
}

// Merge is Join, and says which operand the result is.
func (d Domain) Merge(a, b Congruence) (Congruence, lattice.Side) {
	j := d.Join(a, b)
	return j, lattice.SideOf(j, a, b)
}

// Meet describes exactly the values that both do. Its modulus is the least common
// multiple.
func (d Domain) Meet(a, b Congruence) Congruence {
	switch {
	case a.kind == b.kind && isPower(a.modulus) && isPower(b.modulus):
		if (a.rest-b.rest)&(a.modulus-1)&(b.modulus-1) != 0 {
			return Congruence{}
		}
		if a.modulus < b.modulus {
			return b
		}
		return a
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	case a.kind != b.kind || a.modulus == 0 || b.modulus == 0:
		return Congruence{}
	}
	return meet(a, b)
}

// meet solves x ≡ a.rest (mod a.modulus) and x ≡ b.rest (mod b.modulus) for moduli
// that are not 0 (the Chinese remainder theorem).
func meet(a, b Congruence) Congruence {
	shared := divisor(a.modulus, b.modulus)
	if a.rest > b.rest {
		a, b = b, a
	}
	gap := b.rest - a.rest
	if gap%shared != 0 {
		return Congruence{}
	}
	// The solution in [0, a.modulus·cofactor) is a.rest + a.modulus·steps.
	cofactor := b.modulus / shared
	high, low := bits.Mul64(gap/shared%cofactor, inverse(a.modulus/shared%cofactor, cofactor))
	_, steps := bits.Div64(high, low, cofactor)
	high, low = bits.Mul64(a.modulus, steps)
	rest, carry := bits.Add64(low, a.rest, 0)
	restHigh := high + carry
	modulusHigh, modulus := bits.Mul64(a.modulus, cofactor)
	switch {
	case modulusHigh == 0:
		return class(a.kind, modulus, rest)
	case restHigh == 0 && rest <= a.kind.Max().Bits():
		return Congruence{0, rest, a.kind}
	}
	// A modulus of at least 2^64 leaves one negative number to try.
	below, borrow := bits.Sub64(rest, modulus, 0)
	high, _ = bits.Sub64(restHigh, modulusHigh, borrow)
	if high == ^uint64(0) && a.kind.Signed() && int64(below) >= int64(a.kind.Min().Bits()) && int64(below) < 0 {
		return Congruence{0, below, a.kind}
	}
	return Congruence{}
}

// inverse is 1/x modulo a modulus that has no divisor in common with x.
func inverse(x, modulus uint64) uint64 {
	// Euclid's algorithm, with x·s ≡ r and x·t ≡ q throughout. The coefficients
	// stay within the modulus, and their differences are taken modulo it.
	r, q, s, t := x, modulus, uint64(1)%modulus, uint64(0)
	for q != 0 {
		high, low := bits.Mul64(r/q%modulus, t)
		_, product := bits.Div64(high%modulus, low, modulus)
		r, q = q, r%q
		if s >= product {
			s, t = t, s-product
		} else {
			s, t = t, s+(modulus-product)
		}
	}
	return s
}

// Narrow is next: chains are finite.
func (Domain) Narrow(_, next Congruence) Congruence { return next }
