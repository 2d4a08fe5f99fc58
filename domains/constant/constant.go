// Package constant is the domain of known integers: an element says that a value
// is one certain integer, or nothing but its kind, or nothing at all. It is the
// oldest of the domains (Kildall, POPL 1973), and has as many elements as there
// are values, two for each kind more, and chains of four.
//
//	⊤                       anything
//	int8      uint8    …    any value of the kind
//	-1 int8   7 uint8  …    this value
//	⊥                       nothing
//
// All operations are best: a result is not known only if it can be one of two
// values. So x & 0 is known where x is not, and so is x % 1.
package constant

import (
	"encoding/json"

	"github.com/seed38182bad/parallax/domains/machine"
)

// A Constant is an element of Domain. The zero Constant is bottom.
type Constant struct {
	known what
	value machine.Value // if one; and of the kind, if all
}

type what uint8

const (
	none what = iota // bottom
	one              // the value
	all              // all values of the kind of the value
	any              // top
)

// Of is the constant x; bottom if x is of no kind.
func Of(x machine.Value) Constant {
	if !x.Kind().Valid() {
		return Constant{}
	}
	return Constant{one, x}
}

// Value is the integer that c stands for, and whether it is known to be one.
func (c Constant) Value() (machine.Value, bool) {
	if c.known != one {
		return machine.Value{}, false
	}
	return c.value, true
}

// String is the integer, such as "5" or "5 uint8"; or only its kind, such as
// "uint8"; or "⊥" or "⊤".
func (c Constant) String() string {
	switch c.known {
	case none:
		return "⊥"
	case one:
		return c.value.Kind().Label(c.value.String())
	case all:
		return c.value.Kind().String()
	}
	return "⊤"
}

// MarshalJSON gives an object such as {"kind":"uint8","value":5}, without value if
// it is not known; null for bottom and "any" for top.
func (c Constant) MarshalJSON() ([]byte, error) {
	switch c.known {
	case none:
		return []byte("null"), nil
	case any:
		return []byte(`"any"`), nil
	}
	object := struct {
		Kind  string         `json:"kind"`
		Value *machine.Value `json:"value,omitempty"`
	}{Kind: c.value.Kind().String()}
	if c.known == one {
		object.Value = &c.value
	}
	return json.Marshal(object)
}
