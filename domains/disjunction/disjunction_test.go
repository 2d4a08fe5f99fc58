package disjunction_test

import (
	"cmp"
	"encoding/json"
	"math"
	"testing"

	"github.com/seed38182bad/parallax/domains/disjunction"
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

type (
	span    = domaintest.Span
	set     = disjunction.Set[span]
	bits    = lattice.Set[int]
	bitsets = disjunction.Set[bits]
)

var (
	of   = domaintest.SpanOf
	free = over(0)
	two  = over(2)
)

func over(limit int) disjunction.Domain[span] {
	d, err := disjunction.New(domaintest.Spans{}, compareSpans, limit)
	if err != nil {
		panic(err)
	}
	return d
}

func overSets(limit int) (disjunction.Domain[bits], *rapid.Generator[bitsets]) {
	base := lattice.Powerset[int]{Limit: 3}
	d, err := disjunction.New(base, func(a, b bits) int { return cmp.Compare(a.String(), b.String()) }, limit)
	if err != nil {
		panic(err)
	}
	elements := rapid.Map(rapid.SliceOfN(rapid.IntRange(0, 3), 0, 3), func(elems []int) bits { return base.Of(elems...) })
	return d, disjunctions(d, elements)
}

func plusOne(v span) span { return v.Plus(1) }

// next is what one turn of a loop adds: the values so far and their successors.
func next(d disjunction.Domain[span]) func(set) set {
	return func(s set) set { return d.Join(s, d.Map(s, plusOne)) }
}

func spanLaws(d disjunction.Domain[span]) []latticetest.Law {
	suite := latticetest.Suite[set]{
		Lattice:     d,
		Elements:    disjunctions(d, domaintest.AnySpans()),
		Steps:       25, // four elements are lost one by one, and each is widened twice in between
		Approximate: d.Limit() > 0,
		Fingerprint: set.String,
	}
	if d.Limit() == 0 {
		suite.Transfers = []func(set) set{next(d), func(s set) set { return d.Map(s, plusOne) }}
	}
	return suite.Laws()
}

func TestLawsOverSpans(t *testing.T) { latticetest.Run(t, spanLaws(free)) }

func TestLawsOverSets(t *testing.T) {
	d, sets := overSets(0)
	latticetest.Suite[bitsets]{Lattice: d, Elements: sets, Fingerprint: bitsets.String,
		Allocates: "the order that it is given compares what sets print"}.Check(t)
}

func TestLawsOfEachRule(t *testing.T) {
	for name, d := range map[string]disjunction.Domain[span]{
		"neighbours": two,
		"closest":    two.WithRule(disjunction.Closest(gap)),
		"bad":        two.WithRule(func(lattice.Lattice[span], []span) (int, int) { return -1, 99 }),
	} {
		t.Run(name, func(t *testing.T) { latticetest.Run(t, spanLaws(d)) })
	}
}

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, append(spanLaws(free), spanLaws(two)...)) }

var meaning = latticetest.Gamma[set, int64]{
	Lattice:  two,
	Elements: disjunctions(two, domaintest.AnySpans()),
	Contains: func(s set, x int64) bool {
		for v := range s.All() {
			if v.Contains(x) {
				return true
			}
		}
		return false
	},
	Pick: func(t *rapid.T, s set) (int64, bool) {
		for v := range s.All() {
			if s.Len() == 1 || rapid.Bool().Draw(t, "this one") {
				return domaintest.InSpan(t, v)
			}
		}
		return 0, false
	},
}

func TestMeaning(t *testing.T) {
	meaning.Check(t)
	negate := func(v span) span {
		lo, hi, ok := v.Bounds()
		if !ok {
			return v
		}
		if lo == math.MinInt64 {
			lo++ // its negation overflows
		}
		return of(-hi, -lo)
	}
	latticetest.Run(t, []latticetest.Law{
		meaning.Sound(func(s set) set { return two.Map(s, plusOne) }, func(x int64) (int64, bool) { return x + 1, true }),
		meaning.Sound(func(s set) set { return two.Map(s, negate) },
			func(x int64) (int64, bool) { return -x, x > -math.MaxInt64 }),
		meaning.Sound(func(s set) set { return two.Of(two.Collapse(s)) }, func(x int64) (int64, bool) { return x, true }),
	})
}

// Without a limit a disjunction is the set of all that lies below one of its
// elements. With five spans between 0 and 3, the operations are those on sets.
func TestIsLowerPowerset(t *testing.T) {
	var spans []span
	for lo := range int64(4) {
		for hi := lo; hi < 4; hi++ {
			spans = append(spans, of(lo, hi))
		}
	}
	down := func(s set) (r [10]bool) {
		for i, v := range spans {
			r[i] = free.Leq(free.Of(v), s)
		}
		return r
	}
	subset := rapid.Map(rapid.SliceOfN(rapid.SampledFrom(spans), 0, 4),
		func(elems []span) set { return free.Of(elems...) })
	rapid.Check(t, func(t *rapid.T) {
		a, b := subset.Draw(t, "a"), subset.Draw(t, "b")
		x, y, join, meet := down(a), down(b), down(free.Join(a, b)), down(free.Meet(a, b))
		leq := true
		for i := range spans {
			leq = leq && (!x[i] || y[i])
			if join[i] != (x[i] || y[i]) || meet[i] != (x[i] && y[i]) {
				t.Fatalf("a = %v, b = %v, join %v, meet %v, wrong about %v", a, b, free.Join(a, b), free.Meet(a, b), spans[i])
			}
		}
		if leq != free.Leq(a, b) {
			t.Fatalf("%v ≤ %v is %v", a, b, free.Leq(a, b))
		}
	})
}

func TestJoinKeepsTheLimitAndCommutes(t *testing.T) {
	for _, limit := range []int{1, 2, 3} {
		d := over(limit)
		elements := disjunctions(d, domaintest.AnySpans())
		rapid.Check(t, func(t *rapid.T) {
			a, b := elements.Draw(t, "a"), elements.Draw(t, "b")
			j := d.Join(a, b)
			if j.Len() > limit || !d.Equal(j, d.Join(b, a)) {
				t.Fatalf("%v ⊔ %v = %v, the other way round %v", a, b, j, d.Join(b, a))
			}
			if w := d.Widen(a, b); w.Len() > limit {
				t.Fatalf("%v ∇ %v = %v", a, b, w)
			}
			exact := free.Join(a, b)
			if exact.Len() <= limit && !free.Equal(exact, j) {
				t.Fatalf("%v ⊔ %v = %v, which merges without need", a, b, j)
			}
		})
	}
}

// lastTwo merges the greatest two, and all merges everything.
func lastTwo(_ lattice.Lattice[span], elems []span) (i, j int) { return len(elems) - 2, len(elems) - 1 }
func all(lattice.Lattice[span], []span) (i, j int)             { return 0, 0 }

func TestRules(t *testing.T) {
	far := []span{of(0, 0), of(2, 3), of(50, 50), of(52, 52)}
	for _, c := range []struct {
		d    disjunction.Domain[span]
		want string
	}{
		{free, "{0 | [2, 3] | 50 | 52}"},
		{over(3), "{[0, 3] | 50 | 52}"},
		{over(1), "{[0, 52]}"},
		{two, "{[0, 50] | 52}"},
		{two.WithRule(lastTwo).WithRule(nil), "{[0, 50] | 52}"},
		{two.WithRule(disjunction.Closest[span](nil)), "{[0, 50] | 52}"},
		{two.WithRule(lastTwo), "{0 | [2, 52]}"},
		{over(3).WithRule(all), "{[0, 52]}"},
		{two.WithRule(disjunction.Closest(gap)), "{[0, 3] | [50, 52]}"},
	} {
		require.Equal(t, c.want, c.d.Of(far...).String())
		require.Equal(t, c.want, c.d.Of(far[3], far[1], far[0], far[2]).String())
	}
	// Between 0 and 6 lies 3, and between 6 and 3 nothing.
	i, j := disjunction.Neighbours(domaintest.Spans{}, []span{of(0, 0), of(6, 6), of(3, 3)})
	require.Equal(t, []int{1, 2}, []int{i, j})
}

// gap is how far two spans are apart.
func gap(a, b span) float64 {
	aLo, aHi, _ := a.Bounds()
	bLo, bHi, _ := b.Bounds()
	return max(float64(bLo)-float64(aHi), float64(aLo)-float64(bHi))
}

// Widening pairs what is new with what it grew out of, so that the other cases
// stay as they are.
func TestWideningConnects(t *testing.T) {
	old := free.Of(of(-5, -5), of(0, 0), of(100, 100))
	grown := free.Of(of(-5, -5), of(0, 1), of(100, 100))
	require.Equal(t, "{-5 | [0, ∞]}", free.Widen(old, grown).String())
	require.Equal(t, "{-5 | [0, 10] | 100}", free.Widen(old, grown, 10).String())
	beside := free.Of(of(102, 102))
	require.Equal(t, "{-5 | 0 | [100, ∞]}", free.Widen(old, beside).String())
	require.Equal(t, grown, free.Widen(set{}, grown))
}

// A widening that kept new elements as long as there is room would go on for
// ever here. Each turn brings one beyond all others, and then fills the gap.
func TestWideningStabilisesWhenElementsAreSwallowed(t *testing.T) {
	d := over(3)
	s, changes := d.Of(of(0, 1)), 0
	for turn := range int64(200) {
		far := 10 * (turn + 1)
		for _, arrives := range []set{d.Of(of(far, far)), d.Of(of(0, far))} {
			w := d.Widen(s, arrives)
			if !d.Equal(w, s) {
				changes++
			}
			s = w
		}
	}
	require.LessOrEqual(t, changes, 2)
	require.Equal(t, "{[0, ∞]}", s.String())
}

func TestNarrow(t *testing.T) {
	old := free.Of(of(-5, -5), of(0, math.MaxInt64))
	require.Equal(t, "{[0, 9]}", free.Narrow(old, free.Of(of(0, 3), of(7, 9))).String())
	require.Equal(t, old, free.Narrow(old, free.Of(of(-100, 0))), "not below")
}

func TestBadInput(t *testing.T) {
	_, err := disjunction.New[span](domaintest.Spans{}, compareSpans, -3)
	require.ErrorContains(t, err, "-3")
	_, err = disjunction.New[span](domaintest.Spans{}, nil, 3)
	require.ErrorContains(t, err, "total order")
	_, err = disjunction.New[span](domaintest.Spans{}, func(span, span) int { return 0 }, 3)
	require.ErrorContains(t, err, "[-∞, ∞]")
	require.ErrorContains(t, err, "⊥")
}

func TestPrint(t *testing.T) {
	s := free.Of(of(7, 9), of(0, 3), span{})
	require.Equal(t, "{[0, 3] | [7, 9]}", s.String())
	out, err := json.Marshal([]set{s, {}})
	require.NoError(t, err)
	require.Equal(t, "[[[0,3],[7,9]],[]]", string(out))
	require.Equal(t, "⊥", set{}.String())
}
