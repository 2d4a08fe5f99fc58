package reduced_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/reduced"
	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

type (
	span = domaintest.Span
	set  = lattice.Set[int]
	pair = lattice.Pair[span, set]
	odds = reduced.Value[pair]
)

var (
	of = domaintest.SpanOf
	// parity is the set of the last bits that a number may have.
	parity = lattice.Powerset[int]{Limit: 2}
	even   = parity.Of(0)
	odd    = parity.Of(1)
	any2   = parity.Of(0, 1)
)

// sharpen moves finite bounds to numbers of the parity, and reads the parity of a
// single number.
func sharpen(s span, p set) (span, set) {
	p = parity.Meet(p, any2)
	lo, hi, ok := s.Bounds()
	if ok && lo != math.MinInt64 && !p.Has(int(lo&1)) {
		lo++
	}
	if ok && hi != math.MaxInt64 && !p.Has(int(hi&1)) {
		hi--
	}
	if !ok || lo > hi {
		return span{}, set{}
	}
	if lo == hi {
		p = parity.Meet(p, parity.Of(int(lo&1)))
	}
	return of(lo, hi), p
}

var (
	product  = lattice.NewProduct[span, set](domaintest.Spans{}, parity)
	parities = reduced.NewPair[span, set](domaintest.Spans{}, parity, sharpen)
	rawPairs = pairsOf(domaintest.AnySpans(), rapid.SampledFrom([]set{even, odd, any2}))
	pairs    = reducedOf(parities, rawPairs)
)

func plus(n int64) func(odds) odds {
	return func(v odds) odds {
		return parities.Map(v, func(p pair) pair {
			p.First = p.First.Plus(n)
			if n&1 != 0 && p.Second.Len() == 1 {
				p.Second = parity.Of(1 - min(1, boolInt(p.Second.Has(1))))
			}
			return p
		})
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func pairLaws() []latticetest.Law {
	return latticetest.Suite[odds]{
		Lattice:     parities,
		Elements:    pairs,
		Transfers:   []func(odds) odds{plus(1), plus(2), func(v odds) odds { return parities.Join(v, plus(2)(v)) }},
		Steps:       6,
		Fingerprint: odds.String,
	}.Laws()
}

func TestLawsOfPair(t *testing.T) { latticetest.Run(t, pairLaws()) }

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, append(pairLaws(), vectorLaws()...)) }

func contains(p pair, x int64) bool { return p.First.Contains(x) && p.Second.Has(int(x&1)) }

func pick(t *rapid.T, p pair) (int64, bool) {
	x, ok := domaintest.InSpan(t, p.First)
	if ok && !contains(p, x) {
		x++
	}
	return x, ok && contains(p, x)
}

func TestMeaningOfPair(t *testing.T) {
	meaning := latticetest.Gamma[odds, int64]{
		Lattice:  parities,
		Elements: pairs,
		Contains: func(v odds, x int64) bool { return contains(parities.Get(v), x) },
		Pick:     func(t *rapid.T, v odds) (int64, bool) { return pick(t, parities.Get(v)) },
	}
	meaning.Check(t)
	for _, n := range []int64{1, 2, -3} {
		latticetest.Run(t, []latticetest.Law{meaning.Sound(plus(n), func(x int64) (int64, bool) {
			return x + n, x > math.MinInt64+4 && x < math.MaxInt64-4
		})})
	}
}

func TestReductionKeepsItsLaws(t *testing.T) {
	latticetest.Run(t, domaintest.ReductionLaws(product, rawPairs, func(p pair) pair {
		a, b := sharpen(p.First, p.Second)
		return pair{First: a, Second: b}
	}, latticetest.Gamma[pair, int64]{Contains: contains, Pick: pick}))
}

// On small numbers the reduced pair is the least one that describes what a pair
// does.
func TestReductionIsBest(t *testing.T) {
	for lo := int64(-3); lo <= 3; lo++ {
		for hi := lo; hi <= 3; hi++ {
			for _, p := range []set{even, odd, any2} {
				best := parities.Bottom()
				for x := lo; x <= hi; x++ {
					if p.Has(int(x & 1)) {
						best = parities.Join(best, parities.Of(pair{First: of(x, x), Second: p}))
					}
				}
				got := parities.Of(pair{First: of(lo, hi), Second: p})
				require.True(t, parities.Equal(best, got), "[%d, %d] and %v: %v, best %v", lo, hi, p, got, best)
			}
		}
	}
}

// A reduction that makes things larger is cut back, and one that never ends is
// stopped.
func TestFaultyReductions(t *testing.T) {
	grows := reduced.New[span](domaintest.Spans{}, func(s span) span { return of(-5, 5) })
	require.Equal(t, "[0, 5]", grows.Of(of(0, 9)).String())
	forever := reduced.New[span](domaintest.Spans{}, func(s span) span {
		if lo, hi, ok := s.Bounds(); ok && lo != math.MinInt64 {
			return of(lo+1, hi)
		}
		return s
	})
	require.Equal(t, "[100, ∞]", forever.Of(of(0, math.MaxInt64)).String())
	_, err := reduced.NewVector[span](domaintest.Spans{}, 0, func([]span) {})
	require.ErrorContains(t, err, "0 parts")
}

func TestPrint(t *testing.T) {
	v := parities.Of(pair{First: of(0, 9), Second: odd})
	require.Equal(t, "{[1, 9] {1}}", v.String())
	out, err := json.Marshal([]odds{v, {}})
	require.NoError(t, err)
	require.Equal(t, `[{"First":[1,9],"Second":[1]},null]`, string(out))
	require.Equal(t, "⊥", parities.Of(pair{First: of(2, 2), Second: odd}).String())
	require.Equal(t, parities.Get(odds{}), product.Bottom())
}
