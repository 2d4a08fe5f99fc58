package octagon_test

import (
	"encoding/json"
	"testing"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/octagon"
	"github.com/stretchr/testify/require"
)

func top(t testing.TB, n int) *octagon.State {
	s, err := octagon.New(n)
	require.NoError(t, err)
	return s
}

func TestPrint(t *testing.T) {
	s := top(t, 3)
	x, y := linear.Var(0), linear.Var(1)
	require.Equal(t, "⊤", s.String())
	require.NoError(t, s.Assume(x.Minus(y), machine.Le, linear.Const[int](3)))
	require.Equal(t, "x0 - x1 <= 3", s.String())
	require.NoError(t, s.Assume(x, machine.Ge, linear.Const[int](0)))
	require.NoError(t, s.Assume(x.Plus(y), machine.Eq, linear.Const[int](9)))
	require.Equal(t, "0 <= a <= 6, 3 <= b <= 9, a + b = 9", s.Format(func(x int) string { return string(rune('a' + x)) }))
	text, err := json.Marshal(s)
	require.NoError(t, err)
	require.JSONEq(t, `[
		{"terms": [{"coef": 1, "var": 0}], "min": 0, "max": 6},
		{"terms": [{"coef": 1, "var": 1}], "min": 3, "max": 9},
		{"terms": [{"coef": 1, "var": 0}, {"coef": 1, "var": 1}], "min": 9, "max": 9}
	]`, string(text))
	s.SetBottom()
	require.Equal(t, "⊥", s.String())
	text, err = json.Marshal(s)
	require.NoError(t, err)
	require.Equal(t, "null", string(text))
}

func TestIntegers(t *testing.T) {
	x, y := linear.Var(0), linear.Var(1)
	s := top(t, 2)
	require.NoError(t, s.Assume(x.Times(2), machine.Eq, y.Times(2).Add(1)))
	require.True(t, s.IsBottom())

	s = top(t, 2)
	require.NoError(t, s.Assume(x.Plus(y), machine.Le, linear.Const[int](1)))
	require.NoError(t, s.Assume(x.Minus(y), machine.Le, linear.Const[int](0)))
	require.Equal(t, linear.Interval{Lo: linear.MinusInf, Hi: 0}, s.Bounds(0))

	// x + y = 0 and x - y = 1 hold for halves only.
	s = top(t, 2)
	require.NoError(t, s.Assume(x.Plus(y), machine.Eq, linear.Const[int](0)))
	require.NoError(t, s.Assume(x.Minus(y), machine.Eq, linear.Const[int](1)))
	require.True(t, s.IsBottom())
}

func TestSelect(t *testing.T) {
	s := top(t, 3)
	x, y := linear.Var(0), linear.Var(2)
	require.NoError(t, s.Assume(x.Plus(y), machine.Le, linear.Const[int](4)))
	require.NoError(t, s.Assume(x, machine.Ge, linear.Const[int](1)))
	r, err := s.Select(-1, 2, 7, 0)
	require.NoError(t, err)
	require.Equal(t, 4, r.Len())
	require.Equal(t, "x1 <= 3, x3 >= 1, x1 + x3 <= 4", r.String())
}
