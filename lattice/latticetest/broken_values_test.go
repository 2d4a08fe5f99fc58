package latticetest

import (
	"math"
	"testing"

	"github.com/seed38182bad/parallax/lattice"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// span is the integers from lo to hi, none if lo > hi.
type span struct{ lo, hi int64 }

var (
	none = span{math.MaxInt64, math.MinInt64}
	all  = span{math.MinInt64, math.MaxInt64}
)

// spans is a correct lattice, which each of the faulty ones embeds and spoils
// in one place.
type spans struct{}

func (spans) Bottom() span         { return none }
func (spans) Top() span            { return all }
func (spans) Leq(a, b span) bool   { return b.lo <= a.lo && a.hi <= b.hi }
func (spans) Equal(a, b span) bool { return a == b }
func (spans) Join(a, b span) span  { return span{min(a.lo, b.lo), max(a.hi, b.hi)} }
func (spans) Meet(a, b span) span {
	if r := (span{max(a.lo, b.lo), min(a.hi, b.hi)}); r.lo <= r.hi {
		return r
	}
	return none
}
func (spans) Widen(old, next span, thresholds ...int64) span {
	if old == none || next == none {
		return spans{}.Join(old, next)
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
func (spans) Narrow(old, next span) span {
	if next == none {
		return none
	}
	if old.lo == math.MinInt64 {
		old.lo = next.lo
	}
	if old.hi == math.MaxInt64 {
		old.hi = next.hi
	}
	return old
}

func genSpan() *rapid.Generator[span] {
	return rapid.Custom(func(t *rapid.T) span {
		small := rapid.Int64Range(-4, 4)
		bound := rapid.OneOf(small, small, small, rapid.Int64())
		lo, hi := bound.Draw(t, "lo"), bound.Draw(t, "hi")
		return span{min(lo, hi), max(lo, hi)}
	})
}

// grow is what i++ does to the upper bound.
func grow(v span) span {
	if v != none && v.hi < math.MaxInt64 {
		v.hi++
	}
	return v
}

func spanLaws(l lattice.Lattice[span]) []Law {
	return Suite[span]{Lattice: l, Elements: genSpan(), Steps: 4, Transfers: []func(span) span{grow}}.Laws()
}

func TestCorrectLatticePasses(t *testing.T) {
	laws := spanLaws(spans{})
	require.Greater(t, len(laws), 25)
	requireBroken(t, laws)
}

type joinWrongAtOnePlace struct{ spans }

func (l joinWrongAtOnePlace) Join(a, b span) span {
	if a.lo == 0 && b.lo == 0 {
		return a
	}
	return l.spans.Join(a, b)
}

type joinNotLeast struct{ spans }

func (l joinNotLeast) Join(a, b span) span {
	switch {
	case l.Leq(b, a):
		return a
	case l.Leq(a, b):
		return b
	}
	return all
}

type meetTooSmall struct{ spans }

func (l meetTooSmall) Meet(a, b span) span {
	if a == b {
		return a
	}
	return none
}

type leqNotTransitive struct{ spans }

func (l leqNotTransitive) Leq(a, b span) bool {
	return l.spans.Leq(a, b) && (a.lo-b.lo <= 2 || a == none || b == all)
}

type leqNotReflexive struct{ spans }

func (l leqNotReflexive) Leq(a, b span) bool { return a != b && l.spans.Leq(a, b) }

type equalByLowerBound struct{ spans }

func (equalByLowerBound) Equal(a, b span) bool { return a.lo == b.lo }

type bottomNotLeast struct{ spans }

func (bottomNotLeast) Bottom() span { return span{0, 0} }

type topNotGreatest struct{ spans }

func (topNotGreatest) Top() span { return span{-100, math.MaxInt64} }

// reversed is the reversal of an order that calls a below b when a is equal to b
// or not below it. Two unrelated elements then lie below each other, and an
// analysis that asks whether it is stable stops too early.
type reversed struct{ spans }

func (reversed) Bottom() span          { return all }
func (reversed) Top() span             { return none }
func (l reversed) Join(a, b span) span { return l.spans.Meet(a, b) }
func (l reversed) Meet(a, b span) span { return l.spans.Join(a, b) }
func (l reversed) Leq(a, b span) bool  { return a == b || !l.spans.Leq(a, b) }

// wideningSwapped takes the new element for the old one: a bound that grows
// every time is never given up.
type wideningSwapped struct{ spans }

func (l wideningSwapped) Widen(old, next span, t ...int64) span {
	return l.spans.Widen(next, old, t...)
}

type wideningIsJoin struct{ spans }

func (l wideningIsJoin) Widen(old, next span, _ ...int64) span { return l.Join(old, next) }

type wideningForgetsOld struct{ spans }

func (l wideningForgetsOld) Widen(old, next span, t ...int64) span {
	if next == none {
		return next
	}
	return l.spans.Widen(old, next, t...)
}

// wideningEager gives up a bound that has not grown.
type wideningEager struct{ spans }

func (l wideningEager) Widen(old, next span, t ...int64) span {
	r := l.spans.Widen(old, next, t...)
	if next != none && next.hi == old.hi {
		r.hi = math.MaxInt64
	}
	return r
}

type thresholdTooLow struct{ spans }

func (l thresholdTooLow) Widen(old, next span, thresholds ...int64) span {
	r := l.spans.Widen(old, next, thresholds...)
	if len(thresholds) > 0 && old != none && next.hi > old.hi {
		r.hi = max(old.hi, thresholds[0])
	}
	return r
}

type narrowingTooFar struct{ spans }

func (narrowingTooFar) Narrow(_, next span) span {
	if next.hi > next.lo {
		next.hi--
	}
	return next
}

type narrowingNeverEnds struct{ spans }

func (narrowingNeverEnds) Narrow(old, next span) span {
	if old.lo < next.lo {
		old.lo++
	}
	return old
}

type mergeSideWrong struct{ spans }

func (l mergeSideWrong) Merge(a, b span) (span, lattice.Side) {
	if l.Leq(a, b) {
		return b, lattice.Right
	}
	return l.Join(a, b), lattice.Neither
}

func TestFaultyLatticesAreFoundOut(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short too few values are drawn")
	}
	for _, c := range []struct {
		name   string
		broken lattice.Lattice[span]
		laws   []string
	}{
		{"join wrong at one place", joinWrongAtOnePlace{}, []string{"join/bound", "order/join"}},
		{"join not least", joinNotLeast{}, []string{"join/least", "join/associative"}},
		{"meet too small", meetTooSmall{}, []string{"meet/greatest", "order/meet", "absorption"}},
		{"order not transitive", leqNotTransitive{}, []string{"order/transitive"}},
		{"order not reflexive", leqNotReflexive{}, []string{"order/reflexive"}},
		{"equality too coarse", equalByLowerBound{}, []string{"order/antisymmetric"}},
		{"bottom not least", bottomNotLeast{}, []string{"bounds/bottom"}},
		{"top not greatest", topNotGreatest{}, []string{"bounds/top"}},
		{"dual with wrong order", reversed{}, []string{"order/antisymmetric", "order/join", "order/transitive"}},
		{"widening with swapped operands", wideningSwapped{}, []string{"widen/stabilises"}},
		{"widening that is a join", wideningIsJoin{}, []string{"widen/stabilises"}},
		{"widening below the old element", wideningForgetsOld{}, []string{"widen/bound"}},
		{"widening that gives up too much", wideningEager{}, []string{"widen/stable"}},
		{"threshold below the bound", thresholdTooLow{}, []string{"widen/bound"}},
		{"narrowing below next", narrowingTooFar{}, []string{"narrow/between"}},
		{"narrowing in endless steps", narrowingNeverEnds{}, []string{"narrow/stabilises"}},
		{"merge names the wrong operands", mergeSideWrong{}, []string{"merge/exact"}},
	} {
		t.Run(c.name, func(t *testing.T) { requireBroken(t, spanLaws(c.broken), c.laws...) })
	}
}

// masks is sets of small numbers as slices of bits: elements that can be changed
// by mistake.
type masks struct{}

func (masks) Bottom() []bool { return make([]bool, 3) }
func (masks) Top() []bool    { return []bool{true, true, true} }
func (masks) Leq(a, b []bool) bool {
	for i := range a {
		if a[i] && !b[i] {
			return false
		}
	}
	return true
}
func (l masks) Equal(a, b []bool) bool { return l.Leq(a, b) && l.Leq(b, a) }
func (l masks) Join(a, b []bool) []bool {
	return l.either(a, b, func(x, y bool) bool { return x || y })
}
func (l masks) Meet(a, b []bool) []bool {
	return l.either(a, b, func(x, y bool) bool { return x && y })
}
func (l masks) either(a, b []bool, op func(x, y bool) bool) []bool {
	is := func(c []bool) bool {
		for i := range c {
			if c[i] != op(a[i], b[i]) {
				return false
			}
		}
		return true
	}
	switch {
	case is(a):
		return a
	case is(b):
		return b
	}
	return l.always(a, b, op)
}
func (masks) always(a, b []bool, op func(x, y bool) bool) []bool {
	r := make([]bool, len(a))
	for i := range r {
		r[i] = op(a[i], b[i])
	}
	return r
}

// joinInPlace gives the right result and spoils the left operand.
type joinInPlace struct{ masks }

func (joinInPlace) Join(a, b []bool) []bool {
	for i := range a {
		a[i] = a[i] || b[i]
	}
	return a
}

func genMask() *rapid.Generator[[]bool] { return rapid.SliceOfN(rapid.Bool(), 3, 3) }

func TestApproximateOperations(t *testing.T) {
	suite := Suite[span]{Lattice: joinNotLeast{}, Elements: genSpan()}
	requireBroken(t, suite.Laws(), "join/least", "join/monotone")
	suite.Approximate = true
	requireBroken(t, suite.Laws())
	suite.Lattice = joinWrongAtOnePlace{}
	requireBroken(t, suite.Laws(), "join/bound")
}

func TestChangedOperandIsFoundOut(t *testing.T) {
	requireBroken(t, Suite[[]bool]{Lattice: masks{}, Elements: genMask()}.Laws())
	requireBroken(t, Suite[[]bool]{Lattice: joinInPlace{}, Elements: genMask()}.Laws(), "operands/unchanged")
}
