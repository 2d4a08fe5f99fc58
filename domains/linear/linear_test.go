package linear_test

import (
	"encoding/json"
	"math/big"
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestPrint(t *testing.T) {
	x, y := linear.Var("x"), linear.Var("y")
	for want, e := range map[string]linear.Expr[string]{
		"2*x - y + 3":     x.Times(2).Minus(y).Add(3),
		"-x - 1":          x.Times(-1).Add(-1),
		"0":               {},
		"x":               x.Plus(y).Minus(y),
		"x + [0, 2]":      x.Plus(linear.Between[string](linear.Interval{Lo: 0, Hi: 2})),
		"[-oo, +oo]":      x.Times(linear.PlusInf - 1).Times(2),
		"⊥":               linear.Between[string](linear.Empty()),
		"-9*x + [5, +oo]": x.Times(-9).Plus(linear.Between[string](linear.Interval{Lo: 5, Hi: linear.PlusInf})),
	} {
		require.Equal(t, want, e.String())
	}
	for want, f := range map[string]linear.Fact[string]{
		"x = 3":        {Of: x, In: linear.Point(3)},
		"x - y <= 3":   {Of: x.Minus(y), In: linear.Interval{Lo: linear.MinusInf, Hi: 3}},
		"x >= 3":       {Of: x, In: linear.Interval{Lo: 3, Hi: linear.PlusInf}},
		"-1 <= x <= 3": {Of: x, In: linear.Interval{Lo: -1, Hi: 3}},
	} {
		require.Equal(t, want, f.String())
	}
	text, err := json.Marshal(linear.Fact[string]{Of: x.Minus(y), In: linear.Interval{Lo: linear.MinusInf, Hi: 3}})
	require.NoError(t, err)
	require.JSONEq(t, `{"terms": [{"coef": 1, "var": "x"}, {"coef": -1, "var": "y"}], "max": 3}`, string(text))
}

// contains reports whether the exact integer x is covered by iv.
func contains(iv linear.Interval, x *big.Int) bool {
	return !iv.IsEmpty() &&
		(iv.Lo == linear.MinusInf || big.NewInt(iv.Lo).Cmp(x) <= 0) &&
		(iv.Hi == linear.PlusInf || x.Cmp(big.NewInt(iv.Hi)) <= 0)
}

func numbers() *rapid.Generator[int64] {
	return rapid.OneOf(domaintest.LinearConstants(), rapid.Int64())
}

func intervals() *rapid.Generator[linear.Interval] {
	return rapid.Custom(func(t *rapid.T) linear.Interval {
		a, b := numbers().Draw(t, "a"), numbers().Draw(t, "b")
		return linear.Interval{Lo: min(a, b), Hi: max(a, b)}
	})
}

func TestIntervalsCoverExactArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := intervals().Draw(t, "a"), intervals().Draw(t, "b")
		c := numbers().Draw(t, "c")
		for _, x := range []int64{a.Lo, a.Hi} {
			require.True(t, linear.Point(x).Contains(x))
			product := new(big.Int).Mul(big.NewInt(x), big.NewInt(c))
			require.True(t, contains(a.Times(c), product), "%v times %d is %v", a, c, a.Times(c))
			for _, y := range []int64{b.Lo, b.Hi} {
				sum := new(big.Int).Add(big.NewInt(x), big.NewInt(y))
				require.True(t, contains(a.Plus(b), sum), "%v plus %v is %v", a, b, a.Plus(b))
			}
		}
		require.Equal(t, a.Plus(b), b.Plus(a))
		require.True(t, a.Plus(linear.Empty()).IsEmpty())
		require.True(t, linear.Empty().Times(c).IsEmpty())
	})
}

// Where nothing leaves the range of an int64, nothing is lost.
func TestIntervalsAreExactInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		small := rapid.Int64Range(-1<<30, 1<<30)
		a := linear.Interval{Lo: -small.Draw(t, "a"), Hi: 1 << 31}
		b, c := small.Draw(t, "b"), rapid.Int64Range(1, 1<<30).Draw(t, "c")
		require.Equal(t, linear.Interval{Lo: a.Lo + b, Hi: a.Hi + b}, a.Plus(linear.Point(b)))
		require.Equal(t, linear.Interval{Lo: a.Lo * c, Hi: a.Hi * c}, a.Times(c))
		require.Equal(t, linear.Interval{Lo: -a.Hi * c, Hi: -a.Lo * c}, a.Times(-c))
	})
}

// A comparison with 0 may hold if it does for some integer of the interval.
func TestMay(t *testing.T) {
	for lo := int64(-3); lo <= 3; lo++ {
		for hi := lo - 1; hi <= 3; hi++ {
			for c := range machine.NumCmps {
				want := false
				for x := lo; x <= hi; x++ {
					want = want || c.Holds(machine.Int64.Of(x), machine.Int64.Of(0))
				}
				require.Equal(t, want, linear.Interval{Lo: lo, Hi: hi}.May(c), "%d to %d %v 0", lo, hi, c)
			}
		}
	}
}

func TestFloorDiv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, c := numbers().Draw(t, "a"), rapid.Uint64Range(1, 1<<62).Draw(t, "c")
		if a == linear.PlusInf || a <= -linear.PlusInf {
			require.Equal(t, a, linear.FloorDiv(a, c))
			return
		}
		want := new(big.Int).Div(big.NewInt(a), new(big.Int).SetUint64(c)) // Euclidean: floor for c > 0
		require.Equal(t, want.Int64(), linear.FloorDiv(a, c))
	})
}

// value is the exact interval of e's values at the given variables; nil for an
// infinite bound.
func value(e linear.Expr[int], at []int64) (lo, hi *big.Int) {
	sum := new(big.Int)
	for _, t := range e.Terms() {
		sum.Add(sum, new(big.Int).Mul(big.NewInt(t.Coef), big.NewInt(at[t.Var])))
	}
	if e.Rest().Lo != linear.MinusInf {
		lo = new(big.Int).Add(sum, big.NewInt(e.Rest().Lo))
	}
	if e.Rest().Hi != linear.PlusInf {
		hi = new(big.Int).Add(sum, big.NewInt(e.Rest().Hi))
	}
	return lo, hi
}

// covers reports whether e may be all that an expression from lo to hi may be.
func covers(e linear.Expr[int], at []int64, lo, hi *big.Int) bool {
	l, h := value(e, at)
	return (l == nil || lo != nil && l.Cmp(lo) <= 0) && (h == nil || hi != nil && hi.Cmp(h) <= 0)
}

func TestExpressionsCoverExactArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 3
		exprs := domaintest.LinearExpressions(n, 3, numbers())
		e := exprs.Draw(t, "e").Times(rapid.OneOf(rapid.Just(int64(1)), numbers()).Draw(t, "factor"))
		f := exprs.Draw(t, "f")
		at := []int64{numbers().Draw(t, "x0"), numbers().Draw(t, "x1"), numbers().Draw(t, "x2")}
		c := numbers().Draw(t, "c")

		eLo, eHi := value(e, at)
		fLo, fHi := value(f, at)
		plus := func(a, b *big.Int) *big.Int {
			if a == nil || b == nil {
				return nil
			}
			return new(big.Int).Add(a, b)
		}
		times := func(a *big.Int, c int64) *big.Int {
			if a == nil {
				return nil
			}
			return new(big.Int).Mul(a, big.NewInt(c))
		}
		require.True(t, covers(e.Plus(f), at, plus(eLo, fLo), plus(eHi, fHi)), "(%v) + (%v) = %v", e, f, e.Plus(f))
		require.True(t, covers(e.Minus(f), at, plus(eLo, times(fHi, -1)), plus(eHi, times(fLo, -1))), "(%v) - (%v) = %v", e,
			f, e.Minus(f))
		if c > 0 {
			require.True(t, covers(e.Times(c), at, times(eLo, c), times(eHi, c)), "%d * (%v) = %v", c, e, e.Times(c))
		}
		if c < 0 {
			require.True(t, covers(e.Times(c), at, times(eHi, c), times(eLo, c)), "%d * (%v) = %v", c, e, e.Times(c))
		}
		require.True(t, e.Plus(f).Equal(f.Plus(e)))

		same := linear.Rename(e, func(int) int { return 0 })
		lo, hi := value(e, []int64{c, c, c})
		require.True(t, covers(same, []int64{c}, lo, hi), "%v with one variable is %v", e, same)
		for _, term := range e.Drop(func(x int) bool { return x > 0 }).Terms() {
			require.NotZero(t, term.Var)
		}
	})
}
