package float

import (
	"math"

	"github.com/seed38182bad/parallax/domains/machine"
)

// Convert describes the conversions to kind k of all numbers in a; bottom if k is
// not valid.
func (Domain) Convert(a Value, k Kind) Value {
	if a.has&anyKind != 0 {
		return k.All()
	}
	h := k.hull()
	h.has = a.has & NaN
	ps := a.pieces(true)
	for _, p := range ps.all[:ps.n] {
		h.span(k.round(p.lo), k.round(p.hi))
	}
	return h.value()
}

// FromInts describes the conversions to kind k of all integers between two of one
// kind, such as the machine.Domain method Bounds gives. It is bottom if least is
// greater than greatest; for integers of no kind, or of two, it says nothing but
// that the result is of kind k.
func (Domain) FromInts(k Kind, least, greatest machine.Value) Value {
	switch {
	case least.Kind() != greatest.Kind() || !least.Kind().Valid():
		return k.All()
	case least.Compare(greatest) > 0:
		return Value{}
	}
	h := k.hull()
	h.span(k.fromInt(least), k.fromInt(greatest))
	return h.value()
}

// fromInt rounds once, as Go does.
func (k Kind) fromInt(x machine.Value) float64 {
	i, signed := x.Int64()
	u, _ := x.Uint64()
	switch {
	case k == Float32 && signed:
		return float64(float32(i))
	case k == Float32:
		return float64(float32(u))
	case signed:
		return float64(i)
	}
	return float64(u)
}

// ToInts returns the least and the greatest integer of kind k that the conversion
// of a number in a may give; false if a is bottom or k is not valid. What Go makes
// of NaN and of numbers out of range depends on the machine, and may be any
// integer.
func (Domain) ToInts(a Value, k machine.Kind) (least, greatest machine.Value, ok bool) {
	if a.has == 0 || !k.Valid() {
		return machine.Value{}, machine.Value{}, false
	}
	lo, hi, ok := a.Bounds()
	if !ok || a.has&NaN != 0 || !inRange(k, lo) || !inRange(k, hi) {
		return k.Min(), k.Max(), true
	}
	return toInt(k, lo), toInt(k, hi), true
}

// inRange reports whether x, without its fraction, is an integer of kind k.
func inRange(k machine.Kind, x float64) bool {
	bits := k.Bits()
	if k.Signed() {
		bits--
	}
	end := math.Ldexp(1, bits) // exact, as Max of 64 bits is not
	start := 0.0
	if k.Signed() {
		start = -end
	}
	x = math.Trunc(x)
	return start <= x && x < end
}

func toInt(k machine.Kind, x float64) machine.Value {
	if x >= 1<<63 {
		return k.Bitwise(uint64(x))
	}
	return k.Of(int64(x))
}
