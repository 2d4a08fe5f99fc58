// Package bits is the domain of known bits. For each bit of an integer, an element says
// that it is 0, that it is 1, or that it may be either. An element describes the values
// of its kind that agree with it in all known bits.
//
//	⊤                      anything
//	uint8                  any value of the kind
//	0b01??_???0 uint8      the even ones from 64 to 126
//	0b0000×15_??00         0, 4, 8 and 12, of an int; ×15 counts equal groups
//	⊥                      nothing
//
// Addition and subtraction are those of the tristate numbers of the Linux kernel
// (Vishwanathan, Shachnai, Narayana and Nagarakatte, CGO 2022, sections III.B and
// III.C). They are best, as are bitwise operations, shifts, conversions and tests.
// Multiplication, division and remainder are sound; what they tell of leading and
// trailing bits is what KnownBits of LLVM does. Chains have at most 67 elements.
package bits

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/domains/machine"
)

// Bits is an element of Domain. The zero Bits is bottom.
type Bits struct {
	ones    uint64 // bits known to be 1
	unknown uint64 // bits that may be either; those beyond the width of kind are 0
	kind    machine.Kind
}

// top has no kind, as bottom has, and no bit is known.
var top = Bits{unknown: ^uint64(0)}

// New describes the values of kind k that have a 1 where ones has it, either
// digit where unknown has a 1, and a 0 elsewhere. It is an error if k is not valid,
// if a bit is in both, or if one lies beyond the width of k.
func New(k machine.Kind, ones, unknown uint64) (Bits, error) {
	switch {
	case !k.Valid():
		return Bits{}, fmt.Errorf("known bits of kind %v: want int8 to uint64", k)
	case ones&unknown != 0:
		return Bits{}, fmt.Errorf("bits %#x are said to be 1 and to be unknown", ones&unknown)
	case (ones|unknown)&^width(k) != 0:
		return Bits{}, fmt.Errorf("%v has no bits %#x", k, (ones|unknown)&^width(k))
	}
	return Bits{ones, unknown, k}, nil
}

// Of is the element that describes x alone; bottom if x is of no kind.
func Of(x machine.Value) Bits {
	return Bits{ones: x.Bits() & width(x.Kind()), kind: x.Kind()}
}

// width has the bits of kind k, and none for NoKind.
func width(k machine.Kind) uint64 { return 1<<k.Bits() - 1 }

// sign has the bit of the sign if k is signed.
func sign(k machine.Kind) uint64 {
	if !k.Signed() {
		return 0
	}
	return 1 << (k.Bits() - 1)
}

// Ones are the bits known to be 1. Top knows none.
func (b Bits) Ones() uint64 { return b.ones }

// Unknown are the bits that may be 0 or 1.
func (b Bits) Unknown() uint64 { return b.unknown }

// Zeros are the bits known to be 0, among those of the kind.
func (b Bits) Zeros() uint64 { return width(b.kind) &^ (b.ones | b.unknown) }

// String is the digits in groups of four, such as "0b01??_???0 uint8". Three or more
// equal groups are written once and counted. Where no bit is known, it is the
// name of the kind.
func (b Bits) String() string {
	switch {
	case b == top:
		return "⊤"
	case !b.kind.Valid():
		return "⊥"
	case b.unknown == width(b.kind):
		return b.kind.String()
	}
	digits, sep := b.Digits(), ""
	var s strings.Builder
	s.WriteString("0b")
	for len(digits) > 0 {
		n := 1
		for 4*n < len(digits) && digits[4*n:4*n+4] == digits[:4] {
			n++
		}
		s.WriteString(sep + digits[:4])
		if n < 3 {
			n = 1
		} else {
			fmt.Fprintf(&s, "×%d", n)
		}
		digits, sep = digits[4*n:], "_"
	}
	return b.kind.Label(s.String())
}

// Digits are the digits of all bits, the highest first, with ? for those that are
// unknown; none for bottom and top.
func (b Bits) Digits() string {
	digits := make([]byte, b.kind.Bits())
	for i := range digits {
		switch bit := uint64(1) << (len(digits) - 1 - i); {
		case b.unknown&bit != 0:
			digits[i] = '?'
		case b.ones&bit != 0:
			digits[i] = '1'
		default:
			digits[i] = '0'
		}
	}
	return string(digits)
}

// MarshalJSON gives an object such as {"kind":"uint8","bits":"01?????0"}; null for
// bottom and "any" for top.
func (b Bits) MarshalJSON() ([]byte, error) {
	switch {
	case b == top:
		return []byte(`"any"`), nil
	case !b.kind.Valid():
		return []byte("null"), nil
	}
	return json.Marshal(struct {
		Kind string `json:"kind"`
		Bits string `json:"bits"`
	}{b.kind.String(), b.Digits()})
}
