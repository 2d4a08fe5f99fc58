package octagon_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/octagon"
)

// dense returns a state of n variables, each of which is bounded, with 3n more
// constraints of two variables; a solution is drawn first, so that there is one.
func dense(n int, seed uint64) *octagon.State {
	r := rand.New(rand.NewPCG(seed, 0))
	solution := make([]int64, n)
	s, err := octagon.New(n)
	if err != nil {
		panic(err)
	}
	for x := range solution {
		solution[x] = r.Int64N(200) - 100
		s.Assign(x, linear.Between[int](linear.Interval{
			Lo: solution[x] - r.Int64N(50), Hi: solution[x] + r.Int64N(50),
		}))
	}
	for range 3 * n {
		x, y := r.IntN(n), r.IntN(n)
		if x == y {
			continue
		}
		a, b := 2*r.Int64N(2)-1, 2*r.Int64N(2)-1
		c := a*solution[x] + b*solution[y] + r.Int64N(20)
		s.Assume(linear.Var(x).Scale(a).Plus(linear.Var(y).Scale(b)), machine.Le, linear.Const[int](c))
	}
	return s
}

var sizes = []int{10, 50, 100}

func each(b *testing.B, run func(b *testing.B, n int)) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			run(b, n)
		})
	}
}

func BenchmarkClone(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		s := dense(n, 1)
		spare := s.Clone()
		for b.Loop() {
			s.CloneInto(spare)
		}
	})
}

// BenchmarkMeet closes as a whole: bounds of many variables change.
func BenchmarkMeet(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		s := dense(n, 1)
		more, _ := octagon.New(n)
		for x := range n {
			in := s.Bounds(x)
			more.Assume(linear.Var(x), machine.Le, linear.Const[int](in.Hi-(in.Hi-in.Lo)/8))
		}
		spare := s.Clone()
		for b.Loop() {
			s.CloneInto(spare).Meet(more)
		}
	})
}

// BenchmarkMeetVariable closes by one variable.
func BenchmarkMeetVariable(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		s := dense(n, 1)
		more, _ := octagon.New(n)
		in := s.Bounds(1)
		mid := linear.Const[int](in.Lo + (in.Hi-in.Lo)/2)
		more.Assume(linear.Var(1), machine.Le, mid)
		more.Assume(linear.Var(1), machine.Ge, mid.Add(-1))
		spare := s.Clone()
		for b.Loop() {
			s.CloneInto(spare).Meet(more)
		}
	})
}

// BenchmarkAssume closes by one constraint.
func BenchmarkAssume(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		s := dense(n, 1)
		d := s.Difference(1, 2)
		e, mid := linear.Var(1).Minus(linear.Var(2)), linear.Const[int](d.Lo+(d.Hi-d.Lo)/2)
		spare := s.Clone()
		for b.Loop() {
			s.CloneInto(spare).Assume(e, machine.Le, mid)
		}
	})
}

func BenchmarkMerge(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		s, other := dense(n, 1), dense(n, 2)
		spare := s.Clone()
		for b.Loop() {
			s.CloneInto(spare).Merge(other)
		}
	})
}

func BenchmarkMergeOnly(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		s, other := dense(n, 1), dense(n, 2)
		s.Merge(other)
		for b.Loop() {
			s.Merge(other)
		}
	})
}

func BenchmarkLeq(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		s := dense(n, 1)
		other := s.Clone()
		for b.Loop() {
			s.Leq(other)
		}
	})
}

func BenchmarkWiden(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		s, next := dense(n, 1), dense(n, 1)
		next.Assign(0, linear.Var(0).Add(1))
		spare := s.Clone()
		for b.Loop() {
			s.CloneInto(spare).Widen(next)
		}
	})
}

func BenchmarkAssign(b *testing.B) {
	x1, x2, x3, x4 := linear.Var(1), linear.Var(2), linear.Var(3), linear.Var(4)
	for _, c := range []struct {
		name string
		e    linear.Expr[int]
	}{
		{"increment", x1.Add(1)},
		{"copy", x2.Add(3)},
		{"linear", x2.Scale(2).Minus(x3.Scale(3)).Plus(x4).Add(7)},
	} {
		b.Run(c.name, func(b *testing.B) {
			each(b, func(b *testing.B, n int) {
				s := dense(n, 1)
				for b.Loop() {
					s.Assign(1, c.e)
				}
			})
		})
	}
}
