package domaintest

import (
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/octagon"
	"github.com/seed38182bad/parallax/domains/zone"
	"pgregory.net/rapid"
)

// linearCoefficients generates factors of variables: 1 and -1 most often, never 0.
func linearCoefficients() *rapid.Generator[int64] {
	return rapid.SampledFrom([]int64{1, 1, 1, -1, -1, -1, 2, -2, 3, -3, 5})
}

// LinearConstants generates numbers for relational domains: small ones most often, but
// also those at which bounds are rounded, and the least and the greatest.
func LinearConstants() *rapid.Generator[int64] {
	near := func(edge int64) *rapid.Generator[int64] {
		return rapid.Map(rapid.Int64Range(-4, 4), func(d int64) int64 { return edge + d })
	}
	return rapid.Custom(func(t *rapid.T) int64 {
		switch rapid.IntRange(0, 15).Draw(t, "size") {
		case 13:
			return near(1<<50).Draw(t, "large")
		case 14:
			return near(-1<<49).Draw(t, "large")
		case 15:
			return rapid.SampledFrom([]int64{linear.MinusInf, linear.MinusInf + 1, linear.PlusInf - 1, linear.PlusInf}).Draw(t,
				"extreme")
		}
		return rapid.Int64Range(-6, 6).Draw(t, "small")
	})
}

// LinearExpressions generates linear expressions of at most most of n variables.
func LinearExpressions(n, most int, constants *rapid.Generator[int64]) *rapid.Generator[linear.Expr[int]] {
	return rapid.Custom(func(t *rapid.T) linear.Expr[int] {
		e := linear.Const[int](constants.Draw(t, "constant"))
		if rapid.IntRange(0, 3).Draw(t, "interval") == 0 {
			width := rapid.Int64Range(0, 3).Draw(t, "width")
			e = e.Plus(linear.Between[int](linear.Interval{Lo: 0, Hi: width}))
		}
		if n == 0 {
			return e
		}
		for range rapid.IntRange(0, most).Draw(t, "terms") {
			x := rapid.IntRange(0, n-1).Draw(t, "variable")
			e = e.Plus(linear.Var(x).Times(linearCoefficients().Draw(t, "coefficient")))
		}
		return e
	})
}

// Comparisons generates the comparisons.
func Comparisons() *rapid.Generator[machine.Cmp] {
	return rapid.Map(rapid.IntRange(0, int(machine.NumCmps)-1), func(c int) machine.Cmp { return machine.Cmp(c) })
}

// Octagons generates octagons of at most n variables, some of which were widened.
func Octagons(n int) *rapid.Generator[*octagon.State] {
	return relational(n, octagon.New)
}

// Zones generates zones of at most n variables, some of which were widened.
func Zones(n int) *rapid.Generator[*zone.State] {
	return relational(n, zone.New)
}

type relationalState[S any] interface {
	Assume(a linear.Expr[int], c machine.Cmp, b linear.Expr[int]) error
	Assign(x int, e linear.Expr[int]) error
	Clone() S
	Widen(S, ...int64) (S, bool)
	SetBottom()
}

func relational[S relationalState[S]](n int, make func(int) (S, error)) *rapid.Generator[S] {
	return rapid.Custom(func(t *rapid.T) S {
		vars := rapid.IntRange(0, n).Draw(t, "variables")
		s, err := make(vars)
		if err != nil {
			t.Fatal(err)
		}
		if rapid.IntRange(0, 15).Draw(t, "bottom") == 0 {
			s.SetBottom()
			return s
		}
		learn := func(label string, most int) {
			for range rapid.IntRange(0, most).Draw(t, label) {
				e := LinearExpressions(vars, 2, LinearConstants()).Draw(t, "expression")
				check(t, s.Assume(e, machine.Le, linear.Const[int](0)))
			}
		}
		learn("constraints", 5)
		if vars > 0 && rapid.IntRange(0, 3).Draw(t, "widened") == 0 {
			old := s.Clone()
			e := LinearExpressions(vars, 2, LinearConstants()).Draw(t, "assigned")
			check(t, s.Assign(rapid.IntRange(0, vars-1).Draw(t, "variable"), e))
			s, _ = old.Widen(s)
		}
		return s
	})
}

func check(t *rapid.T, err error) {
	if err != nil {
		t.Fatal(err)
	}
}
