// Package base has the operations that a combinator of states needs of the states that it is built over, its base.
package base

import "github.com/seed38182bad/parallax/lattice"

// Operators are the operations of states of type S, with those that are optional already resolved, as
// lattice.Operators has them for the elements of a Lattice. No field is nil.
type Operators[S any] struct {
	// Leq compares by merging a clone where a state has no method Leq(S) bool.
	Leq func(a, b S) bool
	// Equal asks Leq twice where a state has no method Equal(S) bool.
	Equal func(a, b S) bool
	// Widen is Merge for a state without Widener.
	Widen func(old, next S, thresholds ...int64) (S, bool)
	// Narrow keeps old for a state without Narrower.
	Narrow func(old, next S) (S, bool)
}

// OperatorsOf resolves the optional abilities of S. Call it once, when a combinator is built. leq and equal are the
// order and the equality to use instead of what S has; either may be nil. Where S is no pointer, an operation that S
// has may allocate when it is called.
func OperatorsOf[S lattice.Mergeable[S]](leq, equal func(a, b S) bool) Operators[S] {
	var zero S
	ops := Operators[S]{Leq: leq, Equal: equal}
	if ops.Leq == nil {
		ops.Leq = func(a, b S) bool { _, grew := b.Clone().Merge(a); return !grew }
		if _, ok := any(zero).(interface{ Leq(S) bool }); ok {
			ops.Leq = func(a, b S) bool { return any(a).(interface{ Leq(S) bool }).Leq(b) }
		}
	}
	if ops.Equal == nil {
		ops.Equal = func(a, b S) bool { return ops.Leq(a, b) && ops.Leq(b, a) }
		if _, ok := any(zero).(lattice.Equaler[S]); ok {
			ops.Equal = func(a, b S) bool { return any(a).(lattice.Equaler[S]).Equal(b) }
		}
	}
	ops.Widen = func(old, next S, _ ...int64) (S, bool) { return old.Merge(next) }
	if _, ok := any(zero).(lattice.Widener[S]); ok {
		ops.Widen = func(old, next S, thresholds ...int64) (S, bool) {
			return any(old).(lattice.Widener[S]).Widen(next, thresholds...)
		}
	}
	ops.Narrow = func(old, _ S) (S, bool) { return old, false }
	if _, ok := any(zero).(lattice.Narrower[S]); ok {
		ops.Narrow = func(old, next S) (S, bool) { return any(old).(lattice.Narrower[S]).Narrow(next) }
	}
	return ops
}
