// Package strided is the domain of machine integers from one bound to another in
// steps: the reduced product of intervals and congruences. An element [lo, hi] stride
// s of a kind describes lo, lo+s, lo+2s, … and hi:
//
//	⊤                       anything
//	uint8                   any value of the kind
//	[0, 10] stride 2        0, 2, 4, 6, 8 and 10
//	[5, 9] int8             5, 6, 7, 8 and 9
//	⊥                       nothing
//
// Both bounds are described, a single value has the stride 0, and the stride divides
// their distance. So no two elements describe the same values, and joins are least and
// meets exact. Reps and Balakrishnan (CC 2008) use such values for addresses.
//
// The parts know more together. A sum that stays within the kind, or of which all
// values wrap alike, has the greatest common divisor of the strides, whatever it is.
// Congruences alone can promise only its power of two. Bounds move to the next value
// described: 0, 2, 4, … below 9 end at 8.
//
// Widening gives a bound up by moving it to the last value of the class that the kind
// has. It is that, and not the bound of the kind, which narrowing wins back. Strides
// only become divisors of themselves along a chain of widenings, at most 65 times.
// Between two such changes each bound moves once, so that reduction cannot set it in
// motion again.
package strided

import (
	"encoding/json"
	"fmt"

	"github.com/seed38182bad/parallax/domains/congruence"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
)

// An Interval is an element of Domain. The zero Interval is bottom.
type Interval struct {
	// Both are bottom, both are top, or they are of one kind. In that case the bounds of
	// the range are of the class, and no class with a greater modulus has all values
	// between.
	span  interval.Interval
	class congruence.Congruence
}

// Of is the element that describes x alone; bottom if x is of no kind.
func Of(x machine.Value) Interval { return Interval{interval.Of(x), congruence.Of(x)} }

// Steps describes the values from lo to hi that differ from lo by multiples of stride.
// It is an error if the bounds are of different kinds, or of none. It is also one if lo
// is greater than hi, or if the stride does not lead from lo to hi. Where they are
// equal, the stride is 0.
func Steps(lo, hi machine.Value, stride uint64) (Interval, error) {
	span, err := interval.Between(lo, hi)
	if err != nil {
		return Interval{}, err
	}
	distance := hi.Bits() - lo.Bits()
	if stride == 0 && distance != 0 || stride != 0 && (distance == 0 || distance%stride != 0) {
		return Interval{}, fmt.Errorf("stride %d does not lead from %v to %v", stride, lo, hi)
	}
	return Interval{span, congruence.Through(lo, stride)}, nil
}

// Reduce describes the values that both span and class do. There are none if
// they are of different kinds.
func Reduce(span interval.Interval, class congruence.Congruence) Interval {
	switch k := (congruence.Domain{}).Kind(class); {
	case span == top.span && class == top.class:
		return top
	case span == top.span:
		span = interval.Domain{}.All(k)
	case class == top.class:
		class = congruence.Domain{}.All(span.Kind())
	}
	lo, hi, _ := span.Bounds()
	least, greatest, ok := class.Within(lo, hi)
	switch {
	case !ok:
		return Interval{}
	case least == greatest:
		return Of(least)
	case least != lo || greatest != hi:
		span, _ = interval.Between(least, greatest)
	}
	return Interval{span, class}
}

var top = Interval{interval.Domain{}.Top(), congruence.Domain{}.Top()}

// Span is the range from the least to the greatest value.
func (a Interval) Span() interval.Interval { return a.span }

// Class is the congruence of which all values are.
func (a Interval) Class() congruence.Congruence { return a.class }

// Kind is the kind of the values that a describes, NoKind for bottom and top.
func (a Interval) Kind() machine.Kind { return a.span.Kind() }

// Bounds are the least and the greatest value that a describes; false for bottom
// and top.
func (a Interval) Bounds() (lo, hi machine.Value, ok bool) { return a.span.Bounds() }

// Stride is the distance between two values that follow each other; 0 for a
// single value, bottom and top.
func (a Interval) Stride() uint64 {
	if !a.Kind().Valid() {
		return 0
	}
	return a.class.Modulus()
}

// Value is the one value that a describes, if it is one.
func (a Interval) Value() (machine.Value, bool) { return a.class.Value() }

// Contains reports whether a describes x.
func (a Interval) Contains(x machine.Value) bool {
	return a.span.Contains(x) && congruence.Domain{}.Contains(a.class, x)
}

// String is the range, and the stride if it is greater than 1: "[0, 10] stride 2",
// "[0, 255] stride 5 uint8".
func (a Interval) String() string {
	lo, hi, _ := a.Bounds()
	if a.Stride() <= 1 {
		return a.span.String()
	}
	low, high := lo.String(), hi.String()
	if k := a.Kind(); k.Signed() && lo == k.Min() {
		low = "min"
	}
	if hi == a.Kind().Max() {
		high = "max"
	}
	return a.Kind().Label(fmt.Sprintf("[%s, %s] stride %d", low, high, a.Stride()))
}

// MarshalJSON gives an object such as {"kind":"uint8","min":0,"max":10,"stride":2};
// or null for bottom and "any" for top.
func (a Interval) MarshalJSON() ([]byte, error) {
	lo, hi, ok := a.Bounds()
	if !ok {
		return json.Marshal(a.span)
	}
	return json.Marshal(struct {
		Kind   string        `json:"kind"`
		Min    machine.Value `json:"min"`
		Max    machine.Value `json:"max"`
		Stride uint64        `json:"stride"`
	}{a.Kind().String(), lo, hi, a.Stride()})
}
