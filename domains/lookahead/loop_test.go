package lookahead_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/lookahead"
	"github.com/seed38182bad/parallax/lattice"
	"github.com/stretchr/testify/require"
)

// The loop of these tests, with x and bad 0 before it:
//
//	for {
//		if x < 50 { x++ }
//		if x > 100 { bad = 1 }
//	}
const (
	x = iota
	bad
)

func test(lo, hi int64) func(dense) dense {
	return func(d dense) dense { return domaintest.Refine(d, x, of(lo, hi)) }
}

func assign(v int, f func(span) span) func(dense) dense {
	return func(d dense) dense {
		if !domaintest.Unreachable(d) {
			d.Set(v, f(d.Get(v)))
		}
		return d
	}
}

func entry() dense { return lattice.Denses(domaintest.Spans{})(2, of(0, 0)) }

// body is what a turn of the loop makes of s, with any kind of state.
func body[S interface {
	Clone() S
	Merge(S) (S, bool)
}](s S, apply func(S, ...func(dense) dense)) S {
	branch := func(s S, then, otherwise []func(dense) dense) S {
		t, e := s.Clone(), s
		apply(t, then...)
		apply(e, otherwise...)
		r, _ := t.Merge(e)
		return r
	}
	type ops = []func(dense) dense
	one := func(span) span { return of(1, 1) }
	s = branch(s, ops{test(math.MinInt64, 49), assign(x, func(v span) span { return v.Plus(1) })},
		ops{test(50, math.MaxInt64)})
	return branch(s, ops{test(101, math.MaxInt64), assign(bad, one)}, ops{test(math.MinInt64, 100)})
}

func applyPlain(d dense, fs ...func(dense) dense) {
	for _, f := range fs {
		f(d)
	}
}

func applyAhead(s *lookahead.State[dense], fs ...func(dense) dense) {
	for _, f := range fs {
		s.Apply(f)
	}
}

// solve iterates to a fixpoint with widening, and then descends.
func solve[S interface {
	Clone() S
	Merge(S) (S, bool)
	Widen(S, ...int64) (S, bool)
	Narrow(S) (S, bool)
}](entry func() S, apply func(S, ...func(dense) dense)) (S, int) {
	head, turns := entry(), 0
	turn := func() S {
		turns++
		next, _ := body(head.Clone(), apply).Merge(entry())
		return next
	}
	for grew := true; grew && turns < 1000; {
		head, grew = head.Widen(turn())
	}
	for changed := true; changed && turns < 1000; {
		head, changed = head.Narrow(turn())
	}
	return head, turns
}

// Widening x enters code that is never reached, and narrowing does not get back
// from there: x stays above 50 by itself. The pilot does not enter it.
func TestLooksAhead(t *testing.T) {
	plain, _ := solve(entry, applyPlain)
	require.Equal(t, "[[0, ∞] [0, ∞]]", plain.String())
	ahead, turns := solve(func() *lookahead.State[dense] { return several.Of(entry()) }, applyAhead)
	require.Equal(t, "[[0, 50] 0]", ahead.Main().String())
	require.Less(t, turns, 10)

	// What runs of the loop come to is described.
	for n, v, flag := 0, int64(0), int64(0); n < 200; n++ {
		require.True(t, ahead.Main().Get(x).Contains(v) && ahead.Main().Get(bad).Contains(flag))
		if v < 50 {
			v++
		}
		if v > 100 {
			flag = 1
		}
	}
}

// Where a phase follows every phase, main is widened after Phases of them.
func TestEndlessPhasesEnd(t *testing.T) {
	s, changes := several.Of(entry()), 0
	for n := range int64(500) {
		next := entry()
		next.Set(x, of(0, n))
		var grew bool
		if s, grew = s.Widen(several.Of(next)); grew {
			changes++
		}
	}
	require.LessOrEqual(t, changes, 2*(2+1), "each phase widens the pilot and takes it over")
	require.Equal(t, "[0, ∞]", s.Main().Get(x).String())
}

// A loop counts to 50, and code for more than 100 stands behind a condition.
// Widening alone takes that code to be reached.
func Example() {
	m := lookahead.New(lookahead.Options[dense]{Unreachable: domaintest.Unreachable})
	plain, _ := solve(entry, applyPlain)
	ahead, _ := solve(func() *lookahead.State[dense] { return m.Of(entry()) }, applyAhead)
	fmt.Println("widening:           x, bad =", plain)
	fmt.Println("lookahead widening: x, bad =", ahead.Main())
	// Output:
	// widening:           x, bad = [[0, ∞] [0, ∞]]
	// lookahead widening: x, bad = [[0, 50] 0]
}

// BenchmarkLoop compares solving the loop with and without looking ahead.
func BenchmarkLoop(b *testing.B) {
	var plain, ahead time.Duration
	rounds := 0
	for b.Loop() {
		start := time.Now()
		solve(entry, applyPlain)
		middle := time.Now()
		solve(func() *lookahead.State[dense] { return several.Of(entry()) }, applyAhead)
		plain, ahead = plain+middle.Sub(start), ahead+time.Since(middle)
		rounds++
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(plain)/float64(rounds), "plain-ns")
	b.ReportMetric(float64(ahead)/float64(plain), "ahead/plain")
}
