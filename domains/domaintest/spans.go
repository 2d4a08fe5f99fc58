package domaintest

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// Span is the integers from one bound to another, none in the zero Span. The
// bounds math.MinInt64 and math.MaxInt64 stand for infinity and are no integers
// themselves.
type Span struct {
	lo, hi int64
	some   bool
}

// SpanOf returns the integers from lo to hi, none if lo > hi.
func SpanOf(lo, hi int64) Span {
	if lo > hi || lo == math.MaxInt64 || hi == math.MinInt64 {
		return Span{}
	}
	return Span{lo, hi, true}
}

// Bounds returns the least and the greatest integer, false if there is none.
func (s Span) Bounds() (lo, hi int64, ok bool) { return s.lo, s.hi, s.some }

// Contains reports whether x is among the integers.
func (s Span) Contains(x int64) bool { return s.some && s.lo <= x && x <= s.hi }

// Plus returns s moved by n. Infinite bounds stay, and a bound that would
// overflow becomes infinite.
func (s Span) Plus(n int64) Span {
	if !s.some {
		return s
	}
	move := func(b int64) int64 {
		switch sum := b + n; {
		case b == math.MinInt64 || b == math.MaxInt64:
			return b
		case n > 0 && sum < b:
			return math.MaxInt64
		case n < 0 && sum > b:
			return math.MinInt64
		default:
			return sum
		}
	}
	return SpanOf(move(s.lo), move(s.hi))
}

// String returns ⊥, the only integer, or the bounds as [0, 10].
func (s Span) String() string {
	switch {
	case !s.some:
		return "⊥"
	case s.lo == s.hi:
		return fmt.Sprint(s.lo)
	}
	lo, hi := fmt.Sprint(s.lo), fmt.Sprint(s.hi)
	if s.lo == math.MinInt64 {
		lo = "-∞"
	}
	if s.hi == math.MaxInt64 {
		hi = "∞"
	}
	return "[" + lo + ", " + hi + "]"
}

// MarshalJSON returns the bounds as a list, null for none.
func (s Span) MarshalJSON() ([]byte, error) {
	if !s.some {
		return []byte("null"), nil
	}
	return json.Marshal([]int64{s.lo, s.hi})
}

// Spans is the lattice of spans: a small value domain with infinite chains and
// every ability there is, to build combinators on in tests.
type Spans struct{}

// Bottom returns no integers.
func (Spans) Bottom() Span { return Span{} }

// Top returns all integers.
func (Spans) Top() Span { return SpanOf(math.MinInt64, math.MaxInt64) }

// Leq reports inclusion.
func (Spans) Leq(a, b Span) bool { return !a.some || b.some && b.lo <= a.lo && a.hi <= b.hi }

// Equal reports whether the integers are the same.
func (Spans) Equal(a, b Span) bool { return a == b }

// Join returns the least span around both.
func (l Spans) Join(a, b Span) Span {
	r, _ := l.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is.
func (l Spans) Merge(a, b Span) (Span, lattice.Side) {
	switch {
	case a == b:
		return a, lattice.Both
	case l.Leq(b, a):
		return a, lattice.Left
	case l.Leq(a, b):
		return b, lattice.Right
	}
	return Span{min(a.lo, b.lo), max(a.hi, b.hi), true}, lattice.Neither
}

// Meet returns the integers in both.
func (Spans) Meet(a, b Span) Span {
	if !a.some || !b.some {
		return Span{}
	}
	return SpanOf(max(a.lo, b.lo), min(a.hi, b.hi))
}

// Widen moves a bound that next exceeds to the nearest threshold, or makes it infinite.
func (l Spans) Widen(old, next Span, thresholds ...int64) Span {
	if !old.some || !next.some {
		return l.Join(old, next)
	}
	r := old
	if next.lo < old.lo {
		r.lo = math.MinInt64
		for _, t := range thresholds {
			if t <= next.lo {
				r.lo = t
			}
		}
	}
	if next.hi > old.hi {
		r.hi = math.MaxInt64
		for i := len(thresholds) - 1; i >= 0 && thresholds[i] >= next.hi; i-- {
			r.hi = thresholds[i]
		}
	}
	return r
}

// Narrow takes infinite bounds from next.
func (Spans) Narrow(old, next Span) Span {
	if !old.some || !next.some {
		return Span{}
	}
	if old.lo == math.MinInt64 {
		old.lo = next.lo
	}
	if old.hi == math.MaxInt64 {
		old.hi = next.hi
	}
	return SpanOf(old.lo, old.hi)
}

// Hash numbers the spans.
func (Spans) Hash(s Span) uint64 {
	if !s.some {
		return 0
	}
	return uint64(s.lo)*0x9e3779b97f4a7c15 ^ uint64(s.hi)*0xc2b2ae3d27d4eb4f + 1
}

// AnySpans generates spans between small bounds mostly.
func AnySpans() *rapid.Generator[Span] {
	return rapid.Custom(func(t *rapid.T) Span {
		small := rapid.Int64Range(-4, 4)
		lo := rapid.OneOf(small, small, small, rapid.SampledFrom([]int64{math.MinInt64, 100})).Draw(t, "lo")
		hi := rapid.OneOf(small, small, small, rapid.SampledFrom([]int64{math.MaxInt64, 100})).Draw(t, "hi")
		return SpanOf(min(lo, hi), max(lo, hi))
	})
}

// InSpan draws one of the integers of s, a bound often; false if there is none.
func InSpan(t *rapid.T, s Span) (int64, bool) {
	if !s.some {
		return 0, false
	}
	lo, hi := max(s.lo, math.MinInt64+1), min(s.hi, math.MaxInt64-1)
	return rapid.OneOf(rapid.Just(lo), rapid.Just(hi), rapid.Int64Range(lo, hi)).Draw(t, "integer"), true
}
