package lattice_test

import (
	"fmt"
	"math"

	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// interval is the value domain of these tests: the integers from lo to hi; none
// if lo > hi. It has infinite ascending chains and every ability there is.
type interval struct{ lo, hi int64 }

var (
	nothing  = interval{math.MaxInt64, math.MinInt64}
	anything = interval{math.MinInt64, math.MaxInt64}
)

func (v interval) String() string {
	if v == nothing {
		return "⊥"
	}
	bound := func(b int64) string {
		switch b {
		case math.MinInt64:
			return "-∞"
		case math.MaxInt64:
			return "∞"
		}
		return fmt.Sprint(b)
	}
	return fmt.Sprintf("[%s,%s]", bound(v.lo), bound(v.hi))
}

type intervals struct{}

func (intervals) Bottom() interval            { return nothing }
func (intervals) Top() interval               { return anything }
func (intervals) Leq(a, b interval) bool      { return b.lo <= a.lo && a.hi <= b.hi }
func (intervals) Equal(a, b interval) bool    { return a == b }
func (intervals) Join(a, b interval) interval { return interval{min(a.lo, b.lo), max(a.hi, b.hi)} }

func (intervals) Meet(a, b interval) interval {
	if r := (interval{max(a.lo, b.lo), min(a.hi, b.hi)}); r.lo <= r.hi {
		return r
	}
	return nothing
}

func (intervals) Merge(a, b interval) (interval, lattice.Side) {
	r := interval{min(a.lo, b.lo), max(a.hi, b.hi)}
	return r, lattice.SideOf(r, a, b)
}

func (intervals) Widen(old, next interval, thresholds ...int64) interval {
	switch {
	case old == nothing:
		return next
	case next == nothing:
		return old
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
		for i := len(thresholds) - 1; i >= 0; i-- {
			if thresholds[i] >= next.hi {
				r.hi = thresholds[i]
			}
		}
	}
	return r
}

func (intervals) Narrow(old, next interval) interval {
	if next == nothing {
		return next
	}
	if old.lo == math.MinInt64 {
		old.lo = next.lo
	}
	if old.hi == math.MaxInt64 {
		old.hi = next.hi
	}
	return old
}

// grow makes an interval a little larger at its upper end, as i++ in a loop does.
func grow(v interval) interval {
	if v != nothing && v.hi < math.MaxInt64 {
		v.hi++
	}
	return v
}

func genInterval() *rapid.Generator[interval] {
	return rapid.Custom(func(t *rapid.T) interval {
		bound := rapid.OneOf(rapid.Int64Range(-6, 6), rapid.Int64Range(-6, 6), rapid.Int64())
		lo, hi := bound.Draw(t, "lo"), bound.Draw(t, "hi")
		return interval{min(lo, hi), max(lo, hi)}
	})
}

// integers is an order without bottom and top.
type integers struct{}

func (integers) Leq(a, b int) bool   { return a <= b }
func (integers) Equal(a, b int) bool { return a == b }
func (integers) Join(a, b int) int   { return max(a, b) }
func (integers) Meet(a, b int) int   { return min(a, b) }
func (integers) Widen(old, next int, _ ...int64) int {
	if next > old {
		return math.MaxInt
	}
	return old
}
