// Package integer is the domain of machine integers that most checkers should use. It is the
// reduced product of intervals, congruences, known bits, and whether a value is zero. An element
// describes the values that all its parts do:
//
//	⊤                              anything
//	uint8                          any value of the kind
//	[0, 10] stride 2               0, 2, 4, 6, 8 and 10
//	[-5, 5] ≠ 0                    -5 to 5 without 0
//	[2, 54] stride 4 uint8, 0b00??_0?10
//	                               2, 6, 18, 22, 34, 38, 50 and 54
//	7 uint8                        this value
//	⊥                              nothing
//
// What is printed is a strided interval, and then what does not follow from it.
//
// # Reduction
//
// The parts tell each other what they know, until nobody learns anything:
//
//   - The bounds lie within those that the bits allow, and are of the class of the
//     congruence.
//   - The bits are those that values within the bounds can have.
//   - Known trailing bits are a congruence, and a congruence tells trailing bits.
//   - A bound that is 0 moves if 0 is excluded.
//
// Each of these steps is monotone, and they are repeated until nothing changes. So together they
// are a lower closure (Cousot and Cousot, POPL 1979, section 10.1). Its fixed points, the elements,
// are a lattice again, in which order and join are those of the parts. A bound may lie on a value
// that the bits in the middle exclude. Seeking the next value that both the bits and the congruence
// admit may take as many steps as there are values. Everything else that the steps do is bounded by
// the number of bits, since a bound moves once for each change of another part.
//
// # Widening
//
// To widen bounds that the bits then reduce would add a bit at a time. So bits are widened too:
// from the lowest that differs on they are given up. A chain has one change for each bit, each
// divisor of the stride and the zero at most, with two of the bounds in between. In practice it is
// stable after two or three. Narrowing wins a bound back if it is the last that the other parts
// allow.
package integer

import (
	"encoding/json"
	"strings"

	"github.com/seed38182bad/parallax/domains/bits"
	"github.com/seed38182bad/parallax/domains/congruence"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/strided"
)

// An Integer is an element of Domain. The zero Integer is bottom.
type Integer struct {
	// Reduced, so that all parts are bottom if one is.
	steps strided.Interval
	known bits.Bits
	// nonzero says that 0 is not among the values; also where the parts say so.
	nonzero bool
}

// The domains that this one is made of.
var (
	strides strided.Domain
	knowns  bits.Domain
	spans   interval.Domain
	classes congruence.Domain
)

var top = Integer{steps: strides.Top(), known: knowns.Top()}

// Of is the element that describes x alone; bottom if x is of no kind.
func Of(x machine.Value) Integer {
	return Integer{strided.Of(x), bits.Of(x), x.Sign() != 0}
}

// Between describes the values from lo to hi. It is an error if they are of different
// kinds, or of none, or lo is greater than hi.
func Between(lo, hi machine.Value) (Integer, error) {
	span, err := interval.Between(lo, hi)
	if err != nil {
		return Integer{}, err
	}
	k := lo.Kind()
	return reduce(strided.Reduce(span, classes.All(k)), knowns.All(k), false), nil
}

// Reduce describes the values that both steps and known do. There are none if they
// are of different kinds.
func Reduce(steps strided.Interval, known bits.Bits) Integer {
	switch k, l := steps.Kind(), knowns.Kind(known); {
	case steps == top.steps && known == top.known:
		return top
	case steps == top.steps:
		steps = strides.All(l)
	case known == top.known:
		known = knowns.All(k)
	case k != l:
		return Integer{}
	}
	return reduce(steps, known, false)
}

// Steps are the bounds and the stride of the values.
func (a Integer) Steps() strided.Interval { return a.steps }

// Known are the bits of the values.
func (a Integer) Known() bits.Bits { return a.known }

// Kind is the kind of the values that a describes, NoKind for bottom and top.
func (a Integer) Kind() machine.Kind { return a.steps.Kind() }

// Bounds are the least and the greatest value that a may describe; false for bottom
// and top.
func (a Integer) Bounds() (lo, hi machine.Value, ok bool) { return a.steps.Bounds() }

// Value is the one value that a describes, if it is one.
func (a Integer) Value() (machine.Value, bool) { return a.steps.Value() }

// Contains reports whether a describes x.
func (a Integer) Contains(x machine.Value) bool {
	return a.steps.Contains(x) && knowns.Contains(a.known, x) && !(a.nonzero && x.Sign() == 0)
}

// String is the strided interval, then "≠ 0" and known bits, each if it does not
// follow from what stands before.
func (a Integer) String() string {
	text := a.steps.String()
	if !a.Kind().Valid() {
		return text
	}
	implied := reduce(a.steps, knowns.All(a.Kind()), false)
	if a.nonzero && !reduce(a.steps, a.known, false).nonzero {
		text += " ≠ 0"
		implied = reduce(a.steps, knowns.All(a.Kind()), true)
	}
	if a.known != implied.known {
		text += ", " + strings.TrimSuffix(a.known.String(), " "+a.Kind().String())
	}
	return text
}

// MarshalJSON gives an object such as {"kind":"int8","min":-5,"max":5,"stride":1,
// "bits":"????????","nonzero":true}; null for bottom and "any" for
// top.
func (a Integer) MarshalJSON() ([]byte, error) {
	lo, hi, ok := a.Bounds()
	if !ok {
		return json.Marshal(a.steps)
	}
	return json.Marshal(struct {
		Kind    string        `json:"kind"`
		Min     machine.Value `json:"min"`
		Max     machine.Value `json:"max"`
		Stride  uint64        `json:"stride"`
		Bits    string        `json:"bits"`
		Nonzero bool          `json:"nonzero"`
	}{a.Kind().String(), lo, hi, a.steps.Stride(), a.known.Digits(), a.nonzero})
}
