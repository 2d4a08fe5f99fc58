// Package nullness is the domain of what is known about nil. An element
// describes values of the types that have nil in Go: pointers, functions, maps,
// channels, slices, interfaces. It describes none at all, only nil, only values
// other than nil, or any. An interface that holds a nil pointer is not nil.
//
// The element is a set of the two sorts, one bit for each. Everything here is the
// best that the domain can say.
package nullness

import (
	"encoding/json"
	"fmt"

	"github.com/seed38182bad/parallax/lattice"
)

// A Value says which sorts of value there may be. The zero Value describes none,
// and is bottom.
type Value uint8

// The four values; there are no others.
const (
	None   Value = 0            // no value: the point is not reached
	Nil    Value = 1            // nil
	NonNil Value = 2            // a value other than nil
	Maybe  Value = Nil | NonNil // nil or not
)

// Of returns the value that describes nil alone, or all that is not nil.
func Of(isNil bool) Value {
	if isNil {
		return Nil
	}
	return NonNil
}

// Contains reports whether v describes nil, or values other than nil.
func (v Value) Contains(isNil bool) bool { return v&Of(isNil) != 0 }

var names = [...]string{None: "⊥", Nil: "nil", NonNil: "non-nil", Maybe: "maybe nil"}

// String is ⊥, nil, non-nil or maybe nil.
func (v Value) String() string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("nullness(%d)", uint8(v))
}

// MarshalJSON gives the array of the sorts that v describes, such as
// ["nil","non-nil"].
func (v Value) MarshalJSON() ([]byte, error) {
	all := []string{}
	for _, sort := range [...]Value{Nil, NonNil} {
		if v&sort != 0 {
			all = append(all, sort.String())
		}
	}
	return json.Marshal(all)
}

// Domain is the lattice of Values, ordered by inclusion, with what a program asks
// of them.
type Domain struct{}

// Bottom returns None.
func (Domain) Bottom() Value { return None }

// Top returns Maybe.
func (Domain) Top() Value { return Maybe }

// Leq reports whether b describes all that a describes.
func (Domain) Leq(a, b Value) bool { return a&^b == 0 }

// Equal reports whether a and b are the same.
func (Domain) Equal(a, b Value) bool { return a == b }

// Join returns the union.
func (Domain) Join(a, b Value) Value { return a | b }

// Meet returns the intersection.
func (Domain) Meet(a, b Value) Value { return a & b }

// Merge is Join, and says which operand the result is.
func (Domain) Merge(a, b Value) (Value, lattice.Side) { return a | b, lattice.SideOf(a|b, a, b) }

// Narrow returns next: chains have three elements.
func (Domain) Narrow(_, next Value) Value { return next }

// TestNil narrows a to what it describes where x == nil holds.
func (Domain) TestNil(a Value) Value { return a & Nil }

// TestNonNil narrows a to what it describes where x != nil holds. The same is
// left of it behind an operation that panics for nil, such as a dereference. It
// is bottom if nothing gets there.
func (Domain) TestNonNil(a Value) Value { return a & NonNil }

// TestEqual narrows a and b to what they describe where x == y holds. Both are
// bottom if it cannot.
func (Domain) TestEqual(a, b Value) (Value, Value) { return a & b, a & b }

// TestUnequal narrows a and b to what they describe where x != y holds. What is
// nil differs from what is not, and that may differ from its like. Both are
// bottom if it cannot.
func (Domain) TestUnequal(a, b Value) (Value, Value) { return unlike(a, b), unlike(b, a) }

func unlike(a, b Value) Value {
	switch b {
	case None:
		return None
	case Nil:
		return a & NonNil
	}
	return a
}
