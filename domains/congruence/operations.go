package congruence

import (
	"math/bits"

	"github.com/seed38182bad/parallax/domains/machine"
)

// Binary covers x op y. It is best if both operands are known.
func (d Domain) Binary(op machine.Op, a, b Congruence) Congruence {
	if a.kind != b.kind || !a.kind.Valid() || op >= machine.NumOps {
		var r Congruence
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
	}
	if a.modulus|b.modulus == 0 {
		z, _ := machine.Apply(op, a.kind.Bitwise(a.rest), b.kind.Bitwise(b.rest))
		return Of(z)
	}
	switch op {
	case machine.Mul:
		return d.multiply(a, b)
	case machine.Quo:
		return d.quotient(a, b)
	case machine.Rem:
		return remainders(a, b)
	case machine.Shl, machine.Shr:
		return d.shift(op, a, b)
	}
	return bitwise(op, a, b)
}

// Add is Binary of machine.Add.
func (d Domain) Add(a, b Congruence) Congruence {
	modulus := power(a.modulus | b.modulus)
	switch {
	case a.kind != b.kind || !a.kind.Valid():
		return d.addKinds(a, b)
	case modulus == 0:
		return Congruence{0, a.kind.Bitwise(a.rest + b.rest).Bits(), a.kind}
	case a.modulus|a.rest == 0:
		return b
	case b.modulus|b.rest == 0:
		return a
	}
	return Congruence{modulus, (a.rest + b.rest) & (modulus - 1), a.kind}
}

// addKinds is the sum of operands that are not of one kind.
func (d Domain) addKinds(a, b Congruence) Congruence {
	a, b, r, ok := machine.Operands(d, machine.Add, a, b)
	if !ok {
		return r
	}
	return d.Add(a, b)
}

// Sub is Binary of machine.Sub.
func (d Domain) Sub(a, b Congruence) Congruence {
	modulus := power(a.modulus | b.modulus)
	switch {
	case a.kind != b.kind || !a.kind.Valid():
		return d.subKinds(a, b)
	case modulus == 0:
		return Congruence{0, a.kind.Bitwise(a.rest - b.rest).Bits(), a.kind}
	case b.modulus|b.rest == 0:
		return a
	}
	return Congruence{modulus, (a.rest - b.rest) & (modulus - 1), a.kind}
}

// subKinds is the difference of operands that are not of one kind.
func (d Domain) subKinds(a, b Congruence) Congruence {
	a, b, r, ok := machine.Operands(d, machine.Sub, a, b)
	if !ok {
		return r
	}
	return d.Sub(a, b)
}

// power is the greatest power of two that divides x.
func power(x uint64) uint64 { return x & -x }

func (d Domain) multiply(a, b Congruence) Congruence {
	switch one := uint64(1); {
	case a.modulus == 0 && a.rest == one:
		return b
	case b.modulus == 0 && b.rest == one:
		return a
	}
	// What a product has beside that of the rests; its trailing zeros are right modulo
	// 2^64.
	return modulo(a.kind, a.modulus*b.modulus|a.modulus*b.rest|b.modulus*a.rest, a.rest*b.rest)
}

// modulo describes the values of kind k that have the bits of x below the lowest one
// that is set in unknown.
func modulo(k machine.Kind, unknown, x uint64) Congruence {
	modulus := power(unknown)
	if modulus-1 >= ^uint64(0)>>(64-k.Bits()) {
		return Of(k.Bitwise(x))
	}
	return Congruence{modulus, x & (modulus - 1), k}
}

// bitwise is x op y for the operations on single bits, all of which depend on bits of
// the same place. A bit of an operand is known below the lowest one of its modulus. A
// bit of the result is known if it is the same for all that the operands may have
// there. (What a rest has above that does not matter: a bit of a result that does not
// depend on an unknown bit is the same with any.)
func bitwise(op machine.Op, a, b Congruence) Congruence {
	x, y := a.rest, b.rest
	anyX, anyY := -power(a.modulus), -power(b.modulus)
	switch op {
	case machine.And:
		return modulo(a.kind, anyX&(y|anyY)|anyY&(x|anyX), x&y)
	case machine.AndNot:
		return modulo(a.kind, anyX&(^y|anyY)|anyY&(x|anyX), x&^y)
	case machine.Or:
		return modulo(a.kind, anyX&(^y|anyY)|anyY&(^x|anyX), x|y)
	}
	return modulo(a.kind, anyX|anyY, x^y)
}

// quotient knows what an exact division by one number gives, and one that rounds
// all values down alike.
func (d Domain) quotient(a, b Congruence) Congruence {
	switch {
	case a.modulus|a.rest == 0:
		return a
	case b.modulus != 0:
		return d.All(a.kind)
	}
	by, negative := magnitude(b)
	switch {
	case by == 0:
		return Congruence{}
	case by == 1 && negative:
		return d.Unary(machine.Neg, a)
	case by == 1:
		return a
	case a.modulus%by != 0 || a.kind.Signed() && a.rest%by != 0:
		return d.All(a.kind)
	}
	modulus, rest := a.modulus/by, a.rest/by
	if negative && rest != 0 {
		rest = modulus - rest
	}
	return class(a.kind, modulus, rest)
}

// magnitude is that of the only value of c, and whether it is negative.
func magnitude(c Congruence) (uint64, bool) {
	if c.kind.Signed() && int64(c.rest) < 0 {
		return -c.rest, true
	}
	return c.rest, false
}

// remainders leaves x modulo all that divides each y: x % y is x less a multiple.
func remainders(a, b Congruence) Congruence {
	by, _ := magnitude(b)
	if b.modulus|by == 0 {
		return Congruence{}
	}
	if b.modulus == 0 && a.modulus%by == 0 && !a.kind.Signed() {
		return Congruence{0, a.rest % by, a.kind}
	}
	modulus := divisor(divisor(a.modulus, b.modulus), by)
	return class(a.kind, modulus, remainder(a.kind, modulus, a.rest))
}

func (d Domain) shift(op machine.Op, a, count Congruence) Congruence {
	var r Congruence
	// All counts from the width on do the same. The rest is the least count that is
	// not negative, but for a single value.
	w, n := uint64(a.kind.Bits()), count.rest
	if count.modulus == 0 && count.kind.Signed() && int64(n) < 0 {
		return r
	}
	for n < w {
		r = d.Join(r, d.shiftBy(op, a, n))
		if count.modulus == 0 {
			return r
		}
		n += min(count.modulus, w)
	}
	// Of a signed count, a rest may be the only value that is not negative.
	if _, greatest, _ := d.Bounds(count); greatest.Bits() >= w {
		r = d.Join(r, d.shiftBy(op, a, w))
	}
	return r
}

func (d Domain) shiftBy(op machine.Op, a Congruence, n uint64) Congruence {
	switch {
	case a.modulus == 0:
		z, _ := machine.Apply(op, a.kind.Bitwise(a.rest), machine.Uint64.Bitwise(n))
		return Of(z)
	case n == 0:
		return a
	case op == machine.Shl:
		return modulo(a.kind, a.modulus<<n, a.rest<<n)
	case n >= uint64(a.kind.Bits()) && !a.kind.Signed():
		return Congruence{0, 0, a.kind}
	case bits.TrailingZeros64(a.modulus) >= int(n):
		return class(a.kind, a.modulus>>n, a.rest>>n)
	}
	return d.All(a.kind)
}
