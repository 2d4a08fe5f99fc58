// Package machine is the arithmetic of Go's integers: the values that the
// integer domains describe, and the operations that they must cover. Everything
// wraps, truncates and extends exactly as the Go specification says.
//
//	x := machine.Int8.Of(127)
//	y, ok := machine.Apply(machine.Add, x, machine.Int8.Of(1)) // -128, true
//
// An Int is a value of one Kind. Go's int, uint and uintptr are taken to have 64
// bits.
//
// Domain is the interface that all integer domains share, so that a checker, a
// test suite or a product can be written for any of them. A domain describes
// values of all kinds at once. An element is bottom, or a set of values of one
// kind, or top, which says nothing, not even the kind. All(k) is the greatest
// element of kind k and lies strictly below top. Joining elements of two kinds
// gives top, and meeting them bottom, so no operation can fail for want of a
// common kind.
package machine
