package latticetest

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// lostInfinity adds intervals so that an infinite bound becomes a finite one: the
// sum must be monotone, commutative and sound, and is none of them.
func lostInfinity(a, b span) span {
	if a == none || b == none {
		return none
	}
	return span{a.lo + b.lo, a.hi + b.hi}
}

func TestFaultyTransfersAreFoundOut(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short too few values are drawn")
	}
	gamma := Gamma[span, int64]{
		Lattice:  spans{},
		Elements: genSpan(),
		Contains: func(e span, c int64) bool { return e.lo <= c && c <= e.hi },
		Pick: func(t *rapid.T, e span) (int64, bool) {
			if e == none {
				return 0, false
			}
			edge := rapid.SampledFrom([]int64{e.lo, e.hi})
			return rapid.OneOf(edge, rapid.Int64Range(e.lo, e.hi)).Draw(t, "concrete"), true
		},
	}
	requireBroken(t, gamma.Laws())

	add := func(x, y int64) (int64, bool) {
		z := x + y
		return z, (z > x) == (y > 0) // no overflow
	}
	saturated := func(a, b span) span {
		if a == none || b == none {
			return none
		}
		r := all
		if lo, ok := add(a.lo, b.lo); ok && a.lo != math.MinInt64 && b.lo != math.MinInt64 {
			r.lo = lo
		}
		if hi, ok := add(a.hi, b.hi); ok && a.hi != math.MaxInt64 && b.hi != math.MaxInt64 {
			r.hi = hi
		}
		return r
	}
	requireBroken(t, []Law{
		gamma.Sound2(saturated, add),
		spanTransfer.Monotone2(saturated),
		spanTransfer.Commutative(saturated),
		spanTransfer.Strict2(saturated),
	})
	requireBroken(t, []Law{gamma.Sound2(lostInfinity, add)}, "transfer/sound")
	requireBroken(t, []Law{spanTransfer.Monotone2(lostInfinity)}, "transfer/monotone")
	minus := func(a, b span) span { return saturated(a, span{-b.hi, -b.lo}) }
	requireBroken(t, []Law{spanTransfer.Commutative(minus)}, "transfer/commutative")

	plusThree := func(v span) span { return lostInfinity(v, span{3, 3}) }
	requireBroken(t, []Law{spanTransfer.Monotone(plusThree)}, "transfer/monotone")
	increment := func(c int64) (int64, bool) { return add(c, 3) }
	requireBroken(t, []Law{gamma.Sound(plusThree, increment)}, "transfer/sound")

	flipped := gamma
	flipped.Contains = func(e span, c int64) bool { return e.lo < c && c <= e.hi }
	requireBroken(t, flipped.Laws(), "gamma/pick")
	narrow := gamma
	narrow.Lattice = meetTooSmall{}
	requireBroken(t, narrow.Laws(), "gamma/operations")
	backward := gamma
	backward.Lattice = reversed{}
	requireBroken(t, backward.Laws(), "gamma/monotone", "gamma/extremes")
}

func TestLenientTransfersAreFoundOut(t *testing.T) {
	lenient := func(a, b span) span { return span{min(a.lo, b.lo), 9} }
	requireBroken(t, []Law{spanTransfer.Strict(func(a span) span { return lenient(a, a) })}, "transfer/strict")
	requireBroken(t, []Law{spanTransfer.Strict2(lenient)}, "transfer/strict")
	requireBroken(t, []Law{spanTransfer.Strict(grow)})
}

// genDigits draws intervals of the numbers from 0 to 7.
func genDigits() *rapid.Generator[span] {
	return rapid.Custom(func(t *rapid.T) span {
		lo, hi := rapid.Int64Range(0, 7).Draw(t, "lo"), rapid.Int64Range(0, 7).Draw(t, "hi")
		return span{min(lo, hi), max(lo, hi)}
	})
}

func TestImprecisionIsFoundOut(t *testing.T) {
	digits := Gamma[span, int64]{
		Lattice:  spans{},
		Elements: genDigits(),
		Contains: func(e span, c int64) bool { return e.lo <= c && c <= e.hi },
		Universe: []int64{0, 1, 2, 3, 4, 5, 6, 7},
		Of:       func(c int64) span { return span{c, c} },
	}
	digits.Insertion = true
	requireBroken(t, digits.Laws())

	within := func(c int64) (int64, bool) { return c, 0 <= c && c <= 7 }
	cut := func(v span) span { return spans{}.Meet(v, span{0, 7}) }
	plus := func(x, y int64) (int64, bool) { return within(x + y) }
	sum := func(a, b span) span { return cut(lostInfinity(cut(a), cut(b))) }
	requireBroken(t, []Law{digits.Sound2(sum, plus), digits.Best2(sum, plus), digits.Exact2(sum, plus)})
	coarse := func(a, b span) span { return spans{}.Join(sum(a, b), cut(a)) }
	requireBroken(t, []Law{digits.Sound2(coarse, plus)})
	requireBroken(t, []Law{digits.Best2(coarse, plus)}, "transfer/best")
	requireBroken(t, []Law{digits.Exact2(coarse, plus)}, "transfer/exact")

	// Doubling has a best interval, which holds odd numbers too.
	double := func(c int64) (int64, bool) { return within(2 * c) }
	doubled := func(a span) span {
		if a == none || a.lo > 3 {
			return none
		}
		return span{2 * a.lo, 2 * min(a.hi, 3)}
	}
	requireBroken(t, []Law{digits.Sound(doubled, double), digits.Best(doubled, double)})
	requireBroken(t, []Law{digits.Exact(doubled, double)}, "transfer/exact")
	requireBroken(t, []Law{digits.Best(cut, double)}, "transfer/best")

	vague := digits
	vague.Of = func(c int64) span { return span{c, c + 1} }
	requireBroken(t, vague.Laws(), "gamma/of")
	wrong := digits
	wrong.Of = func(int64) span { return span{3, 3} }
	requireBroken(t, wrong.Laws(), "gamma/of")
	even := digits
	even.Contains = func(e span, c int64) bool { return e.lo <= c && c <= e.hi && c%2 == 0 }
	even.Of = nil
	requireBroken(t, even.Laws(), "gamma/insertion")
	even.Insertion = false
	requireBroken(t, even.Laws())
}
