package linear

import (
	"math"
	"math/bits"
	"strconv"

	"github.com/seed38182bad/parallax/domains/machine"
)

// The bounds that stand for infinity. An integer this large is taken for
// infinite, which is less precise and never wrong.
const (
	MinusInf int64 = math.MinInt64
	PlusInf  int64 = math.MaxInt64
)

// An Interval is the set of integers from Lo to Hi. A Lo of MinusInf and a Hi of
// PlusInf leave that side open. It is empty if Lo exceeds Hi. The zero Interval
// holds only zero.
type Interval struct{ Lo, Hi int64 }

// Point returns the interval of c alone, or the least one around it if c itself
// stands for an infinity.
func Point(c int64) Interval {
	switch c {
	case MinusInf:
		return Interval{c, c + 1}
	case PlusInf:
		return Interval{c - 1, c}
	}
	return Interval{c, c}
}

// Full returns the interval of all integers.
func Full() Interval { return Interval{MinusInf, PlusInf} }

// Empty returns an interval of no integers.
func Empty() Interval { return Interval{1, 0} }

// IsEmpty reports whether iv has no integers.
func (iv Interval) IsEmpty() bool { return iv.Lo > iv.Hi }

// Contains reports whether x lies in iv.
func (iv Interval) Contains(x int64) bool { return iv.Lo <= x && x <= iv.Hi }

// May reports whether x c 0 for some integer x of iv. It holds for all of them where
// the negation of c may not.
func (iv Interval) May(c machine.Cmp) bool {
	if iv.IsEmpty() {
		return false
	}
	switch c {
	case machine.Eq:
		return iv.Contains(0)
	case machine.Ne:
		return iv != Interval{}
	case machine.Lt:
		return iv.Lo < 0
	case machine.Le:
		return iv.Lo <= 0
	case machine.Gt:
		return iv.Hi > 0
	case machine.Ge:
		return iv.Hi >= 0
	}
	return true
}

// Plus returns the interval of all sums of an integer of iv and one of other.
func (iv Interval) Plus(other Interval) Interval {
	if iv.IsEmpty() || other.IsEmpty() {
		return Empty()
	}
	return Interval{-AddUp(-below(iv.Lo), -below(other.Lo)), AddUp(iv.Hi, other.Hi)}.open()
}

// Times returns an interval of all products of an integer of iv with c.
func (iv Interval) Times(c int64) Interval {
	switch {
	case iv.IsEmpty():
		return Empty()
	case c == 0:
		return Interval{}
	case c < 0:
		return Interval{-MulUp(iv.Hi, magnitude(c)), MulUp(-below(iv.Lo), magnitude(c))}.open()
	}
	return Interval{-MulUp(-below(iv.Lo), uint64(c)), MulUp(iv.Hi, uint64(c))}.open()
}

// below is a lower bound that can be negated: the infinite one becomes -PlusInf.
func below(lo int64) int64 { return max(lo, -PlusInf) }

// open gives a negated lower bound its infinity back.
func (iv Interval) open() Interval {
	if iv.Lo == -PlusInf {
		iv.Lo = MinusInf
	}
	return iv
}

// AddUp is a + b for upper bounds: PlusInf if either is or if the sum is too
// large, and a little too large where the sum is too small for an int64.
func AddUp(a, b int64) int64 {
	if a == PlusInf || b == PlusInf {
		return PlusInf
	}
	s := a + b
	switch {
	case a > 0 && b > 0 && s < 0:
		return PlusInf
	case a < 0 && b < 0 && (s >= 0 || s < -PlusInf):
		return -PlusInf
	}
	return max(s, -PlusInf)
}

// MulUp is a*c for an upper bound a and a factor c > 0, rounded as AddUp rounds.
func MulUp(a int64, c uint64) int64 {
	if a == PlusInf {
		return PlusInf
	}
	hi, lo := bits.Mul64(magnitude(a), c)
	tooLarge := hi != 0 || lo > uint64(PlusInf)
	switch {
	case a >= 0 && tooLarge:
		return PlusInf
	case a >= 0:
		return int64(lo)
	case tooLarge:
		return -PlusInf
	}
	return -int64(lo)
}

// FloorDiv is the largest integer that is at most a/c, for c > 0; PlusInf and
// -PlusInf stay.
func FloorDiv(a int64, c uint64) int64 {
	if a == PlusInf || a <= -PlusInf || c == 1 {
		return a
	}
	if a >= 0 {
		return int64(uint64(a) / c)
	}
	q := magnitude(a) / c
	if q*c != magnitude(a) {
		q++
	}
	return -int64(q)
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// String is such as [0, 10], [-oo, 3] or ⊥.
func (iv Interval) String() string {
	if iv.IsEmpty() {
		return "⊥"
	}
	lo, hi := "-oo", "+oo"
	if iv.Lo != MinusInf {
		lo = strconv.FormatInt(iv.Lo, 10)
	}
	if iv.Hi != PlusInf {
		hi = strconv.FormatInt(iv.Hi, 10)
	}
	return "[" + lo + ", " + hi + "]"
}
