package numbers_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/bounds/internal/numbers"
)

// define steps over r = x op y.
func define(s *numbers.State, r envs.Reg, op machine.Op, x, y envs.Term) {
	s.Step(&envs.Op{Kind: envs.Compute, Dst: r, Results: 1, Uses: []envs.Reg{x.Reg, y.Reg}}, &envs.Detail{
		Defs: []envs.Def{{Reg: r, Op: envs.Binary, Arith: op, Kind: x.Kind, X: x, Y: y}}})
}

// set steps over r = x.
func set(s *numbers.State, r envs.Reg, x envs.Term) {
	s.Step(&envs.Op{Kind: envs.Move, Dst: r, Results: 1, Uses: []envs.Reg{x.Reg}}, &envs.Detail{
		Defs: []envs.Def{{Reg: r, Op: envs.Copy, Kind: x.Kind, X: x}}})
}

// In a loop from 2 in steps of 4, the last number below 64 is 62, and in steps of 3 it is
// 62 as well.
func TestRemaindersInLoops(t *testing.T) {
	for step, last := range map[int64]int64{4: 62, 3: 62, 7: 58, 1: 63} {
		i, next := envs.Reg(1).Term(machine.Int), envs.Reg(2).Term(machine.Int)
		head := numbers.New(8)
		set(head, 1, number(2))
		var body *numbers.State
		for grew := true; grew; {
			body = head.Clone()
			body.Assume([]envs.Condition{is(i, machine.Lt, number(64))})
			back := body.Clone()
			define(back, 2, machine.Add, i, number(step))
			set(back, 1, next)
			head, grew = head.Widen(back.DropRegisters(func(r envs.Reg) bool { return r == 2 }))
		}
		require.Equal(t, last, body.Range(i).Hi, "steps of %d: %s", step, body)
	}
}

// What operations make of remainders, by the bounds that follow from them within 0 to 100.
func TestRemainders(t *testing.T) {
	x := envs.Reg(1).Term(machine.Uint8)
	k := func(n int64) envs.Term { return envs.ConstTerm(machine.Uint8.Of(n)) }
	for _, c := range []struct {
		op   machine.Op
		y    int64
		want linear.Interval
	}{
		{machine.Mul, 8, linear.Interval{Lo: 16, Hi: 96}}, // also where it wraps
		{machine.AndNot, 15, linear.Interval{Lo: 16, Hi: 96}},
		{machine.Shl, 5, linear.Interval{Lo: 32, Hi: 96}},
		{machine.Mul, 3, linear.Interval{Lo: 11, Hi: 100}}, // 3 does not divide 256
	} {
		s := numbers.New(4)
		set(s, 1, x) // anything
		r := envs.Reg(2).Term(machine.Uint8)
		define(s, 2, c.op, x, k(c.y))
		s.Assume([]envs.Condition{is(r, machine.Gt, k(10)), is(r, machine.Le, k(100))})
		require.Equal(t, c.want, s.Range(r), "%v %d: %s", c.op, c.y, s)
	}
}

// A number between two that leave the remainder is impossible.
func TestNoRemainder(t *testing.T) {
	x, r := envs.Reg(1).Term(machine.Int), envs.Reg(2).Term(machine.Int)
	s := numbers.New(4)
	define(s, 2, machine.Shl, x, number(3))
	s.Assume([]envs.Condition{is(r, machine.Gt, number(8)), is(r, machine.Lt, number(16))})
	require.True(t, s.Impossible(), "%s", s)
}

// Where remainders meet that differ, less is known than before, and so merging grows.
func TestRemaindersMeet(t *testing.T) {
	x, r := envs.Reg(1).Term(machine.Uint8), envs.Reg(2).Term(machine.Uint8)
	times := func(n int64) *numbers.State {
		s := numbers.New(4)
		define(s, 2, machine.Mul, x, envs.ConstTerm(machine.Uint8.Of(n)))
		s.Assume([]envs.Condition{is(r, machine.Le, envs.ConstTerm(machine.Uint8.Of(200)))})
		return s
	}
	s, grew := times(8).Merge(times(4))
	require.True(t, grew)
	s.Assume([]envs.Condition{is(r, machine.Gt, envs.ConstTerm(machine.Uint8.Of(9)))})
	require.Equal(t, linear.Interval{Lo: 12, Hi: 200}, s.Range(r), "%s", s)
	_, grew = times(4).Merge(times(8))
	require.False(t, grew)
}

// An idle state learns nothing, from operations, conditions or calls.
func TestIdle(t *testing.T) {
	s, r := numbers.Idle(4), envs.Reg(1).Term(machine.Int)
	passes := []envs.Def{{Reg: 1, Op: envs.Copy, Kind: machine.Int, X: number(3)}}
	set(s, 1, number(3))
	s.Assume([]envs.Condition{is(r, machine.Lt, number(0)), is(r, machine.Gt, number(0))})
	s.TakeOver(numbers.New(4).Returned(passes), &envs.Op{Kind: envs.Call, Dst: 1, Results: 1, Callee: &envs.Callee{}},
		passes)
	for _, x := range []*numbers.State{s, s.Clone(), s.Passed(passes), s.Returned(passes)} {
		require.False(t, x.Impossible())
		require.Equal(t, numbers.Limits(r), x.Range(r))
	}
}
