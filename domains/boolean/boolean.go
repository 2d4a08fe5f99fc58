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

	"github.com/seed38182bad/parallax/domains/internal/pairset"
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
type Domain struct{ pairset.Domain[Value] }
