package machine

import "fmt"

// A Kind is one of the integer types of Go. The zero Kind is none.
type Kind uint8

// The kinds of integers.
const (
	NoKind Kind = iota
	Int8
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
)

// The kinds whose width Go leaves open.
const (
	Int     = Int64
	Uint    = Uint64
	Uintptr = Uint64
)

// Kinds returns all kinds, signed ones first and smaller ones first.
func Kinds() []Kind { return []Kind{Int8, Int16, Int32, Int64, Uint8, Uint16, Uint32, Uint64} }

// Valid reports whether k is one of the kinds and not NoKind.
func (k Kind) Valid() bool { return Int8 <= k && k <= Uint64 }

// Bits is the width: 8, 16, 32 or 64, and 0 for NoKind.
func (k Kind) Bits() int {
	if !k.Valid() {
		return 0
	}
	return 8 << ((k - Int8) & 3)
}

// Signed reports whether the kind has negative values.
func (k Kind) Signed() bool { return Int8 <= k && k <= Int64 }

// String is the name of the type in Go, such as "uint8".
func (k Kind) String() string {
	switch {
	case k == NoKind:
		return "none"
	case !k.Valid():
		return fmt.Sprintf("kind(%d)", uint8(k))
	case k.Signed():
		return fmt.Sprintf("int%d", k.Bits())
	}
	return fmt.Sprintf("uint%d", k.Bits())
}

// Min is the least value of the kind.
func (k Kind) Min() Value {
	if k.Signed() {
		return k.Bitwise(1 << (k.Bits() - 1))
	}
	return k.Bitwise(0)
}

// Max is the greatest value of the kind.
func (k Kind) Max() Value {
	if k.Signed() {
		return k.Bitwise(1<<(k.Bits()-1) - 1)
	}
	return k.Bitwise(^uint64(0))
}

// Bitwise is the value whose lowest Bits() bits are those of b.
func (k Kind) Bitwise(b uint64) Value {
	unused := 64 - k.Bits()
	if k.Signed() {
		return Value{k, uint64(int64(b<<unused) >> unused)}
	}
	return Value{k, b << unused >> unused}
}

// Of is the value of the kind that is congruent to x modulo 2^Bits(). This is x
// itself if the kind has it, and otherwise what a conversion in Go would make
// of it.
func (k Kind) Of(x int64) Value { return k.Bitwise(uint64(x)) }

// Label is s, which says something about values of the kind, with the name of the
// kind behind it: "[0, 10] uint8". The name of Int is left out, so that what is
// said of most integers of a program is short, and nothing is ambiguous.
func (k Kind) Label(s string) string {
	if k == Int {
		return s
	}
	return s + " " + k.String()
}
