package dbm_test

import (
	"math"
	"testing"

	"github.com/seed38182bad/parallax/domains/internal/dbm"
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/stretchr/testify/require"
)

// checkBadInput checks that what is wrong is answered with an error that names it, and
// changes nothing.
func (s Suite[S]) checkBadInput(t *testing.T) {
	for _, n := range []int{-1, dbm.MaxVars + 1, math.MaxInt} {
		_, err := s.New(n)
		require.ErrorContains(t, err, "want 0 to 500")
	}
	state := s.top(1)
	x := linear.Var(0)
	const noVariable = "no variable"
	for _, bad := range []int{-1, dbm.MaxVars, math.MinInt} {
		e := linear.Var(bad)
		require.ErrorContains(t, state.Assign(bad, x), noVariable)
		require.ErrorContains(t, state.Assign(0, e), noVariable)
		require.ErrorContains(t, state.Assume(e, machine.Le, x), noVariable)
		require.ErrorContains(t, state.Assume(x, machine.Le, e), noVariable)
		require.ErrorContains(t, state.Forget(0, bad), noVariable)
		require.Equal(t, linear.Full(), state.Eval(e))
		require.Equal(t, linear.Full(), state.Bounds(bad))
		require.Equal(t, linear.Full(), state.Sum(0, bad))
		require.Equal(t, linear.Full(), state.Difference(bad, 0))
	}
	require.True(t, state.IsTop())
	require.ErrorContains(t, state.Assume(x, machine.NumCmps, x), "no comparison 6")
	_, err := state.Select(0, 0)
	require.ErrorContains(t, err, "selected twice")
	_, err = state.Select(-2)
	require.ErrorContains(t, err, "no variable -2")
	_, err = state.Select(make([]int, dbm.MaxVars+1)...)
	require.ErrorContains(t, err, "501 variables")
}

// checkOverflow checks that bounds that cannot be kept are rounded outwards, wherever
// they come from.
func (s Suite[S]) checkOverflow(t *testing.T) {
	x, y := linear.Var(0), linear.Var(1)
	greatest := dbm.Limit // that is kept
	if s.Sums {
		greatest = dbm.Limit / 2 // bounds are kept twofold
	}
	for _, huge := range []int64{dbm.Limit + 1, math.MaxInt64 - 1, math.MaxInt64} {
		state := s.top(2)
		require.NoError(t, state.Assign(0, linear.Const[int](huge)))
		in := state.Bounds(0)
		require.True(t, in.Contains(huge), "%v", in)
		require.Equal(t, greatest, in.Lo)

		require.NoError(t, state.Assign(1, x.Times(math.MaxInt64)))
		require.Equal(t, linear.PlusInf, state.Bounds(1).Hi)
		require.NoError(t, state.Assign(1, x.Times(-3).Add(math.MinInt64)))
		require.True(t, state.Bounds(1).Contains(math.MinInt64))
		require.NoError(t, state.Assume(x, machine.Le, linear.Const[int](-huge)))
		require.True(t, state.IsBottom())

		state = s.top(2)
		require.NoError(t, state.Assume(x, machine.Le, linear.Const[int](huge)))
		require.NoError(t, state.Assume(x.Minus(y), machine.Le, linear.Const[int](huge)))
		require.True(t, state.IsTop())
	}
	// Along a path: each step fits, the sum does not.
	const n = 40
	state := s.top(n)
	for v := range n - 1 {
		require.NoError(t, state.Assume(linear.Var(v+1), machine.Le, linear.Var(v).Add(dbm.Limit)))
	}
	require.Equal(t, linear.Interval{Lo: linear.MinusInf, Hi: dbm.Limit}, state.Difference(1, 0))
	require.Equal(t, linear.Full(), state.Difference(n-1, 0))
	require.NoError(t, state.Assume(linear.Var(0), machine.Le, linear.Const[int](0)))
	require.Equal(t, linear.Full(), state.Bounds(n-1))
}

// checkWidening has two variables follow each other at a distance of one. If widening
// worked on the closure of its last result, it would go on for ever. The closure wins
// back each bound that was given up, from the bound of the other variable (Miné 2006,
// section 4.2; APRON issue 123).
func (s Suite[S]) checkWidening(t *testing.T) {
	vars := [2]linear.Expr[int]{linear.Var(0), linear.Var(1)}
	near := linear.Between[int](linear.Interval{Lo: -1, Hi: 1})
	state := s.top(2)
	require.NoError(t, state.Assume(vars[0], machine.Le, linear.Const[int](0)))
	require.NoError(t, state.Assign(1, vars[0].Plus(near)))
	changes := 0
	for round := range 60 {
		next := state.Clone()
		require.NoError(t, next.Assign(round%2, vars[1-round%2].Plus(near)))
		if _, grew := state.Widen(next); grew {
			changes++
		}
	}
	require.LessOrEqual(t, changes, 2)
	require.Equal(t, "-1 <= x0 - x1 <= 1", state.String())
}

// checkNarrowing checks that narrowing wins back what widening gave up, and that a
// threshold finds it at once.
func (s Suite[S]) checkNarrowing(t *testing.T) {
	x, ten := linear.Var(0), linear.Const[int](10)
	head := s.top(1)
	require.NoError(t, head.Assign(0, linear.Const[int](0)))
	entry := head.Clone()
	body := func() S {
		state := head.Clone()
		require.NoError(t, state.Assume(x, machine.Lt, ten))
		require.NoError(t, state.Assign(0, x.Add(1)))
		next, _ := entry.Clone().Merge(state)
		return next
	}
	for grew := true; grew; {
		_, grew = head.Widen(body())
	}
	require.Equal(t, "x0 >= 0", head.String())
	_, changed := head.Narrow(body())
	require.True(t, changed)
	require.Equal(t, "0 <= x0 <= 10", head.String())

	head = entry.Clone()
	for grew := true; grew; {
		_, grew = head.Widen(body(), -5, 10, 100)
	}
	require.Equal(t, "0 <= x0 <= 10", head.String())
}

// checkNoAllocation checks that comparing, merging and asking allocate nothing.
func (s Suite[S]) checkNoAllocation(t *testing.T) {
	a, b := s.dense(8, 1), s.dense(8, 2)
	c := a.Clone()
	wide, _ := a.Clone().Widen(b)
	spare := a.Clone()
	big := s.dense(40, 1)
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
