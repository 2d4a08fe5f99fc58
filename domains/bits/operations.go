package bits

import "github.com/seed38182bad/parallax/domains/machine"

// Binary covers x op y. It is best for all but multiplication, division and
// remainder, and for these if both operands are known.
func (d Domain) Binary(op machine.Op, a, b Bits) Bits {
	if a.kind != b.kind || !a.kind.Valid() || op.IsShift() {
		var r Bits
		var ok bool
		if a, b, r, ok = machine.Operands(d, op, a, b); !ok {
			return r
		}
	}
	if a.unknown|b.unknown == 0 {
		z, _ := machine.Apply(op, a.kind.Bitwise(a.ones), b.kind.Bitwise(b.ones))
		return Of(z)
	}
	// Bits that may be 1.
	x, y := a.ones|a.unknown, b.ones|b.unknown
	switch op {
	case machine.Add:
		return add(a, b)
	case machine.Sub:
		return sub(a, b)
	case machine.Mul:
		return multiply(a, b)
	case machine.Quo, machine.Rem:
		return divide(op, a, b)
	case machine.And:
		return a.where(a.ones&b.ones, x&y)
	case machine.Or:
		return a.where(a.ones|b.ones, x|y)
	case machine.Xor:
		either := a.unknown | b.unknown
		return a.where((a.ones^b.ones)&^either, a.ones^b.ones|either)
	case machine.AndNot:
		return a.where(a.ones&^y, x&^b.ones)
	case machine.Shl, machine.Shr:
		return shift(op, a, b)
	}
	return top
}

// where is of the kind of b. Its bits in ones are 1, and those outside possible
// are 0.
func (b Bits) where(ones, possible uint64) Bits {
	return Bits{ones, possible &^ ones, b.kind}
}

// add is best (tnum_add): a carry is unknown where the sum of the least values and
// the sum of the greatest have different ones.
func add(a, b Bits) Bits {
	least := a.ones + b.ones
	greatest := least + a.unknown + b.unknown
	unknown := (least ^ greatest | a.unknown | b.unknown) & width(a.kind)
	return Bits{least &^ unknown & width(a.kind), unknown, a.kind}
}

// sub is best (tnum_sub).
func sub(a, b Bits) Bits {
	difference := a.ones - b.ones
	greatest, least := difference+a.unknown, difference-b.unknown
	unknown := (least ^ greatest | a.unknown | b.unknown) & width(a.kind)
	return Bits{difference &^ unknown & width(a.kind), unknown, a.kind}
}

func shift(op machine.Op, a, count Bits) Bits {
	count = Domain{}.Meet(count, Bits{0, width(count.kind) &^ sign(count.kind), count.kind})
	var r Bits
	if count == r {
		return r
	}
	w := uint64(a.kind.Bits())
	// All counts from w on do the same.
	for n := count.ones; n < w && n <= count.ones|count.unknown; n++ {
		if (n^count.ones)&^count.unknown == 0 {
			r = Domain{}.Join(r, shiftBy(op, a, n))
		}
	}
	if count.ones|count.unknown >= w {
		r = Domain{}.Join(r, shiftBy(op, a, w))
	}
	return r
}

func shiftBy(op machine.Op, a Bits, n uint64) Bits {
	ones, unknown := a.ones, a.unknown
	switch {
	case op == machine.Shl:
		ones, unknown = ones<<n, unknown<<n
	case a.kind.Signed():
		ones, unknown = uint64(a.extend(ones)>>n), uint64(a.extend(unknown)>>n)
	default:
		ones, unknown = ones>>n, unknown>>n
	}
	return Bits{ones & width(a.kind), unknown & width(a.kind), a.kind}
}

// extend repeats the bit of the sign.
func (b Bits) extend(digits uint64) int64 {
	beyond := 64 - b.kind.Bits()
	return int64(digits<<beyond) >> beyond
}

// Unary covers op x, and is best.
func (d Domain) Unary(op machine.Unary, a Bits) Bits {
	switch {
	case a == Bits{}:
		return a
	case !a.kind.Valid() || op >= machine.NumUnaries:
		return top
	case op == machine.Neg:
		return sub(Bits{kind: a.kind}, a)
	}
	return Bits{a.Zeros(), a.unknown, a.kind}
}

// Convert covers the conversion of x to kind k, and is best.
func (d Domain) Convert(a Bits, k machine.Kind) Bits {
	switch {
	case a == Bits{} || !k.Valid():
		return Bits{}
	case a == top:
		return d.All(k)
	case a.kind.Signed():
		return Bits{uint64(a.extend(a.ones)) & width(k), uint64(a.extend(a.unknown)) & width(k), k}
	}
	return Bits{a.ones & width(k), a.unknown & width(k), k}
}
