package machine

import (
	"cmp"
	"strconv"
)

// A Value is a value of one kind of integer. Values of equal kind and number are
// equal under ==. The zero Value is of no kind and stands for nothing.
type Value struct {
	kind Kind
	bits uint64 // extended to 64 bits, by the sign if the kind is signed
}

// Kind is the type of the value.
func (x Value) Kind() Kind { return x.kind }

// Bits are the bits of the value, extended to 64 by the sign if the kind is
// signed and by zeros otherwise.
func (x Value) Bits() uint64 { return x.bits }

// Int64 is the value as an int64, and whether it fits.
func (x Value) Int64() (int64, bool) { return int64(x.bits), x.kind.Signed() || int64(x.bits) >= 0 }

// Uint64 is the value as a uint64, and whether it fits.
func (x Value) Uint64() (uint64, bool) { return x.bits, !x.kind.Signed() || int64(x.bits) >= 0 }

// Sign is -1, 0 or 1.
func (x Value) Sign() int {
	switch {
	case x.bits == 0:
		return 0
	case x.kind.Signed() && int64(x.bits) < 0:
		return -1
	}
	return 1
}

// Compare orders values of one kind by their number, and values of different
// kinds by their kind.
func (x Value) Compare(y Value) int {
	switch {
	case x.kind != y.kind:
		return cmp.Compare(x.kind, y.kind)
	case x.kind.Signed():
		return cmp.Compare(int64(x.bits), int64(y.bits))
	}
	return cmp.Compare(x.bits, y.bits)
}

// CompareNumbers orders values of any kinds by the integers that they stand for.
func (x Value) CompareNumbers(y Value) int {
	switch xneg, yneg := x.Sign() < 0, y.Sign() < 0; {
	case xneg && !yneg:
		return -1
	case yneg && !xneg:
		return 1
	}
	// Of one sign, 64 extended bits are ordered as the numbers are.
	return cmp.Compare(x.bits, y.bits)
}

// Convert is the value that Go's conversion to kind k gives: it truncates, or
// extends by the sign of the source.
func (x Value) Convert(k Kind) Value { return k.Bitwise(x.bits) }

// Fits reports whether kind k has a value that stands for the same integer, so
// that conversion loses nothing.
func (x Value) Fits(k Kind) bool {
	return k.Valid() && x.CompareNumbers(x.Convert(k)) == 0
}

// String is the integer in decimal.
func (x Value) String() string {
	switch {
	case x.kind == NoKind:
		return "none"
	case x.kind.Signed():
		return strconv.FormatInt(int64(x.bits), 10)
	}
	return strconv.FormatUint(x.bits, 10)
}

// MarshalJSON gives the integer as a JSON number. Its kind is known from where it
// stands.
func (x Value) MarshalJSON() ([]byte, error) {
	if x.kind == NoKind {
		return []byte("null"), nil
	}
	return []byte(x.String()), nil
}
