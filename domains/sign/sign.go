// Package sign is the domain of the signs of integers (Cousot and Cousot, POPL 1977,
// section 5.2). An element says which of negative, zero and positive a value of one
// kind may be. The domain is small enough to be right by looking at it.
//
//	       ⊤
//	     int8         uint8  …
//	≤0    ≠0    ≥0
//	<0    =0    >0    =0  >0
//	       ⊥
//
// Since sums and products wrap, the sum of two positive integers may be negative,
// and even zero if they have no sign. All operations are best: a sign is in the result
// exactly if some values of the operands give it.
package sign

import (
	"encoding/json"
	"fmt"

	"github.com/seed38182bad/parallax/domains/machine"
)

// A Set is a set of signs.
type Set uint8

// The signs.
const (
	Negative Set = 1 << iota
	Zero
	Positive
)

// A Sign is an element of Domain: the signs that values of one kind may have, or
// bottom, or top. The zero Sign is bottom. Signs are equal under == if they are
// equal.
type Sign struct {
	kind machine.Kind // NoKind for bottom and top
	set  Set          // top has all of them and no kind
}

// signsOf are the signs that values of the valid kind k have.
func signsOf(k machine.Kind) Set {
	if k.Signed() {
		return Negative | Zero | Positive
	}
	return Zero | Positive
}

// New describes the values of kind k with these signs. It is an error if there is
// no such kind, or if values of the kind don't have one of the signs.
func New(k machine.Kind, signs Set) (Sign, error) {
	if !k.Valid() {
		return Sign{}, fmt.Errorf("signs of values of kind %v: want a kind", k)
	}
	if signs > Negative|Zero|Positive {
		return Sign{}, fmt.Errorf("signs of values of kind %v: set %d has more than Negative, Zero and Positive", k, signs)
	}
	if more := signs &^ signsOf(k); more != 0 {
		return Sign{}, fmt.Errorf("signs of values of kind %v: it has no values that are %s", k, setNames[more])
	}
	return of(k, signs), nil
}

// of is the element with these signs.
func of(k machine.Kind, signs Set) Sign {
	if signs == 0 {
		return Sign{}
	}
	return Sign{k, signs}
}

// Of is the sign of x alone; bottom if x is of no kind.
func Of(x machine.Value) Sign {
	if !x.Kind().Valid() {
		return Sign{}
	}
	return Sign{x.Kind(), setOf(x)}
}

func setOf(x machine.Value) Set { return Negative << (x.Sign() + 1) }

// Set is the set of signs that s has: none for bottom, and all for top.
func (s Sign) Set() Set { return s.set }

// IsBottom reports whether s describes nothing.
func (s Sign) IsBottom() bool { return s.set == 0 }

// IsTop reports whether s describes everything.
func (s Sign) IsTop() bool { return s.kind == machine.NoKind && s.set != 0 }

var setNames = [...]string{"⊥", "<0", "=0", "≤0", ">0", "≠0", "≥0", "⊤"}

// String is a comparison with zero that all described values pass, with their
// kind, which is left out if it is int64: "≥0", "=0 uint8". It is the kind alone,
// such as "uint8", if all values of the kind pass, and else "⊥" or "⊤".
func (s Sign) String() string {
	switch {
	case !s.kind.Valid():
		return setNames[s.set]
	case s.set == signsOf(s.kind):
		return s.kind.String()
	}
	return s.kind.Label(setNames[s.set])
}

// MarshalJSON gives an object such as {"kind":"int8","signs":"-0"}; null for
// bottom and "any" for top.
func (s Sign) MarshalJSON() ([]byte, error) {
	switch {
	case s.IsBottom():
		return []byte("null"), nil
	case s.IsTop():
		return []byte(`"any"`), nil
	}
	signs := ""
	for i, sign := range []string{"-", "0", "+"} {
		if s.set>>i&1 != 0 {
			signs += sign
		}
	}
	return json.Marshal(struct {
		Kind  string `json:"kind"`
		Signs string `json:"signs"`
	}{s.kind.String(), signs})
}
