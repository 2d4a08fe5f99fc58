// Package dbm is what zones and octagons have in common: difference bound matrices and
// the states made of them. A matrix is kept as one flat slice of upper bounds.
//
// # Numbers
//
// An entry is an upper bound of a sum of two literals (a literal is a variable or its
// negation), Inf where there is none. In a state all finite entries lie within ±Limit.
// Closure adds entries along paths; MaxVars keeps the longest path short. So no such
// sum, exact and in an int64, can be mistaken for Inf or overflow, even where Inf takes
// part in it. What leaves ±Limit afterwards is rounded upwards: to Inf if it is too
// large, to -Limit if it is too small.
//
// # Canonical form
//
// Write C for closure, which gives each entry its least value, and T for that rounding.
// A state keeps the matrix T(C(m)). That is a canonical form: T∘C is monotone, and
// idempotent, because C(T(C(m))) lies between C(m) and T(C(m)), which T makes equal. So
// order and equality are those of the entries. The join is the entrywise maximum, which
// is in canonical form again: an entry that is finite and not clamped is exact in the
// operand it comes from. The meet is T∘C of the entrywise minimum. Octagons and zones
// whose bounds lie within ±Limit are a lattice in its own right, in which all laws hold
// up to the edge.
//
// Where T has cut an exact bound off, the matrix itself is no longer closed. Such a
// state remembers it, and the operations that work incrementally on a closed
// matrix close it as a whole instead. ExactBounds are the bounds of
// a variable in C(T(C(m))). The order of States with different packs, in package pack, uses
// them, as uniting these packs would.
//
// # Widening
//
// Widening must not work on the closure of its last result, or it may never stop (Miné
// 2006, section 4.2). A state that was widened therefore keeps the matrix as widening
// left it beside the closed one, until it is changed. The next widening goes on from
// there. States need no lazy closure: asking never changes one, so that many goroutines
// may.
package dbm
