// Package interval is the domain of machine integers between two bounds (Cousot
// and Cousot, ISOP 1976), for every integer type of Go. An element [lo, hi] of a
// kind describes the values of the kind from lo to hi, both included:
//
//	⊤                    anything
//	int8    uint8    …   any value of the kind
//	[-1, 5] int8     …   the values from -1 to 5
//	⊥                    nothing
//
// Arithmetic wraps as Go's does, and the domain is exact about it. Where all results
// leave the kind by the same multiple of 2^width, the bounds wrap with them: [250, 255]
// + [10, 10] is [4, 9] in uint8. Where only some results of an addition do, both the
// least and the greatest value of the kind are possible results. Intervals do not wrap
// around themselves as those of Navas et al. (APLAS 2012) do; in return they form a
// lattice.
//
// All operations are best, that is, as tight as an interval can be. The exceptions are
// the remainder by an interval of several divisors, and products of which only some
// wrap. The bounds of bitwise operations are those of Warren, Hacker's Delight, section
// 4-3.
//
// The kinds' bounds are what infinities are to integers of any size: widening gives
// a bound up by moving it there, or to the next threshold.
package interval

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/seed38182bad/parallax/domains/machine"
)

// An Interval is an element of Domain: a range of values of one kind, or bottom,
// or top. The zero Interval is bottom. Intervals are equal under == if they are
// equal.
type Interval struct {
	kind machine.Kind // NoKind for bottom, and anyKind for top
	// The bounds lo ≤ hi are keys: numbers that are ordered as the values of the
	// kind are. Bottom and top have 0, 0.
	lo, hi int64
}

// anyKind is the kind of top. Like the valid kinds it is an index of spans.
const anyKind machine.Kind = 15

// A span says how the values of a kind are numbered by keys. The key of a value
// of a kind other than Uint64 is the integer that it stands for; those of Uint64 are
// moved down by 2^63.
type span struct {
	kind     machine.Kind
	min, max int64  // the keys of the least and the greatest value
	width    uint64 // the greatest value less the least
	flip     uint64 // the bits in which keys differ from the bits of values
	unused   uint8  // how many bits of an int64 the kind does not have
	mask     int64  // the bits that a value may have, extended to 64
}

var spans = func() (s [16]span) {
	for _, k := range machine.Kinds() {
		s[k].kind = k
		if k == machine.Uint64 {
			s[k].flip = 1 << 63
		}
		s[k].min, s[k].max = key(k.Min(), s[k].flip), key(k.Max(), s[k].flip)
		s[k].width = uint64(s[k].max) - uint64(s[k].min)
		s[k].unused = uint8(64 - k.Bits())
		s[k].mask = int64(k.Bitwise(^uint64(0)).Bits())
	}
	return s
}()

func key(x machine.Value, flip uint64) int64 { return int64(x.Bits() ^ flip) }

func spanOf(k machine.Kind) *span { return &spans[k&15] }

// bits are those of the value with this key, extended to 64 as those of
// machine.Value are.
func (s *span) bits(key int64) uint64 { return uint64(key) ^ s.flip }

// wrap is the key of the value with the lowest bits of x.
func (s *span) wrap(x uint64) int64 {
	return int64(x<<(s.unused&63))>>(s.unused&63)&s.mask ^ int64(s.flip)
}

// Of is the interval of x alone; bottom if x is of no kind.
func Of(x machine.Value) Interval {
	k := x.Kind()
	if !k.Valid() {
		return Interval{}
	}
	at := key(x, spanOf(k).flip)
	return Interval{k, at, at}
}

// Between is the interval of the values from lo to hi. It is an error if they are
// of different kinds, or of none, or lo is greater than hi.
func Between(lo, hi machine.Value) (Interval, error) {
	switch k := lo.Kind(); {
	case !k.Valid() || !hi.Kind().Valid():
		return Interval{}, fmt.Errorf("interval from %v of kind %v to %v of kind %v: want bounds that have a kind", lo, k,
			hi, hi.Kind())
	case k != hi.Kind():
		return Interval{}, fmt.Errorf("interval from %v of kind %v to %v of kind %v: want bounds of one kind", lo, k, hi,
			hi.Kind())
	case lo.Compare(hi) > 0:
		return Interval{}, fmt.Errorf("interval from %v to %v: want a lower bound that is not above the upper one", lo, hi)
	}
	return hull(lo, hi), nil
}

// hull is the interval from lo to hi, which are of one kind and in this order.
func hull(lo, hi machine.Value) Interval {
	flip := spanOf(lo.Kind()).flip
	return Interval{lo.Kind(), key(lo, flip), key(hi, flip)}
}

// all is the interval of all values of the valid kind k.
func all(k machine.Kind) Interval {
	s := spanOf(k)
	return Interval{k, s.min, s.max}
}

// IsBottom reports whether a describes nothing.
func (a Interval) IsBottom() bool { return a.kind == machine.NoKind }

// IsTop reports whether a describes everything.
func (a Interval) IsTop() bool { return a.kind == anyKind }

// Kind is the kind of the values that a describes, NoKind for bottom and top.
func (a Interval) Kind() machine.Kind {
	if a.IsTop() {
		return machine.NoKind
	}
	return a.kind
}

// Bounds are the least and the greatest value that a describes; false for bottom
// and top.
func (a Interval) Bounds() (lo, hi machine.Value, ok bool) {
	if !a.kind.Valid() {
		return lo, hi, false
	}
	flip := spanOf(a.kind).flip
	return a.kind.Bitwise(uint64(a.lo) ^ flip), a.kind.Bitwise(uint64(a.hi) ^ flip), true
}

// Int64Bounds are the least and the greatest number that a describes, each moved to the
// nearest int64 if it is none. Those of top, and of a kind that has greater ones, end
// at math.MaxInt64. It is false for bottom only.
func (a Interval) Int64Bounds() (lo, hi int64, ok bool) {
	switch a.kind {
	case machine.NoKind:
		return 0, 0, false
	case anyKind:
		return math.MinInt64, math.MaxInt64, true
	case machine.Uint64:
		return saturated(a.lo), saturated(a.hi), true
	}
	return a.lo, a.hi, true
}

// saturated is the number of a key of Uint64, or the greatest int64.
func saturated(key int64) int64 {
	if key >= 0 {
		return math.MaxInt64
	}
	return key - math.MinInt64
}

// Value is the value that a describes, and whether it describes exactly one.
func (a Interval) Value() (machine.Value, bool) {
	lo, _, ok := a.Bounds()
	return lo, ok && a.lo == a.hi
}

// Contains reports whether a describes x.
func (a Interval) Contains(x machine.Value) bool {
	k := x.Kind()
	if k != a.kind {
		return a.IsTop() && k.Valid()
	}
	at := key(x, spanOf(k).flip)
	return a.lo <= at && at <= a.hi && k.Valid()
}

// String is the range with its kind, which is left out if it is int64: "[0, 10]",
// "[0, 10] uint8". As bounds, the least value of a signed kind and the greatest of
// any kind are written min and max: "[min, -1]". A single value is written as it
// is, "7 uint8", and an interval of all values as its kind, "uint8".
func (a Interval) String() string {
	switch lo, hi, ok := a.Bounds(); {
	case ok && a == all(a.kind):
		return a.kind.String()
	case ok && lo == hi:
		return a.kind.Label(lo.String())
	case ok:
		low, high := lo.String(), hi.String()
		if a.kind.Signed() && lo == a.kind.Min() {
			low = "min"
		}
		if hi == a.kind.Max() {
			high = "max"
		}
		return a.kind.Label("[" + low + ", " + high + "]")
	case a.IsTop():
		return "⊤"
	}
	return "⊥"
}

// MarshalJSON gives an object such as {"kind":"uint8","min":0,"max":10}; null for
// bottom and "any" for top.
func (a Interval) MarshalJSON() ([]byte, error) {
	lo, hi, ok := a.Bounds()
	switch {
	case ok:
		return json.Marshal(struct {
			Kind string        `json:"kind"`
			Min  machine.Value `json:"min"`
			Max  machine.Value `json:"max"`
		}{a.kind.String(), lo, hi})
	case a.IsTop():
		return []byte(`"any"`), nil
	}
	return []byte("null"), nil
}
