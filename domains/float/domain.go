package float

import (
	"math"

	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of Values, ordered by what they describe, with what a
// program does to floating-point numbers. The join of values of two kinds is top
// and their meet bottom.
//
// Operations cover what Go makes of all described operands, and are monotone. An
// operand that is bottom gives bottom; where operands must be of one kind, those of
// two kinds give bottom, since no program has them, and top beside a value of
// kind k is taken for all of kind k.
type Domain struct{}

var (
	_ lattice.Lattice[Value]           = Domain{}
	_ lattice.Merging[Value]           = Domain{}
	_ lattice.Widening[Value]          = Domain{}
	_ lattice.ThresholdWidening[Value] = Domain{}
	_ lattice.Narrowing[Value]         = Domain{}
	_ lattice.Hashing[Value]           = Domain{}
)

// Bottom returns the value that describes nothing.
func (Domain) Bottom() Value { return Value{} }

// Top returns the value that describes all numbers of both kinds.
func (Domain) Top() Value { return Value{has: anyKind} }

// Leq reports whether b describes all that a describes.
func (Domain) Leq(a, b Value) bool {
	switch {
	case a.has == 0 || b.has&anyKind != 0:
		return true
	case a.kind != b.kind || a.has&^b.has != 0:
		return false
	}
	return a.has&ranged == 0 || b.lo <= a.lo && a.hi <= b.hi
}

// Equal reports whether a and b are the same.
func (Domain) Equal(a, b Value) bool { return a == b }

// Join returns the least value that describes what a or b describes.
func (d Domain) Join(a, b Value) Value {
	switch {
	case a.has == 0:
		return b
	case b.has == 0:
		return a
	case a.kind != b.kind:
		return d.Top()
	}
	r := a
	switch {
	case b.has&ranged == 0:
	case a.has&ranged == 0:
		r.lo, r.hi = b.lo, b.hi
	default:
		r.lo, r.hi = min(a.lo, b.lo), max(a.hi, b.hi)
	}
	r.has |= b.has
	return r
}

// Merge is Join, and says which operand the result is.
func (d Domain) Merge(a, b Value) (Value, lattice.Side) {
	r := d.Join(a, b)
	return r, lattice.SideOf(r, a, b)
}

// Meet returns the value that describes what both describe.
func (Domain) Meet(a, b Value) Value {
	switch {
	case a.has&anyKind != 0:
		return b
	case b.has&anyKind != 0:
		return a
	case a.kind != b.kind:
		return Value{}
	}
	h := a.kind.hull()
	h.has = a.has & b.has & anySpecial
	if lo, hi := max(a.lo, b.lo), min(a.hi, b.hi); a.has&b.has&ranged != 0 && lo <= hi {
		h.finite(lo, hi)
	}
	return h.value()
}

// Widen moves a bound that next exceeds to the last finite number. A special
// value is added only if next has it, so that what cannot be infinite stays so.
func (d Domain) Widen(old, next Value) Value { return d.WidenTo(old, next, nil) }

// WidenTo is Widen, but a bound stops at the first threshold that next does not
// exceed, rounded to the kind.
func (d Domain) WidenTo(old, next Value, thresholds []int64) Value {
	r := d.Join(old, next)
	if old.kind != next.kind || old.has&next.has&ranged == 0 {
		return r
	}
	k := r.kind
	if r.lo < old.lo {
		bound := -k.max()
		for _, t := range thresholds {
			if x := k.round(float64(t)); x <= r.lo {
				bound = x
			}
		}
		r.lo = bound
	}
	if r.hi > old.hi {
		bound := k.max()
		for i := len(thresholds) - 1; i >= 0; i-- {
			if x := k.round(float64(thresholds[i])); x >= r.hi {
				bound = x
			}
		}
		r.hi = bound
	}
	return r
}

// Narrow takes from next the bounds that are the last finite numbers in old, and
// what special values it does without.
func (Domain) Narrow(old, next Value) Value {
	if old.kind != next.kind || next.has&ranged == 0 {
		return next
	}
	r := next
	if old.lo != -old.kind.max() {
		r.lo = old.lo
	}
	if old.hi != old.kind.max() {
		r.hi = old.hi
	}
	return r
}

// Hash mixes the bounds with the kind and the special values.
func (Domain) Hash(v Value) uint64 {
	const odd = 0x9e3779b97f4a7c15
	h := uint64(v.has)<<8 | uint64(v.kind)
	h = (h ^ math.Float64bits(v.lo)) * odd
	h ^= h >> 32
	h = (h ^ math.Float64bits(v.hi)) * odd
	return h ^ h>>32
}
