package intset

import (
	"math/bits"

	"github.com/seed38182bad/parallax/domains/machine"
)

// Binary covers x op y. On sets it has the results of all pairs.
func (d Domain) Binary(op machine.Op, a, b Set) Set {
	a, b, r, ok := machine.Operands(d, op, a, b)
	switch {
	case !ok:
		return r
	case a.whole || b.whole:
		return d.ofAll(op, a, b)
	}
	c := d.collect(a.kind)
	for _, x := range a.values {
		for _, y := range b.values {
			if z, ok := machine.Apply(op, x, y); ok && !c.add(z) {
				return c.set()
			}
		}
	}
	return c.set()
}

// ofAll is Binary where one operand is all values of its kind. It knows what few
// results there are.
func (d Domain) ofAll(op machine.Op, a, b Set) Set {
	c := d.collect(a.kind)
	switch {
	case b.whole && a.whole:
		return d.All(a.kind)
	case b.whole:
		for _, x := range a.values {
			if !d.left(c, op, x) {
				return d.All(a.kind)
			}
		}
	default:
		for _, y := range b.values {
			if !d.right(c, op, y) {
				return d.All(a.kind)
			}
		}
	}
	return c.set()
}

// left collects the results of x op y for all y, and reports whether it could.
func (d Domain) left(c *collector, op machine.Op, x machine.Value) bool {
	switch op {
	case machine.And, machine.AndNot:
		return submasks(c, x.Bits(), 0)
	case machine.Or:
		return submasks(c, ^x.Bits(), x.Bits())
	case machine.Mul:
		return multiples(c, x)
	case machine.Quo:
		return divided(c, x)
	case machine.Rem:
		return reduced(c, x)
	case machine.Shl, machine.Shr:
		for n := range uint64(c.kind.Bits()) + 1 {
			z, _ := machine.Apply(op, x, machine.Uint64.Bitwise(n))
			if !c.add(z) {
				return false
			}
		}
		return true
	}
	return false
}

// right collects the results of x op y for all x.
func (d Domain) right(c *collector, op machine.Op, y machine.Value) bool {
	k := c.kind
	switch op {
	case machine.And:
		return submasks(c, y.Bits(), 0)
	case machine.AndNot:
		return submasks(c, ^y.Bits(), 0)
	case machine.Or:
		return submasks(c, ^y.Bits(), y.Bits())
	case machine.Mul:
		return multiples(c, y)
	case machine.Quo:
		return y.Sign() == 0 || quotients(c, y)
	case machine.Rem:
		return y.Sign() == 0 || remainders(c, y)
	case machine.Shl, machine.Shr:
		if y.Sign() < 0 {
			return true
		}
		n := min(y.Bits(), uint64(k.Bits()))
		if op == machine.Shl {
			return submasks(c, ^uint64(0)<<n, 0)
		}
		least, _ := machine.Apply(op, k.Min(), machine.Uint64.Bitwise(n))
		greatest, _ := machine.Apply(op, k.Max(), machine.Uint64.Bitwise(n))
		return between(c, least, greatest)
	}
	return false
}

// submasks collects all combinations of the bits in mask with those in fixed.
func submasks(c *collector, mask, fixed uint64) bool {
	mask &= limit(c.kind)
	if bits.OnesCount64(mask) >= bits.Len(uint(c.limit)) {
		return false
	}
	for sub := mask; ; sub = (sub - 1) & mask {
		if !c.add(c.kind.Bitwise(sub | fixed)) {
			return false
		}
		if sub == 0 {
			return true
		}
	}
}

// multiples collects x * y for all y: the multiples of the power of two in x.
func multiples(c *collector, x machine.Value) bool {
	return submasks(c, -(x.Bits() & -x.Bits()), 0)
}

// divided collects x / y for all y. They differ for the least y, until these exceed the
// root of x, so that it ends soon.
func divided(c *collector, x machine.Value) bool {
	size := magnitude(x)
	for y := range size {
		if !c.addBoth(machine.Quo, x, y+1) {
			return false
		}
	}
	// With a greater divisor, if there is one, it is 0.
	return c.addBoth(machine.Quo, x, size+1)
}

// reduced collects x % y for all y. They differ for the greatest y up to x, until these are
// half of it.
func reduced(c *collector, x machine.Value) bool {
	size := magnitude(x)
	for y := size; y > 0; y-- {
		if !c.addBoth(machine.Rem, x, y) {
			return false
		}
	}
	// By a greater divisor, if there is one, x is left.
	return c.addBoth(machine.Rem, x, size+1)
}

// addBoth adds x op y and, if that has a sign, x op -y.
func (c *collector) addBoth(op machine.Op, x machine.Value, y uint64) bool {
	z, ok := machine.Apply(op, x, c.kind.Bitwise(y))
	more := !ok || c.add(z)
	if c.kind.Signed() && more {
		z, ok = machine.Apply(op, x, c.kind.Bitwise(-y))
		more = !ok || c.add(z)
	}
	return more
}

func magnitude(x machine.Value) uint64 {
	if x.Sign() < 0 {
		return -x.Bits()
	}
	return x.Bits()
}

// quotients collects x / y for all x, where y is not 0.
func quotients(c *collector, y machine.Value) bool {
	least, _ := machine.Apply(machine.Quo, c.kind.Min(), y)
	greatest, _ := machine.Apply(machine.Quo, c.kind.Max(), y)
	if least.Compare(greatest) > 0 {
		least, greatest = greatest, least
	}
	// The least value divided by -1 is itself.
	return !(y.Sign() < 0 && magnitude(y) == 1) && between(c, least, greatest)
}

// remainders collects x % y for all x, where y is not 0.
func remainders(c *collector, y machine.Value) bool {
	size := magnitude(y)
	least := c.kind.Of(0)
	if c.kind.Signed() {
		least = c.kind.Bitwise(1 - size)
	}
	return between(c, least, c.kind.Bitwise(size-1))
}

// between collects the values from least to greatest.
func between(c *collector, least, greatest machine.Value) bool {
	width := greatest.Bits() - least.Bits()
	if width >= uint64(c.limit) {
		return false
	}
	for i := range width + 1 {
		if !c.add(c.kind.Bitwise(least.Bits() + i)) {
			return false
		}
	}
	return true
}

// Unary covers op x, and is best.
func (d Domain) Unary(op machine.Unary, a Set) Set {
	switch {
	case a.isBottom():
		return a
	case op >= machine.NumUnaries:
		return top
	case a.whole:
		return a
	}
	c := d.collect(a.kind)
	for _, x := range a.values {
		z, _ := machine.ApplyUnary(op, x)
		c.add(z)
	}
	return c.set()
}

// Convert covers the conversion of x to kind k.
func (d Domain) Convert(a Set, k machine.Kind) Set {
	switch {
	case a.isBottom() || !k.Valid():
		return Set{}
	case a.whole:
		return d.convertAll(a.kind, k)
	}
	c := d.collect(k)
	for _, x := range a.values {
		c.add(x.Convert(k))
	}
	return c.set()
}

// convertAll collects all values of kind from, or says that they are too many.
func (d Domain) convertAll(from, to machine.Kind) Set {
	c := d.collect(to)
	if !from.Valid() || limit(from) >= uint64(c.limit) {
		return d.All(to)
	}
	for i := range limit(from) + 1 {
		c.add(from.Bitwise(i).Convert(to))
	}
	return c.set()
}
