package reduced_test

import (
	"math"
	"slices"
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/reduced"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// differences are two numbers and their difference: x, y and x - y. The numbers are
// sharpened by the difference.
var differences, _ = reduced.NewVector[span](domaintest.Spans{}, 3, propagate)

type bounds = reduced.Value[[]span]

func propagate(v []span) {
	meet := domaintest.Spans{}.Meet
	v[0] = meet(v[0], sum(v[1], v[2]))
	v[1] = meet(v[1], sum(v[0], minus(v[2])))
}

func minus(s span) span {
	lo, hi, ok := s.Bounds()
	if !ok {
		return s
	}
	negate := func(b int64) int64 {
		switch b {
		case math.MinInt64:
			return math.MaxInt64
		case math.MaxInt64:
			return math.MinInt64
		}
		return -b
	}
	return of(negate(hi), negate(lo))
}

// sum adds spans of small numbers and infinities.
func sum(a, b span) span {
	aLo, aHi, okA := a.Bounds()
	bLo, bHi, okB := b.Bounds()
	if !okA || !okB {
		return span{}
	}
	lo, hi := aLo+bLo, aHi+bHi
	if aLo == math.MinInt64 || bLo == math.MinInt64 {
		lo = math.MinInt64
	}
	if aHi == math.MaxInt64 || bHi == math.MaxInt64 {
		hi = math.MaxInt64
	}
	return of(lo, hi)
}

// moves are loop bodies that let one of the numbers run ahead of the other by one.
var moves = []func(bounds) bounds{
	func(v bounds) bounds { return ahead(v, 0, 1) },
	func(v bounds) bounds { return ahead(v, 1, 0) },
}

func ahead(v bounds, who, of int) bounds {
	return differences.Map(v, func(v []span) []span {
		r := slices.Clone(v)
		r[who] = v[of].Plus(1)
		if who == 0 {
			r[2] = domaintest.SpanOf(1, 1)
		} else {
			r[2] = domaintest.SpanOf(-1, -1)
		}
		return r
	})
}

func vectorLaws() []latticetest.Law {
	return latticetest.Suite[bounds]{
		Lattice:     differences,
		Elements:    reducedOf(differences, rapid.SliceOfN(domaintest.AnySpans(), 3, 3)),
		Transfers:   moves,
		Steps:       8,
		Fingerprint: bounds.String,
	}.Laws()
}

func TestLawsOfVector(t *testing.T) { latticetest.Run(t, vectorLaws()) }

func TestMeaningOfVector(t *testing.T) {
	type point struct{ x, y int64 }
	latticetest.Gamma[bounds, point]{
		Lattice:  differences,
		Elements: reducedOf(differences, rapid.SliceOfN(domaintest.AnySpans(), 3, 3)),
		Contains: func(v bounds, p point) bool {
			d := differences.Get(v)
			return d[0].Contains(p.x) && d[1].Contains(p.y) && d[2].Contains(p.x-p.y)
		},
		Pick: func(t *rapid.T, v bounds) (point, bool) {
			d := differences.Get(v)
			x := rapid.Int64Range(-10, 120).Draw(t, "x")
			y := rapid.Int64Range(-10, 120).Draw(t, "y")
			return point{x, y}, d[0].Contains(x) && d[1].Contains(y) && d[2].Contains(x-y)
		},
	}.Check(t)
}

// With a difference that is known to be small, reducing what was widened brings
// the bound back each time: x is bounded by y, and y by x. Widening the
// reduced form, as the naive product does, goes on for ever (prevail issue 1207).
func TestWideningDoesNotWidenTheReducedForm(t *testing.T) {
	start := differences.Of([]span{of(0, 0), of(0, 0), of(-1, 1)})
	run := func(widen func(old, next bounds) bounds) (changes int) {
		s := start
		for turn := range 100 {
			next := differences.Join(s, differences.Map(moves[turn%2](s), func(v []span) []span {
				return []span{v[0], v[1], of(-1, 1)}
			}))
			w := widen(s, next)
			if !differences.Equal(w, s) {
				changes++
			}
			require.True(t, differences.Leq(next, w))
			s = w
		}
		return changes
	}
	naive := func(old, next bounds) bounds {
		// Of forgets what widening produced.
		return differences.Of(differences.Get(differences.Widen(differences.Of(differences.Get(old)), next)))
	}
	require.Equal(t, 100, run(naive), "the example lets the naive widening run on")
	require.LessOrEqual(t, run(func(old, next bounds) bounds { return differences.Widen(old, next) }), 6)
}

func TestReducedAllocatesNothing(t *testing.T) {
	a := differences.Of([]span{of(0, 9), of(0, 9), of(-1, 1)})
	b := differences.Of([]span{of(0, 7), of(0, 9), of(-1, 0)})
	require.True(t, differences.Leq(b, a))
	require.Zero(t, testing.AllocsPerRun(50, func() {
		differences.Leq(a, b)
		differences.Equal(a, b)
		differences.Join(a, b)
		differences.Meet(b, a)
		differences.Widen(a, b)
	}))
}
