// Package congruence is the domain of machine integers that leave one remainder
// (Granger, International Journal of Computer Mathematics, 1989). An element says that
// a value is r, or r plus any multiple of a modulus m as far as the kind reaches:
//
//	⊤                  anything
//	uint8              any value of the kind, all being 0 modulo 1
//	4ℤ+3 uint8         3, 7, 11, … 255
//	100ℤ+80 int8       -120, -20 and 80
//	7 uint8            this value
//	⊥                  nothing
//
// The numbers are those that the values stand for, negative ones included, so the
// remainders of a signed kind are as in mathematics: -1 is in 4ℤ+3.
//
// What wraps around moves by 2^w, w being the width of the kind, and keeps only its
// remainder modulo the greatest power of two that divides m. An element alone has no
// bounds: the values reach to within m of the ends of the kind. So the sum with
// anything but 0 is taken to wrap, unless both operands are known. Thus 4ℤ+3 plus 4ℤ+2
// is 4ℤ+1, but 6ℤ+3 plus 1 is 2ℤ. Package strided adds bounds, and keeps 6ℤ+4 where
// they show that nothing wraps.
//
// An element has at least two values or is said by its value, and its remainder is in
// [0, m). So no two elements describe the same. Moduli divide each other along a chain,
// which has at most 67 elements therefore.
package congruence

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/seed38182bad/parallax/domains/machine"
)

// A Congruence is an element of Domain. The zero Congruence is bottom.
type Congruence struct {
	// modulus is 0 for a single value. Otherwise there are at least two.
	modulus uint64
	// rest is a value described: the single one, or the one in [0, modulus).
	rest uint64
	kind machine.Kind
}

// top is of no kind, as bottom is, and all integers are 0 modulo 1.
var top = Congruence{modulus: 1}

// New describes the values of kind k that leave rest modulo modulus; bottom if
// there are none. It is an error if k is not valid, if the modulus is 0, or if the
// rest is not less than it.
func New(k machine.Kind, modulus, rest uint64) (Congruence, error) {
	switch {
	case !k.Valid():
		return Congruence{}, fmt.Errorf("congruence of kind %v: want int8 to uint64", k)
	case modulus == 0:
		return Congruence{}, fmt.Errorf("rest %d modulo 0: want a modulus of at least 1, or Of for a single value", rest)
	case rest >= modulus:
		return Congruence{}, fmt.Errorf("rest %d modulo %d: want less than the modulus", rest, modulus)
	}
	return class(k, modulus, rest), nil
}

// Of is the element that describes x alone; bottom if x is of no kind.
func Of(x machine.Value) Congruence { return Congruence{0, x.Bits(), x.Kind()} }

// Through describes x and the values of its kind that differ from it by
// multiples of modulus. It describes x alone if modulus is 0, and nothing if x
// is of no kind.
func Through(x machine.Value, modulus uint64) Congruence {
	if modulus == 0 || !x.Kind().Valid() {
		return Of(x)
	}
	return class(x.Kind(), modulus, remainder(x.Kind(), modulus, x.Bits()))
}

// class is the element of the values of valid kind k that are rest modulo
// modulus, where rest < modulus.
func class(k machine.Kind, modulus, rest uint64) Congruence {
	// How far the kind reaches above and below zero.
	above, below := reach(k)
	switch {
	case rest > above && modulus-rest > below:
		return Congruence{}
	case rest > above:
		// It is the only one: the next is a modulus below it, which exceeds above.
		return Congruence{0, rest - modulus, k}
	case above-rest < modulus && modulus-rest > below:
		return Congruence{0, rest, k}
	}
	return Congruence{modulus, rest, k}
}

// reach is the greatest value of a valid kind, and the negative of the least.
func reach(k machine.Kind) (above, below uint64) {
	all := ^uint64(0) >> (64 - k.Bits())
	if k.Signed() {
		return all >> 1, all>>1 + 1
	}
	return all, 0
}

// remainder is that of the number that extended bits x of kind k stand for.
func remainder(k machine.Kind, modulus, x uint64) uint64 {
	switch {
	case modulus&(modulus-1) == 0:
		return x & (modulus - 1)
	case k.Signed() && int64(x) < 0:
		return modulus - 1 - ^x%modulus // ^x is -x-1, which is not negative
	case x < modulus:
		return x
	}
	return x % modulus
}

// Within are the least and the greatest of the described values from lo to hi,
// and whether there are any. The bounds are of the kind of c; with others there are
// none.
func (c Congruence) Within(lo, hi machine.Value) (least, greatest machine.Value, ok bool) {
	if !c.kind.Valid() || lo.Kind() != c.kind || hi.Kind() != c.kind || lo.Compare(hi) > 0 {
		return lo, hi, false
	}
	if c.modulus == 0 {
		x := c.kind.Bitwise(c.rest)
		return x, x, lo.Compare(x) <= 0 && x.Compare(hi) <= 0
	}
	width, rest := hi.Bits()-lo.Bits(), remainder(c.kind, c.modulus, lo.Bits())
	skip := c.rest - rest
	if c.rest < rest {
		skip += c.modulus
	}
	if skip > width {
		return lo, hi, false
	}
	first := lo.Bits() + skip
	last := hi.Bits() - remainder(machine.Uint64, c.modulus, width-skip)
	return c.kind.Bitwise(first), c.kind.Bitwise(last), true
}

// Modulus is what the differences between values of c are multiples of: 0 if
// there is one value, 1 if nothing is known.
func (c Congruence) Modulus() uint64 { return c.modulus }

// Rest is the value from 0 to the modulus that c describes, or the only one.
// Bottom and top have none.
func (c Congruence) Rest() machine.Value {
	if !c.kind.Valid() {
		return machine.Value{}
	}
	return c.kind.Bitwise(c.rest)
}

// Value is the one value that c describes, if it is one.
func (c Congruence) Value() (machine.Value, bool) {
	if !c.kind.Valid() || c.modulus != 0 {
		return machine.Value{}, false
	}
	return c.kind.Bitwise(c.rest), true
}

// String is the modulus and the rest, such as "4ℤ+3 uint8" and "4ℤ uint8". It
// is the value if it is one, and the kind alone if the modulus is 1.
func (c Congruence) String() string {
	if !c.kind.Valid() {
		if c == top {
			return "⊤"
		}
		return "⊥"
	}
	switch {
	case c.modulus == 0:
		return c.kind.Label(c.kind.Bitwise(c.rest).String())
	case c.modulus == 1:
		return c.kind.String()
	case c.rest == 0:
		return c.kind.Label(strconv.FormatUint(c.modulus, 10) + "ℤ")
	}
	return c.kind.Label(fmt.Sprintf("%dℤ+%d", c.modulus, c.rest))
}

// MarshalJSON gives an object such as {"kind":"uint8","modulus":4,"rest":3}, where
// the modulus is 0 for a single value; null for bottom and "any" for top.
func (c Congruence) MarshalJSON() ([]byte, error) {
	if !c.kind.Valid() {
		if c == top {
			return []byte(`"any"`), nil
		}
		return []byte("null"), nil
	}
	return json.Marshal(struct {
		Kind    string        `json:"kind"`
		Modulus uint64        `json:"modulus"`
		Rest    machine.Value `json:"rest"`
	}{c.kind.String(), c.modulus, c.kind.Bitwise(c.rest)})
}
