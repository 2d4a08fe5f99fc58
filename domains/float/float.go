// Package float is the domain of intervals of floating-point numbers, which keep
// apart what arithmetic treats apart: a Value says in which interval the finite
// numbers lie, and for each of NaN, +Inf, -Inf and -0 whether it is possible. So
// a quotient is known not to be NaN, a sum not to have overflowed, and a divisor
// that may be 0 not to be -0.
//
//	x, err := float.Float64.Between(0, 10)         // [0, 10], and -0, which is as large as 0
//	y := d.Binary(machine.Quo, float.Float64.Of(1), x) // [0.1, max] or -Inf or +Inf
//
// A Value describes float32s or float64s, or nothing (bottom), or anything (top).
// All NaNs count as one.
//
// # Arithmetic
//
// Operations are those of Go: IEEE 754, rounded to nearest. Rounding is monotone, so
// the bounds of a result are the results of the same operation on bounds, and
// exact. A result is the best there is, but for one thing: where some results
// overflow, or become zero, and others don't, the interval reaches to the
// greatest finite number, or to the number nearest to zero, whether or not that
// one is among them (see Mine, Antoine: Relational abstract domains for the
// detection of floating-point run-time errors, ESOP 2004, section 4; Goubault,
// Static analyses of the precision of floating-point operations, SAS 2001).
//
// # Assumptions
//
// Go lets an implementation fuse x*y + z into one operation that rounds once,
// and some do, though not on amd64 at its default level. Such a result may lie
// outside of what Binary says of both steps. Where a program may be fused, take
// All for the sum unless an explicit conversion, float64(x*y) + z, forbids it.
// A conversion from float64 to float32 of a number beyond the range is taken to
// give an infinity, which Go leaves open and all its implementations do. That of
// floats to integers out of range is really different between machines, and
// ToInts takes any result for possible.
package float

import "math"

// A Kind is a floating-point type of Go. The zero Kind is none.
type Kind uint8

// The kinds.
const (
	NoKind Kind = iota
	Float32
	Float64
)

// Valid reports whether k is one of the kinds and not NoKind.
func (k Kind) Valid() bool { return k == Float32 || k == Float64 }

// String is the name of the type in Go.
func (k Kind) String() string {
	switch k {
	case Float32:
		return "float32"
	case Float64:
		return "float64"
	}
	return "none"
}

// round is the conversion of x to the kind. Conversions also keep the operation
// that computes x from being fused with a later one.
func (k Kind) round(x float64) float64 {
	if k == Float32 {
		return float64(float32(x))
	}
	return float64(x)
}

// max is the greatest finite number.
func (k Kind) max() float64 {
	if k == Float32 {
		return math.MaxFloat32
	}
	return math.MaxFloat64
}

// tiny is the least number above zero.
func (k Kind) tiny() float64 {
	if k == Float32 {
		return math.SmallestNonzeroFloat32
	}
	return math.SmallestNonzeroFloat64
}

// towards is the number of the kind that comes after x on the way to y, where 0
// and -0 are one.
func (k Kind) towards(x, y float64) float64 {
	if k == Float32 {
		return float64(math.Nextafter32(float32(x), float32(y)))
	}
	return math.Nextafter(x, y)
}

func (k Kind) above(x float64) float64 { return k.towards(x, math.Inf(1)) }
func (k Kind) below(x float64) float64 { return k.towards(x, math.Inf(-1)) }

func isNegZero(x float64) bool { return x == 0 && math.Signbit(x) }
