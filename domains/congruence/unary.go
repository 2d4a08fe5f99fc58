package congruence

import (
	knownbits "github.com/seed38182bad/parallax/domains/bits"
	"github.com/seed38182bad/parallax/domains/machine"
)

// OfBits is the least element that describes all values that b does: it knows
// their trailing bits.
func OfBits(b knownbits.Bits) Congruence {
	k := knownbits.Domain{}.Kind(b)
	switch {
	case k.Valid():
		return modulo(k, b.Unknown(), k.Bitwise(b.Ones()).Bits())
	case b == knownbits.Bits{}:
		return Congruence{}
	}
	return top
}

// Bits are the trailing bits that all values of c have in common, or all bits of a
// single value.
func (c Congruence) Bits() knownbits.Bits {
	if !c.kind.Valid() || c.modulus == 0 {
		if c == top {
			return knownbits.Domain{}.Top()
		}
		return knownbits.Of(c.kind.Bitwise(c.rest))
	}
	trailing := power(c.modulus) - 1
	unknown := ^trailing & (1<<c.kind.Bits() - 1)
	b, _ := knownbits.New(c.kind, c.rest&trailing, unknown)
	return b
}

// Unary covers op x, and is best.
func (d Domain) Unary(op machine.Unary, a Congruence) Congruence {
	switch {
	case a == Congruence{}:
		return a
	case !a.kind.Valid() || op >= machine.NumUnaries:
		return top
	case a.modulus == 0:
		z, _ := machine.ApplyUnary(op, a.kind.Bitwise(a.rest))
		return Of(z)
	case op == machine.Not:
		// -1-x or, if unsigned, the greatest value less x.
		return Congruence{a.modulus, mirror(a, a.kind.Bitwise(^uint64(0)).Bits()), a.kind}
	}
	return d.negate(a)
}

// mirror is the remainder of x-a.rest, where x is a.rest at least or else -1 or 0.
func mirror(a Congruence, x uint64) uint64 {
	r := remainder(a.kind, a.modulus, x)
	if r < a.rest {
		r += a.modulus
	}
	return r - a.rest
}

func (d Domain) negate(a Congruence) Congruence {
	if x, y, ok := d.pair(a); ok {
		return d.Join(d.Unary(machine.Neg, Of(x)), d.Unary(machine.Neg, Of(y)))
	}
	switch wraps := d.Contains(a, a.kind.Min()); {
	case wraps:
		return modulo(a.kind, a.modulus, -a.rest)
	case a.kind.Signed():
		return class(a.kind, a.modulus, mirror(a, 0))
	}
	// The numbers are 2^w-x, which is one more than the greatest value less x.
	r := mirror(a, a.kind.Max().Bits()) + 1
	if r == a.modulus {
		r = 0
	}
	return class(a.kind, a.modulus, r)
}

// pair are the values of a if they are two.
func (d Domain) pair(a Congruence) (x, y machine.Value, ok bool) {
	x, y, _ = d.Bounds(a)
	return x, y, a.modulus != 0 && y.Bits()-x.Bits() == a.modulus
}

// Convert covers the conversion of x to kind k, and is best if k has no fewer
// bits.
func (d Domain) Convert(a Congruence, k machine.Kind) Congruence {
	switch {
	case a == Congruence{} || !k.Valid():
		return Congruence{}
	case a == top:
		return d.All(k)
	case a.modulus == 0:
		return Of(a.kind.Bitwise(a.rest).Convert(k))
	}
	x, y, _ := d.Bounds(a)
	switch _, _, two := d.pair(a); {
	case two:
		return d.Join(Of(x.Convert(k)), Of(y.Convert(k)))
	case x.Fits(k) && y.Fits(k):
		return Congruence{a.modulus, a.rest, k}
	}
	return modulo(k, a.modulus, a.rest)
}

// Test narrows a and b to the values that can be in a pair for which x c y
// holds. It is best.
func (d Domain) Test(c machine.Cmp, a, b Congruence) (Congruence, Congruence) {
	a, b, ok := machine.Comparands(d, a, b)
	if !ok {
		return a, b
	}
	switch c {
	case machine.Eq:
		m := d.Meet(a, b)
		return m, m
	case machine.Ne:
		x, y := d.without(a, b), d.without(b, a)
		if x == (Congruence{}) || y == (Congruence{}) {
			return Congruence{}, Congruence{}
		}
		return x, y
	case machine.Lt, machine.Le:
		return d.less(c == machine.Lt, a, b)
	case machine.Gt, machine.Ge:
		b, a = d.less(c == machine.Gt, b, a)
	}
	return a, b
}

// without leaves out the value of b if b is one. That tells something only if
// there are few to choose from.
func (d Domain) without(a, b Congruence) Congruence {
	if b.modulus != 0 || !d.Leq(b, a) {
		return a
	}
	if a.modulus == 0 {
		return Congruence{}
	}
	least, greatest, _ := d.Bounds(a)
	one, two := Of(least), Of(greatest)
	switch {
	case greatest.Bits()-least.Bits() == a.modulus && b == one:
		return two
	case greatest.Bits()-least.Bits() == a.modulus:
		return one
	case greatest.Bits()-least.Bits() == 2*a.modulus && b != one && b != two:
		return d.Join(one, two)
	}
	return a
}

// less tests a < b if strict and a ≤ b if not.
func (d Domain) less(strict bool, a, b Congruence) (Congruence, Congruence) {
	k := a.kind
	least, _, _ := d.Bounds(a)
	_, greatest, _ := d.Bounds(b)
	if strict {
		if least == k.Max() || greatest == k.Min() {
			return Congruence{}, Congruence{}
		}
		least, greatest = k.Bitwise(least.Bits()+1), k.Bitwise(greatest.Bits()-1)
	}
	a, b = within(a, k.Min(), greatest), within(b, least, k.Max())
	if a == (Congruence{}) || b == (Congruence{}) {
		return Congruence{}, Congruence{}
	}
	return a, b
}

// within leaves out the values that are not from lo to hi. That tells something
// only if it leaves one or none.
func within(a Congruence, lo, hi machine.Value) Congruence {
	x, y, ok := a.Within(lo, hi)
	switch {
	case !ok:
		return Congruence{}
	case x == y:
		return Of(x)
	}
	return a
}
