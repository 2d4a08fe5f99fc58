package zone_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/zone"
	"github.com/stretchr/testify/require"
)

func top(t testing.TB, n int) *zone.State {
	s, err := zone.New(n)
	require.NoError(t, err)
	return s
}

func TestBadInput(t *testing.T) {
	for _, n := range []int{-1, zone.MaxVars + 1, math.MaxInt} {
		_, err := zone.New(n)
		require.ErrorContains(t, err, "want 0 to 500")
	}
	s := top(t, 1)
	x := linear.Var(0)
	for _, bad := range []int{-1, zone.MaxVars, math.MinInt} {
		e := linear.Var(bad)
		require.ErrorContains(t, s.Assign(bad, x), "zone: no variable")
		require.ErrorContains(t, s.Assign(0, e), "zone: no variable")
		require.ErrorContains(t, s.Assume(e, machine.Le, x), "zone: no variable")
		require.ErrorContains(t, s.Assume(x, machine.Le, e), "zone: no variable")
		require.ErrorContains(t, s.Forget(0, bad), "zone: no variable")
		require.Equal(t, linear.Full(), s.Eval(e))
		require.Equal(t, linear.Full(), s.Bounds(bad))
		require.Equal(t, linear.Full(), s.Sum(0, bad))
		require.Equal(t, linear.Full(), s.Difference(bad, 0))
	}
	require.True(t, s.IsTop())
	require.ErrorContains(t, s.Assume(x, machine.NumCmps, x), "zone: no comparison 6")
	_, err := s.Select(0, 0)
	require.ErrorContains(t, err, "selected twice")
	_, err = s.Select(-2)
	require.ErrorContains(t, err, "no variable -2")
	_, err = s.Select(make([]int, zone.MaxVars+1)...)
	require.ErrorContains(t, err, "501 variables")
}

func TestPrint(t *testing.T) {
	s := top(t, 3)
	x, y := linear.Var(0), linear.Var(1)
	require.Equal(t, "⊤", s.String())
	require.NoError(t, s.Assume(x.Minus(y), machine.Le, linear.Const[int](3)))
	require.Equal(t, "x0 - x1 <= 3", s.String())
	require.NoError(t, s.Assume(x, machine.Ge, linear.Const[int](0)))
	require.NoError(t, s.Assume(y, machine.Eq, linear.Const[int](9)))
	require.Equal(t, "0 <= a <= 12, b = 9", s.Format(func(x int) string { return string(rune('a' + x)) }))
	text, err := json.Marshal(s)
	require.NoError(t, err)
	require.JSONEq(t, `[
		{"terms": [{"coef": 1, "var": 0}], "min": 0, "max": 12},
		{"terms": [{"coef": 1, "var": 1}], "min": 9, "max": 9}
	]`, string(text))
	s.SetBottom()
	require.Equal(t, "⊥", s.String())
	text, err = json.Marshal(s)
	require.NoError(t, err)
	require.Equal(t, "null", string(text))
}

// Integers: 2x = 2y + 1 has no solution, and 2x ≤ 2y + 1 leaves x ≤ y.
func TestIntegers(t *testing.T) {
	x, y := linear.Var(0), linear.Var(1)
	s := top(t, 2)
	require.NoError(t, s.Assume(x.Scale(2), machine.Le, y.Scale(2).Add(1)))
	require.Equal(t, "x0 - x1 <= 0", s.String())
	require.NoError(t, s.Assume(x.Scale(2), machine.Eq, y.Scale(2).Add(1)))
	require.True(t, s.IsBottom())
}

// Bounds that cannot be kept are rounded outwards, wherever they come from.
func TestOverflow(t *testing.T) {
	x, y := linear.Var(0), linear.Var(1)
	for _, huge := range []int64{1<<50 + 1, math.MaxInt64 - 1, math.MaxInt64} {
		s := top(t, 2)
		require.NoError(t, s.Assign(0, linear.Const[int](huge)))
		in := s.Bounds(0)
		require.True(t, in.Contains(huge), "%v", in)
		require.Equal(t, int64(1)<<50, in.Lo) // the greatest that is kept

		require.NoError(t, s.Assign(1, x.Scale(math.MaxInt64)))
		require.Equal(t, linear.PlusInf, s.Bounds(1).Hi)
		require.NoError(t, s.Assign(1, x.Scale(-3).Add(math.MinInt64)))
		require.True(t, s.Bounds(1).Contains(math.MinInt64))
		require.NoError(t, s.Assume(x, machine.Le, linear.Const[int](-huge)))
		require.True(t, s.IsBottom())

		s = top(t, 2)
		require.NoError(t, s.Assume(x, machine.Le, linear.Const[int](huge)))
		require.NoError(t, s.Assume(x.Minus(y), machine.Le, linear.Const[int](huge)))
		require.True(t, s.IsTop())
	}
	// Along a path: each step fits, the sum does not.
	const n = 40
	s := top(t, n)
	for v := range n - 1 {
		require.NoError(t, s.Assume(linear.Var(v+1), machine.Le, linear.Var(v).Add(1<<50)))
	}
	require.Equal(t, linear.Interval{Lo: linear.MinusInf, Hi: 1 << 50}, s.Difference(1, 0))
	require.Equal(t, linear.Full(), s.Difference(n-1, 0))
	require.NoError(t, s.Assume(linear.Var(0), machine.Le, linear.Const[int](0)))
	require.Equal(t, linear.Full(), s.Bounds(n-1))
}

// Each of two variables follows the other at a distance of one. If widening worked on
// the closure of its last result, that would win back each bound that was given
// up from the bound of the other variable, and go on for ever (Miné 2006, section 4.2;
// APRON issue 123).
func TestWideningIsNotUndoneByClosure(t *testing.T) {
	vars := [2]linear.Expr[int]{linear.Var(0), linear.Var(1)}
	near := linear.Between[int](linear.Interval{Lo: -1, Hi: 1})
	s := top(t, 2)
	require.NoError(t, s.Assume(vars[0], machine.Le, linear.Const[int](0)))
	require.NoError(t, s.Assign(1, vars[0].Plus(near)))
	changes := 0
	for round := range 60 {
		next := s.Clone()
		require.NoError(t, next.Assign(round%2, vars[1-round%2].Plus(near)))
		if _, grew := s.Widen(next); grew {
			changes++
		}
	}
	require.LessOrEqual(t, changes, 2)
	require.Equal(t, "-1 <= x0 - x1 <= 1", s.String())
}

func TestNarrowingWinsBackWhatWideningGaveUp(t *testing.T) {
	x, ten := linear.Var(0), linear.Const[int](10)
	head := top(t, 1)
	head.Assign(0, linear.Const[int](0))
	entry := head.Clone()
	body := func() *zone.State {
		s := head.Clone()
		s.Assume(x, machine.Lt, ten)
		s.Assign(0, x.Add(1))
		next, _ := entry.Clone().Merge(s)
		return next
	}
	for grew := true; grew; {
		_, grew = head.Widen(body())
	}
	require.Equal(t, "x0 >= 0", head.String())
	_, changed := head.Narrow(body())
	require.True(t, changed)
	require.Equal(t, "0 <= x0 <= 10", head.String())

	// With the threshold, it is found at once.
	head = entry.Clone()
	for grew := true; grew; {
		_, grew = head.WidenTo(body(), []int64{-5, 10, 100})
	}
	require.Equal(t, "0 <= x0 <= 10", head.String())
}

func TestSelect(t *testing.T) {
	s := top(t, 3)
	x, y := linear.Var(0), linear.Var(2)
	require.NoError(t, s.Assume(y.Minus(x), machine.Le, linear.Const[int](4)))
	require.NoError(t, s.Assume(x, machine.Le, linear.Const[int](1)))
	r, err := s.Select(-1, 2, 7, 0)
	require.NoError(t, err)
	require.Equal(t, 4, r.Len())
	require.Equal(t, "x1 <= 5, x3 <= 1, x1 - x3 <= 4", r.String())
}

func TestNoAllocation(t *testing.T) {
	a, b := dense(8, 1), dense(8, 2)
	c := a.Clone()
	wide, _ := a.Clone().Widen(b)
	spare := a.Clone()
	big := dense(40, 1)
	require.Zero(t, testing.AllocsPerRun(20, func() {
		a.Leq(b)
		a.Leq(wide)
		a.Leq(big)
		big.Leq(a)
		a.Equal(c)
		a.Merge(c)
		c.CloneInto(spare).Merge(b)
		a.Bounds(1)
		a.Sum(1, 2)
		a.Difference(1, 2)
		wide.IsTop()
	}))
}
