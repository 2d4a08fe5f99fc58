package constant

import "github.com/seed38182bad/parallax/domains/machine"

// Binary is x op y if both are known, or if one of them decides.
func (d Domain) Binary(op machine.Op, a, b Constant) Constant {
	if a.known == one && b.known == one && op < machine.NumOps {
		z, _ := machine.Apply(op, a.value, b.value)
		return Of(z)
	}
	a, b, r, ok := machine.Operands(d, op, a, b)
	if !ok {
		return r
	}
	if a.known == one && leftDecides(op, a.value) {
		return a
	}
	if b.known == one {
		return byRight(op, a, b.value)
	}
	return d.All(a.value.Kind())
}

// leftDecides reports whether x op y is x whatever y is, if it is defined.
func leftDecides(op machine.Op, x machine.Value) bool {
	switch ones := ^x.Bits() == 0 || x == x.Kind().Bitwise(^uint64(0)); op {
	case machine.Mul, machine.Quo, machine.Rem, machine.And, machine.AndNot, machine.Shl:
		return x.Sign() == 0
	case machine.Or:
		return ones
	case machine.Shr:
		return x.Sign() == 0 || ones && x.Kind().Signed()
	}
	return false
}

// byRight is x op y for any x of the kind of a. It is known where y decides.
func byRight(op machine.Op, a Constant, y machine.Value) Constant {
	k := a.value.Kind()
	zero, ones := Of(k.Of(0)), Of(k.Of(-1))
	switch op {
	case machine.Mul, machine.And:
		if y.Sign() == 0 {
			return zero
		}
	case machine.Or:
		if Of(y) == ones {
			return ones
		}
	case machine.AndNot:
		if Of(y) == ones {
			return zero
		}
	case machine.Quo, machine.Rem:
		switch {
		case y.Sign() == 0:
			return Constant{}
		case op == machine.Rem && (y == k.Of(1) || k.Signed() && y == k.Of(-1)):
			return zero
		}
	case machine.Shl, machine.Shr:
		switch {
		case y.Sign() < 0:
			return Constant{}
		case y.Bits() >= uint64(k.Bits()) && !(op == machine.Shr && k.Signed()):
			return zero
		}
	}
	return Constant{all, k.Of(0)}
}

// Unary is op x if x is known.
func (d Domain) Unary(op machine.Unary, a Constant) Constant {
	switch {
	case op >= machine.NumUnaries && a.known != none:
		return d.Top()
	case a.known != one:
		return a
	}
	z, _ := machine.ApplyUnary(op, a.value)
	return Of(z)
}

// Convert is the conversion of x to kind k if x is known.
func (d Domain) Convert(a Constant, k machine.Kind) Constant {
	switch {
	case a.known == none || !k.Valid():
		return Constant{}
	case a.known == one:
		return Of(a.value.Convert(k))
	}
	return d.All(k)
}

// Test tells a value where the comparison leaves one.
func (d Domain) Test(c machine.Cmp, a, b Constant) (Constant, Constant) {
	a, b, ok := machine.Comparands(d, a, b)
	if !ok {
		return a, b
	}
	switch c {
	case machine.Eq:
		m := d.Meet(a, b)
		return m, m
	case machine.Ne:
		if a == b && a.known == one {
			return Constant{}, Constant{}
		}
	case machine.Lt, machine.Le:
		return d.less(c == machine.Lt, a, b)
	case machine.Gt, machine.Ge:
		b, a = d.less(c == machine.Gt, b, a)
	}
	return a, b
}

// less tests a < b if strict and a ≤ b if not.
func (d Domain) less(strict bool, a, b Constant) (Constant, Constant) {
	k := a.value.Kind()
	least, _, _ := d.Bounds(a)
	_, greatest, _ := d.Bounds(b)
	gap := uint64(0)
	if strict {
		if least == k.Max() || greatest == k.Min() {
			return Constant{}, Constant{}
		}
		gap = 1
	}
	if greatest.Compare(least) < 0 || strict && greatest == least {
		return Constant{}, Constant{}
	}
	// What is left of a is at most greatest-gap, what is left of b at least least+gap.
	if a.known == all && k.Bitwise(greatest.Bits()-gap) == k.Min() {
		a = Of(k.Min())
	}
	if b.known == all && k.Bitwise(least.Bits()+gap) == k.Max() {
		b = Of(k.Max())
	}
	return a, b
}
