package dbm_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
)

// dense returns a state of n variables, each of which is bounded, with 3n more
// constraints of two variables; a solution is drawn first, so that there is one.
func (s Suite[S]) dense(n int, seed uint64) S {
	r := rand.New(rand.NewPCG(seed, 0))
	solution := make([]int64, n)
	state := s.top(n)
	for x := range solution {
		solution[x] = r.Int64N(200) - 100
		state.Assign(x, linear.Between[int](linear.Interval{
			Lo: solution[x] - r.Int64N(50), Hi: solution[x] + r.Int64N(50),
		}))
	}
	for range 3 * n {
		x, y := r.IntN(n), r.IntN(n)
		if x == y {
			continue
		}
		a, b := int64(1), int64(-1)
		if s.Sums {
			a, b = 2*r.Int64N(2)-1, 2*r.Int64N(2)-1
		}
		c := a*solution[x] + b*solution[y] + r.Int64N(20)
		state.Assume(linear.Var(x).Times(a).Plus(linear.Var(y).Times(b)), machine.Le, linear.Const[int](c))
	}
	return state
}

// Benchmark measures the operations on dense states of 10, 50 and 100 variables. It
// also reports how many times as long they take as copying the state (x-copy), in the
// same run. The bars for octagons of 100 variables are 4 ms for Meet, 0.2 ms for
// MeetVariable, 30 µs for Merge and 20 µs for Assign.
func (s Suite[S]) Benchmark(b *testing.B) {
	for _, bench := range []struct {
		name string
		run  func(b *testing.B, n int)
	}{
		{"Clone", s.benchClone},
		{"Meet", s.benchMeet},
		{"MeetVariable", s.benchMeetVariable},
		{"Assume", s.benchAssume},
		{"Merge", s.benchMerge},
		{"MergeOnly", s.benchMergeOnly},
		{"Leq", s.benchLeq},
		{"Widen", s.benchWiden},
		{"Assign/increment", s.benchAssign(linear.Var(1).Add(1))},
		{"Assign/copy", s.benchAssign(linear.Var(2).Add(3))},
		{"Assign/linear", s.benchAssign(linear.Var(2).Times(2).Minus(linear.Var(3).Times(3)).Plus(linear.Var(4)).Add(7))},
	} {
		for _, n := range []int{10, 50, 100} {
			b.Run(fmt.Sprint(bench.name, "/", n), func(b *testing.B) {
				b.ReportAllocs()
				copying := s.copying(n)
				bench.run(b, n)
				b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(copying), "x-copy")
			})
		}
	}
}

// copying is how long it takes to copy a state.
func (s Suite[S]) copying(n int) time.Duration {
	const rounds = 200
	state := s.dense(n, 1)
	spare, least := state.Clone(), time.Duration(math.MaxInt64)
	for range 5 {
		start := time.Now()
		for range rounds {
			state.CloneInto(spare)
		}
		least = min(least, time.Since(start))
	}
	return max(least/rounds, 1)
}

func (s Suite[S]) benchClone(b *testing.B, n int) {
	state := s.dense(n, 1)
	spare := state.Clone()
	for b.Loop() {
		state.CloneInto(spare)
	}
}

// benchMeet closes as a whole: bounds of many variables change.
func (s Suite[S]) benchMeet(b *testing.B, n int) {
	state := s.dense(n, 1)
	more := s.top(n)
	for x := range n {
		in := state.Bounds(x)
		more.Assume(linear.Var(x), machine.Le, linear.Const[int](in.Hi-(in.Hi-in.Lo)/8))
	}
	spare := state.Clone()
	for b.Loop() {
		state.CloneInto(spare).Meet(more)
	}
}

// benchMeetVariable closes by one variable.
func (s Suite[S]) benchMeetVariable(b *testing.B, n int) {
	state := s.dense(n, 1)
	more := s.top(n)
	in := state.Bounds(1)
	mid := linear.Const[int](in.Lo + (in.Hi-in.Lo)/2)
	more.Assume(linear.Var(1), machine.Le, mid)
	more.Assume(linear.Var(1), machine.Ge, mid.Add(-1))
	spare := state.Clone()
	for b.Loop() {
		state.CloneInto(spare).Meet(more)
	}
}

// benchAssume closes by one constraint.
func (s Suite[S]) benchAssume(b *testing.B, n int) {
	state := s.dense(n, 1)
	d := state.Difference(1, 2)
	e, mid := linear.Var(1).Minus(linear.Var(2)), linear.Const[int](d.Lo+(d.Hi-d.Lo)/2)
	spare := state.Clone()
	for b.Loop() {
		state.CloneInto(spare).Assume(e, machine.Le, mid)
	}
}

func (s Suite[S]) benchMerge(b *testing.B, n int) {
	state, other := s.dense(n, 1), s.dense(n, 2)
	spare := state.Clone()
	for b.Loop() {
		state.CloneInto(spare).Merge(other)
	}
}

func (s Suite[S]) benchMergeOnly(b *testing.B, n int) {
	state, other := s.dense(n, 1), s.dense(n, 2)
	state.Merge(other)
	for b.Loop() {
		state.Merge(other)
	}
}

func (s Suite[S]) benchLeq(b *testing.B, n int) {
	state := s.dense(n, 1)
	other := state.Clone()
	for b.Loop() {
		state.Leq(other)
	}
}

func (s Suite[S]) benchWiden(b *testing.B, n int) {
	state, next := s.dense(n, 1), s.dense(n, 1)
	next.Assign(0, linear.Var(0).Add(1))
	spare := state.Clone()
	for b.Loop() {
		state.CloneInto(spare).Widen(next)
	}
}

func (s Suite[S]) benchAssign(e linear.Expr[int]) func(b *testing.B, n int) {
	return func(b *testing.B, n int) {
		state := s.dense(n, 1)
		for b.Loop() {
			state.Assign(1, e)
		}
	}
}
