package boolean

import "fmt"

// An Op is a binary operation of Go on truth values. In a program the right
// operand of && and || is evaluated only if the left one does not decide; which
// of its effects come to pass is told by control flow, and the result is this.
type Op uint8

// The operations.
const (
	And Op = iota // x && y
	Or            // x || y
	Eq            // x == y
	Ne            // x != y

	NumOps // the number of operations, not one of them
)

// String is the operator in Go.
func (op Op) String() string {
	if op < NumOps {
		return [NumOps]string{"&&", "||", "==", "!="}[op]
	}
	return fmt.Sprintf("op(%d)", uint8(op))
}

// Apply is the result of x op y, and whether op is an operation.
func Apply(op Op, x, y bool) (result, ok bool) {
	switch op {
	case And:
		return x && y, true
	case Or:
		return x || y, true
	case Eq:
		return x == y, true
	case Ne:
		return x != y, true
	}
	return false, false
}

// Not describes !x for all x in a.
func (Domain) Not(a Value) Value { return a&False<<1 | a&True>>1 }

// Binary describes x op y for all x in a and y in b. It is bottom if a or b is,
// and if op is no operation, since there is no result then.
func (Domain) Binary(op Op, a, b Value) Value {
	r := None
	pairs(a, b, func(x, y bool) {
		if z, ok := Apply(op, x, y); ok {
			r |= Of(z)
		}
	})
	return r
}

// Test narrows a and b to the values that take part in a pair for which x op y is
// among result: what is known of the parts of a condition once its value is. Both
// are bottom if there is no such pair.
func (Domain) Test(op Op, a, b, result Value) (Value, Value) {
	left, right := None, None
	pairs(a, b, func(x, y bool) {
		if z, ok := Apply(op, x, y); ok && result.Contains(z) {
			left |= Of(x)
			right |= Of(y)
		}
	})
	return left, right
}

// pairs calls f for the at most four pairs that a and b describe.
func pairs(a, b Value, f func(x, y bool)) {
	for _, x := range [...]bool{false, true} {
		for _, y := range [...]bool{false, true} {
			if a.Contains(x) && b.Contains(y) {
				f(x, y)
			}
		}
	}
}
