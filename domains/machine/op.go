package machine

import "fmt"

// An Op is a binary operation of Go on integers. The operands of all but the
// shifts are of one kind, which is the kind of the result. The count of a shift
// may be of any kind.
type Op uint8

// The binary operations.
const (
	Add    Op = iota // x + y
	Sub              // x - y
	Mul              // x * y
	Quo              // x / y, truncated towards zero; undefined for y = 0
	Rem              // x % y, with the sign of x; undefined for y = 0
	And              // x & y
	Or               // x | y
	Xor              // x ^ y
	AndNot           // x &^ y
	Shl              // x << y; undefined for y < 0
	Shr              // x >> y, by the sign if x is signed; undefined for y < 0

	NumOps // the number of operations, not one of them
)

var opNames = [NumOps]string{"+", "-", "*", "/", "%", "&", "|", "^", "&^", "<<", ">>"}

// String is the operator in Go.
func (op Op) String() string {
	if op < NumOps {
		return opNames[op]
	}
	return fmt.Sprintf("op(%d)", uint8(op))
}

// IsShift reports whether the right operand is a count of any kind.
func (op Op) IsShift() bool { return op == Shl || op == Shr }

// Apply is the result of x op y, and whether it is defined. A division by zero
// and a shift by a negative count panic in Go, and operands of different kinds
// are no program.
func Apply(op Op, x, y Value) (Value, bool) {
	k := x.kind
	if op.IsShift() {
		return shift(op, x, y)
	}
	if k != y.kind || !k.Valid() {
		return Value{}, false
	}
	switch op {
	case Add:
		return k.Bitwise(x.bits + y.bits), true
	case Sub:
		return k.Bitwise(x.bits - y.bits), true
	case Mul:
		return k.Bitwise(x.bits * y.bits), true
	case Quo, Rem:
		return divide(op, x, y)
	case And:
		return k.Bitwise(x.bits & y.bits), true
	case Or:
		return k.Bitwise(x.bits | y.bits), true
	case Xor:
		return k.Bitwise(x.bits ^ y.bits), true
	case AndNot:
		return k.Bitwise(x.bits &^ y.bits), true
	}
	return Value{}, false
}

func divide(op Op, x, y Value) (Value, bool) {
	switch {
	case y.bits == 0:
		return Value{}, false
	case x.kind.Signed() && op == Quo:
		return x.kind.Of(int64(x.bits) / int64(y.bits)), true
	case x.kind.Signed():
		return x.kind.Of(int64(x.bits) % int64(y.bits)), true
	case op == Quo:
		return x.kind.Bitwise(x.bits / y.bits), true
	}
	return x.kind.Bitwise(x.bits % y.bits), true
}

func shift(op Op, x, count Value) (Value, bool) {
	if !x.kind.Valid() || !count.kind.Valid() || count.Sign() < 0 {
		return Value{}, false
	}
	switch {
	case op == Shl:
		return x.kind.Bitwise(x.bits << count.bits), true
	case x.kind.Signed():
		return x.kind.Of(int64(x.bits) >> count.bits), true
	}
	return x.kind.Bitwise(x.bits >> count.bits), true
}

// A Unary is an operation of Go on one integer, of whose kind the result is.
type Unary uint8

// The unary operations.
const (
	Neg Unary = iota // -x
	Not              // ^x

	NumUnaries // the number of operations, not one of them
)

// String is the operator in Go.
func (op Unary) String() string {
	switch op {
	case Neg:
		return "-"
	case Not:
		return "^"
	}
	return fmt.Sprintf("unary(%d)", uint8(op))
}

// ApplyUnary is the result of op x, and whether it is defined, which it is for
// each value of a valid kind.
func ApplyUnary(op Unary, x Value) (Value, bool) {
	switch {
	case !x.kind.Valid():
	case op == Neg:
		return x.kind.Bitwise(-x.bits), true
	case op == Not:
		return x.kind.Bitwise(^x.bits), true
	}
	return Value{}, false
}

// A Cmp is a comparison of two integers of one kind.
type Cmp uint8

// The comparisons.
const (
	Eq Cmp = iota // x == y
	Ne            // x != y
	Lt            // x < y
	Le            // x <= y
	Gt            // x > y
	Ge            // x >= y

	NumCmps // the number of comparisons, not one of them
)

var cmpNames = [NumCmps]string{"==", "!=", "<", "<=", ">", ">="}

// String is the operator in Go.
func (c Cmp) String() string {
	if c < NumCmps {
		return cmpNames[c]
	}
	return fmt.Sprintf("cmp(%d)", uint8(c))
}

// Negate is the comparison that holds for values of one kind exactly where c does
// not. It is c itself if c is none of the comparisons.
func (c Cmp) Negate() Cmp {
	if c >= NumCmps {
		return c
	}
	return [NumCmps]Cmp{Ne, Eq, Ge, Gt, Le, Lt}[c]
}

// Swap is the comparison of y with x that holds exactly where x c y does. It is c
// itself if c is none of the comparisons.
func (c Cmp) Swap() Cmp {
	if c >= NumCmps {
		return c
	}
	return [NumCmps]Cmp{Eq, Ne, Gt, Ge, Lt, Le}[c]
}

// Holds reports whether x c y, for values of one kind; it is false for values
// of different kinds, which no program compares.
func (c Cmp) Holds(x, y Value) bool { return x.kind == y.kind && c.of(x.Compare(y)) }

// HoldsNumbers reports whether x c y, for the integers that values of any kinds
// stand for.
func (c Cmp) HoldsNumbers(x, y Value) bool { return c.of(x.CompareNumbers(y)) }

func (c Cmp) of(r int) bool {
	switch c {
	case Eq:
		return r == 0
	case Ne:
		return r != 0
	case Lt:
		return r < 0
	case Le:
		return r <= 0
	case Gt:
		return r > 0
	case Ge:
		return r >= 0
	}
	return false
}
