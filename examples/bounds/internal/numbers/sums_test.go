package numbers_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/bounds/internal/numbers"
)

func is(x envs.Term, c machine.Cmp, y envs.Term) envs.Condition {
	return envs.Condition{X: x, Cmp: c, Y: y}
}

func number(n int64) envs.Term { return envs.ConstTerm(machine.Int.Of(n)) }

// z = x op y may wrap. What is seen later may tell that it did not: then z - x is known
// once y is.
func TestSums(t *testing.T) {
	x, y, z, zero := envs.Reg(1).Term(machine.Int), envs.Reg(2).Term(machine.Int), envs.Reg(3).Term(machine.Int), number(0)
	for _, c := range []struct {
		name  string
		op    machine.Op
		later []envs.Condition
		y     int64
		exact bool
	}{
		{"nothing more is known", machine.Add, nil, 7, false},
		{"y >= 0, z >= x", machine.Add, []envs.Condition{is(y, machine.Ge, zero), is(z, machine.Ge, x)}, 7, true},
		{"y <= 0, z <= x", machine.Add, []envs.Condition{is(y, machine.Le, zero), is(z, machine.Le, x)}, -7, true},
		{"y >= 0, z <= x", machine.Add, []envs.Condition{is(y, machine.Ge, zero), is(z, machine.Le, x)}, 7, false},
		{"-1 <= y <= 0, z >= x", machine.Add, []envs.Condition{is(y, machine.Ge, number(-1)), is(y, machine.Le, zero),
			is(z, machine.Ge, x)}, -1, false},
		{"0 <= y <= 1, z <= x", machine.Add, []envs.Condition{is(y, machine.Ge, zero), is(y, machine.Le, number(1)),
			is(z, machine.Le, x)}, 1, false},
		{"x >= 0, z >= y", machine.Add, []envs.Condition{is(x, machine.Ge, zero), is(z, machine.Ge, y)}, 7, true},
		{"none is negative", machine.Add, []envs.Condition{is(x, machine.Ge, zero), is(y, machine.Ge, zero),
			is(z, machine.Ge, zero)}, 7, true},
		{"only z is not negative", machine.Add, []envs.Condition{is(z, machine.Ge, zero)}, 7, false},
		{"y >= 0, z <= x", machine.Sub, []envs.Condition{is(y, machine.Ge, zero), is(z, machine.Le, x)}, 7, true},
		{"y >= 0, z > x", machine.Sub, []envs.Condition{is(y, machine.Ge, zero), is(z, machine.Gt, x)}, 7, false},
		{"y < 0, z > x", machine.Sub, []envs.Condition{is(y, machine.Lt, zero), is(z, machine.Gt, x)}, -7, true},
	} {
		t.Run(c.op.String()+": "+c.name, func(t *testing.T) {
			s := numbers.New(8)
			s.Step(&envs.Op{Kind: envs.Compute, Dst: 3, Results: 1, Uses: []envs.Reg{1, 2}}, &envs.Detail{
				Defs: []envs.Def{{Reg: 3, Op: envs.Binary, Arith: c.op, Kind: machine.Int, X: x, Y: y}}})
			s.Assume(c.later)
			s.Assume([]envs.Condition{is(y, machine.Eq, number(c.y))})
			require.False(t, s.Impossible())
			d := c.y
			if c.op == machine.Sub {
				d = -d
			}
			require.Equal(t, c.exact, s.Difference(z, x) == linear.Point(d), "%s", s)
		})
	}
}

// Of z = x + 1 on one way and z = x + 2 on the other, neither sum holds where they meet.
func TestSumsMeet(t *testing.T) {
	x, z := envs.Reg(1).Term(machine.Int), envs.Reg(3).Term(machine.Int)
	after := func(r envs.Reg, n int64) *numbers.State {
		s := numbers.New(8)
		define(s, r, machine.Add, x, number(n))
		return s
	}
	for _, other := range []*numbers.State{after(3, 2), after(4, 1)} {
		s, _ := after(3, 1).Merge(other)
		s.Assume([]envs.Condition{is(z, machine.Gt, x)})
		require.True(t, s.Difference(z, x).Contains(2), "%s", s)
	}
	s, _ := after(3, 1).Merge(after(3, 1))
	s.Assume([]envs.Condition{is(z, machine.Gt, x)})
	require.Equal(t, linear.Point(1), s.Difference(z, x), "%s", s)
}

// Bounds of y show that a sum is exact, and then bound z - x.
func TestSumsWithin(t *testing.T) {
	x, y, z := envs.Reg(1).Term(machine.Int), envs.Reg(2).Term(machine.Int), envs.Reg(3).Term(machine.Int)
	zero := number(0)
	for _, also := range []envs.Condition{is(z, machine.Ge, x), is(x, machine.Ge, zero)} {
		s := numbers.New(8)
		define(s, 3, machine.Add, x, y)
		s.Assume([]envs.Condition{is(y, machine.Ge, zero), is(y, machine.Le, number(5)), is(z, machine.Ge, zero), also})
		require.Equal(t, linear.Interval{Lo: 0, Hi: 5}, s.Difference(z, x), "%s", s)
	}
}

// The length of s[i:i+4] is 4 for any i.
func TestSlice(t *testing.T) {
	i, end, n := envs.Reg(1).Term(machine.Int), envs.Reg(2).Term(machine.Int), envs.Len.Of(4)
	s := numbers.New(8, 1)
	s.Step(&envs.Op{Kind: envs.Compute, Dst: 2, Results: 1, Uses: []envs.Reg{1, 0}}, &envs.Detail{
		Defs: []envs.Def{{Reg: 2, Op: envs.Binary, Arith: machine.Add, Kind: machine.Int, X: i, Y: number(4)}}})
	s.Step(&envs.Op{Kind: envs.Compute, Dst: 4, Results: 1, Uses: []envs.Reg{3, 1, 2}}, &envs.Detail{
		Checks: []envs.Check{{Kind: envs.SliceCheck, All: []envs.Condition{
			is(i, machine.Ge, number(0)), is(i, machine.Le, end), is(end, machine.Le, envs.Cap.Of(3))}}},
		Defs: []envs.Def{{Reg: 4, Of: envs.Len, Op: envs.Binary, Arith: machine.Sub, Kind: machine.Int, X: end, Y: i}}})
	require.Equal(t, linear.Point(4), s.Range(n), "%s", s)
}
