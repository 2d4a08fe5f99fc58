package machine

import "github.com/seed38182bad/parallax/lattice"

// A Domain is a lattice whose elements describe sets of integers, with what a
// program can do to them. Each operation covers Apply, ApplyUnary, Convert or
// Holds: what the concrete operation makes of described values is described by
// the result. Operations are monotone, strict (bottom gives bottom), and total.
// For operands of different kinds, or of no known kind, they give the best that
// can be said, which may be top.
type Domain[E any] interface {
	lattice.Lattice[E]

	// Of describes x alone, as well as the domain can; bottom if x is of no kind.
	// No element describes a value of no kind.
	Of(x Value) E
	// All describes all values of kind k and no others; bottom if k is not valid.
	All(k Kind) E
	// Kind is the kind of the values that e describes, NoKind for bottom and top.
	Kind(e E) Kind
	// Contains reports whether e describes x.
	Contains(e E, x Value) bool
	// Bounds are the least and the greatest value that e may describe; false for
	// bottom and top. They contain all values of e, and e contains them if the
	// domain can tell.
	Bounds(e E) (least, greatest Value, ok bool)

	// Binary covers x op y for all x in a and y in b for which it is defined.
	Binary(op Op, a, b E) E
	// Unary covers op x for all x in a.
	Unary(op Unary, a E) E
	// Convert covers the conversion of all x in a to kind k.
	Convert(a E, k Kind) E
	// Test narrows a and b to the values that can take part in a pair for which
	// x c y holds. Both are bottom if there is no such pair. It loses no such value.
	Test(c Cmp, a, b E) (E, E)
}
