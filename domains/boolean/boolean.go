// Package boolean is the domain of truth values. An element describes the values
// that a bool may have: none, only false, only true, or either. It is the set of
// these values, one bit for each, so that all operations are exact: the result
// describes what the concrete operation gives for some described operands, and
// nothing else.
//
// The domain is the powerset of {false, true}, the oldest example of an abstract
// domain for conditions (Cousot and Cousot, POPL 1977).
package boolean

import (
	"encoding/json"
	"fmt"

	"github.com/seed38182bad/parallax/lattice"
)

// A Value is a set of truth values. The zero Value is empty, which is bottom.
type Value uint8

// The four values; there are no others.
const (
	None  Value = 0            // no value: the point is not reached
	False Value = 1            // false
	True  Value = 2            // true
	Any   Value = False | True // false or true
)

// Of returns the value that describes b alone.
func Of(b bool) Value {
	if b {
		return True
	}
	return False
}

// Contains reports whether v describes b.
func (v Value) Contains(b bool) bool { return v&Of(b) != 0 }

// Const returns the one truth value that v describes; false, false if there is
// none or there are two.
func (v Value) Const() (b, ok bool) { return v == True, v == True || v == False }

// String is ⊥, false, true, or bool for either.
func (v Value) String() string {
	switch v {
	case None:
		return "⊥"
	case False:
		return "false"
	case True:
		return "true"
	case Any:
		return "bool"
	}
	return fmt.Sprintf("boolean(%d)", uint8(v))
}

// MarshalJSON gives the array of the truth values that v describes.
func (v Value) MarshalJSON() ([]byte, error) {
	all := []bool{}
	for _, b := range [...]bool{false, true} {
		if v.Contains(b) {
			all = append(all, b)
		}
	}
	return json.Marshal(all)
}

// Domain is the lattice of Values, ordered by inclusion, with what a program does
// to them.
type Domain struct{}

var (
	_ lattice.Lattice[Value]   = Domain{}
	_ lattice.Merging[Value]   = Domain{}
	_ lattice.Narrowing[Value] = Domain{}
	_ lattice.Hashing[Value]   = Domain{}
)

// Bottom returns None.
func (Domain) Bottom() Value { return None }

// Top returns Any.
func (Domain) Top() Value { return Any }

// Leq reports whether b describes all that a describes.
func (Domain) Leq(a, b Value) bool { return a&^b == 0 }

// Equal reports whether a and b are the same.
func (Domain) Equal(a, b Value) bool { return a == b }

// Join returns the union.
func (Domain) Join(a, b Value) Value { return a | b }

// Meet returns the intersection.
func (Domain) Meet(a, b Value) Value { return a & b }

// Merge is Join, and says which operand the result is.
func (Domain) Merge(a, b Value) (Value, lattice.Side) {
	r := a | b
	return r, lattice.SideOf(r, a, b)
}

// Narrow returns next: chains have three elements.
func (Domain) Narrow(_, next Value) Value { return next }

// Hash returns a number of its own for each of the four values.
func (Domain) Hash(v Value) uint64 { return uint64(v) }
