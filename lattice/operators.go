package lattice

// Side says which operands of a binary operation its result equals. Knowing it
// is what makes sharing possible: when the result is one of the operands,
// nothing has to be built.
type Side uint8

const (
	// Neither says that the result differs from both operands.
	Neither Side = 0
	// Left says that the result is the first operand.
	Left Side = 1
	// Right says that the result is the second operand.
	Right Side = 2
	// Both says that the operands are equal.
	Both = Left | Right
	// Drop says that the key has no place in the result of a map operation; the
	// value is ignored. It excludes the others.
	Drop Side = 4
)

// Combine computes a value from two and says which of them it is; see Side. It
// must be idempotent: combining a value with itself gives that value, or would
// if operands were ever identical. The reason is that it is not called for
// subtrees that two maps share, nor for values that are the same in memory.
type Combine[V any] func(a, b V) (V, Side)

// Operators are the operations that a combinator or a state needs of a Lattice.
// Those that are optional are already resolved, so that no type assertion
// remains on the hot path. No field is nil.
type Operators[E any] struct {
	// Merge joins and says which operand the result is.
	Merge Combine[E]
	// Widen is Join for a lattice without Widening.
	Widen func(old, next E, thresholds ...int64) E
	// Narrow keeps old for a lattice without Narrowing.
	Narrow func(old, next E) E
	// Hash is the same number for all elements of a lattice without Hashing: what
	// is made of several parts is then told apart by the others.
	Hash func(e E) uint64
}

// OperatorsOf resolves the optional abilities of l. Call it once, when a
// combinator or an engine is built.
func OperatorsOf[E any](l Unbounded[E]) Operators[E] {
	var ops Operators[E]
	if m, ok := l.(Merging[E]); ok {
		ops.Merge = m.Merge
	} else {
		ops.Merge = func(a, b E) (E, Side) { return mergeByOrder(l, a, b) }
	}
	if w, ok := l.(Widening[E]); ok {
		ops.Widen = w.Widen
	} else {
		ops.Widen = func(old, next E, _ ...int64) E { return l.Join(old, next) }
	}
	if n, ok := l.(Narrowing[E]); ok {
		ops.Narrow = n.Narrow
	} else {
		ops.Narrow = func(old, _ E) E { return old }
	}
	if h, ok := l.(Hashing[E]); ok {
		ops.Hash = h.Hash
	} else {
		ops.Hash = func(E) uint64 { return 0 }
	}
	return ops
}

// Larger compares a and b in the order of l. It returns the larger of them and says
// which it is, as Merge does. If they are not ordered, it returns Neither with a zero
// result. A Merge that has nothing cheaper begins with it:
//
//	func (d Domain) Merge(a, b Value) (Value, lattice.Side) {
//		if r, side := lattice.Larger(d, a, b); side != lattice.Neither {
//			return r, side
//		}
//		return hull(a, b), lattice.Neither
//	}
//
// As it is made for the type of l itself, l is not put into an interface.
func Larger[L interface{ Leq(a, b E) bool }, E any](l L, a, b E) (E, Side) {
	switch below, above := l.Leq(a, b), l.Leq(b, a); {
	case below && above:
		return a, Both
	case above:
		return a, Left
	case below:
		return b, Right
	}
	var none E
	return none, Neither
}

// SideOf says which of the operands a and b the result of an operation on them is. It
// is for elements that are equal under == if they are equal at all.
func SideOf[E comparable](result, a, b E) Side {
	side := Neither
	if result == a {
		side |= Left
	}
	if result == b {
		side |= Right
	}
	return side
}

func mergeByOrder[E any](l Unbounded[E], a, b E) (E, Side) {
	if r, side := Larger(l, a, b); side != Neither {
		return r, side
	}
	return l.Join(a, b), Neither
}
