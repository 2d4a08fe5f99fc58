package integer

import "github.com/seed38182bad/parallax/domains/machine"

// Binary covers x op y.
func (d Domain) Binary(op machine.Op, a, b Integer) Integer {
	if a.Kind() != b.Kind() || !a.Kind().Valid() || op >= machine.NumOps {
		var r Integer
		var ok bool
		if a, b, r, ok = machine.Operands(d, op, a, b); !ok {
			return r
		}
	}
	nonzero := false
	switch op {
	case machine.Or:
		nonzero = a.nonzero || b.nonzero
	case machine.Mul:
		// A product with an odd number is 0 for 0 only, also if it wraps.
		nonzero = a.nonzero && b.known.Ones()&1 != 0 || b.nonzero && a.known.Ones()&1 != 0
	}
	return reduce(strides.Binary(op, a.steps, b.steps), knowns.Binary(op, a.known, b.known), nonzero)
}

// Unary covers op x.
func (d Domain) Unary(op machine.Unary, a Integer) Integer {
	return reduce(strides.Unary(op, a.steps), knowns.Unary(op, a.known), op == machine.Neg && a.nonzero)
}

// Convert covers the conversion of x to kind k.
func (d Domain) Convert(a Integer, k machine.Kind) Integer {
	nonzero := a.nonzero && k.Bits() >= a.Kind().Bits()
	return reduce(strides.Convert(a.steps, k), knowns.Convert(a.known, k), nonzero)
}

// Test narrows a and b to the values that can be in a pair for which x c y
// holds.
func (d Domain) Test(c machine.Cmp, a, b Integer) (Integer, Integer) {
	a, b, ok := machine.Comparands(d, a, b)
	if !ok {
		return a, b
	}
	if c == machine.Eq {
		m := d.Meet(a, b)
		return m, m
	}
	x, y := strides.Test(c, a.steps, b.steps)
	u, v := knowns.Test(c, a.known, b.known)
	zero := Of(a.Kind().Of(0))
	left := reduce(x, u, a.nonzero || c == machine.Ne && b == zero)
	right := reduce(y, v, b.nonzero || c == machine.Ne && a == zero)
	if left == (Integer{}) || right == (Integer{}) {
		return Integer{}, Integer{}
	}
	return left, right
}
