package float

import (
	"fmt"
	"math"
)

// A Special is a set of the values that stand outside of the interval.
type Special uint8

// The special values.
const (
	NegInf Special = 1 << iota
	PosInf
	NaN
	NegZero // -0; that 0 is possible is said by the interval
)

const (
	anySpecial = NegInf | PosInf | NaN | NegZero

	ranged     Special = 1 << 4 // there is an interval
	anyKind    Special = 1 << 5 // top
	everything         = anySpecial | ranged
)

// A Value describes floating-point numbers of one kind; the zero Value is bottom,
// and describes none. Values are equal exactly if they are ==.
type Value struct {
	lo, hi float64 // the interval, if ranged; finite and not -0; else both 0
	kind   Kind
	has    Special
}

// Of returns the value that describes what conversion to k makes of x; bottom if
// k is not valid.
func (k Kind) Of(x float64) Value {
	h := k.hull()
	h.span(k.round(x), k.round(x))
	return h.value()
}

// All returns the value that describes all numbers of the kind; bottom if k is not
// valid.
func (k Kind) All() Value {
	if !k.Valid() {
		return Value{}
	}
	return Value{-k.max(), k.max(), k, everything}
}

// Only returns the value that describes these special values; bottom if k is not
// valid, or if there are none.
func (k Kind) Only(s Special) Value {
	h := k.hull()
	h.has |= s & anySpecial
	return h.value()
}

// Between returns the value that describes all x of the kind with lo <= x && x <=
// hi: both zeros if one lies between, and an infinity if it is a bound. It
// returns an error if k is not valid, if a bound is NaN, and if there is no
// number between them.
func (k Kind) Between(lo, hi float64) (Value, error) {
	switch {
	case !k.Valid():
		return Value{}, fmt.Errorf("kind(%d) is no floating-point type: want Float32 or Float64", k)
	case math.IsNaN(lo):
		return Value{}, fmt.Errorf("the lower bound of [%v, %v] is NaN, which is no bound: join with Only(NaN)", lo, hi)
	case math.IsNaN(hi):
		return Value{}, fmt.Errorf("the upper bound of [%v, %v] is NaN, which is no bound: join with Only(NaN)", lo, hi)
	}
	// Of bounds that the kind does not have, what lies inside counts.
	first, last := k.round(lo), k.round(hi)
	if first < lo {
		first = k.above(first)
	}
	if last > hi {
		last = k.below(last)
	}
	v := k.All().within(first, last)
	if v.has == 0 {
		return v, fmt.Errorf("no %v lies between %v and %v", k, lo, hi)
	}
	return v, nil
}

// within keeps what lies between two numbers of the kind, which may be infinite;
// NaN does not.
func (v Value) within(lo, hi float64) Value {
	has := v.has &^ NaN
	if !math.IsInf(lo, -1) {
		has &^= NegInf
	}
	if !math.IsInf(hi, 1) {
		has &^= PosInf
	}
	if lo > 0 || hi < 0 {
		has &^= NegZero
	}
	v.lo, v.hi = max(v.lo, lo), min(v.hi, hi)
	if has&ranged == 0 || v.lo > v.hi {
		v.lo, v.hi = 0, 0
		has &^= ranged
	}
	if v.has = has; has == 0 {
		return Value{}
	}
	v.lo, v.hi = v.lo+0, v.hi+0 // -0 becomes 0
	return v
}

// Kind is the kind of the numbers that v describes, NoKind for bottom and top.
func (v Value) Kind() Kind { return v.kind }

// Has reports whether v describes one of these special values.
func (v Value) Has(s Special) bool { return v.has&(s&anySpecial) != 0 }

// Finite returns the interval of the finite numbers that v describes, but for -0;
// false if there are none, and for top.
func (v Value) Finite() (lo, hi float64, ok bool) {
	return v.lo, v.hi, v.has&ranged != 0 && v.kind.Valid()
}

// Bounds are the least and the greatest of what v describes, but for NaN; false
// if there is nothing else, and for top.
func (v Value) Bounds() (lo, hi float64, ok bool) {
	if v.has == ranged {
		return v.lo, v.hi, true
	}
	lo, hi = math.Inf(1), math.Inf(-1)
	if v.has&ranged != 0 {
		lo, hi = v.lo, v.hi
	}
	if v.has&NegZero != 0 {
		lo, hi = min(lo, 0), max(hi, 0)
	}
	if v.has&PosInf != 0 {
		hi = math.Inf(1)
	}
	if v.has&NegInf != 0 {
		lo = math.Inf(-1)
	}
	if v.has&PosInf != 0 && v.has&^(PosInf|NaN) == 0 {
		lo = hi
	}
	if v.has&NegInf != 0 && v.has&^(NegInf|NaN) == 0 {
		hi = lo
	}
	return lo, hi, v.kind.Valid() && v.has&^NaN != 0
}

// Contains reports whether v describes x as a number of kind k.
func (v Value) Contains(k Kind, x float64) bool {
	switch {
	case !k.Valid() || k.round(x) != x && !math.IsNaN(x):
		return false
	case v.has&anyKind != 0:
		return true
	case v.kind != k:
		return false
	case math.IsNaN(x):
		return v.has&NaN != 0
	case math.IsInf(x, 1):
		return v.has&PosInf != 0
	case math.IsInf(x, -1):
		return v.has&NegInf != 0
	case isNegZero(x):
		return v.has&NegZero != 0
	}
	return v.has&ranged != 0 && v.lo <= x && x <= v.hi
}

// hull collects what a value has to describe.
type hull struct{ Value }

func (k Kind) hull() hull { return hull{Value{kind: k}} }

// value is the least value that describes what was collected.
func (h *hull) value() Value {
	if h.has == 0 || !h.kind.Valid() {
		return Value{}
	}
	return h.Value
}

// finite adds an interval of finite numbers.
func (h *hull) finite(lo, hi float64) {
	lo, hi = lo+0, hi+0 // -0 becomes 0
	if h.has&ranged != 0 {
		lo, hi = min(lo, h.lo), max(hi, h.hi)
	}
	h.lo, h.hi, h.has = lo, hi, h.has|ranged
}

// span adds what lies between two results of a monotone operation, both of which
// come up: -Inf, negative numbers, -0, 0, positive numbers and +Inf, in this
// order. If a bound is one of the special values, the interval reaches up to it.
// Results on both sides of zero are sums of numbers other than -0, and never -0
// themselves.
func (h *hull) span(lo, hi float64) {
	switch {
	case math.IsNaN(lo) || math.IsNaN(hi):
		h.has |= NaN
		return
	case math.IsInf(lo, 1):
		h.has |= PosInf
		return
	case math.IsInf(hi, -1):
		h.has |= NegInf
		return
	}
	if math.IsInf(lo, -1) {
		h.has |= NegInf
		lo = -h.kind.max()
	}
	if math.IsInf(hi, 1) {
		h.has |= PosInf
		hi = h.kind.max()
	}
	if isNegZero(hi) {
		h.has |= NegZero
		if isNegZero(lo) {
			return
		}
		hi = -h.kind.tiny()
	}
	h.finite(lo, hi)
}
