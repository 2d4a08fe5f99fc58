package karr_test

import (
	"math"

	"github.com/seed38182bad/parallax/domains/karr"
	"pgregory.net/rapid"
)

// expressions generates linear expressions over the first n variables, with
// small integers and now and then a fraction.
func expressions(n int) *rapid.Generator[karr.Expr] {
	return rationalExpressions(n, smallRats())
}

// greatExpressions is like expressions, with numbers whose sums and
// products often do not fit in 64 bits.
func greatExpressions(n int) *rapid.Generator[karr.Expr] {
	return rationalExpressions(n, greatRats())
}

// smallSpaces generates elements of karr that mention the first n variables. They
// arise from points by joins, or from everything by equations.
func smallSpaces(n int) *rapid.Generator[karr.Space] { return spaces(n, smallRats()) }

// greatSpaces is like smallSpaces, with numbers as in greatExpressions.
func greatSpaces(n int) *rapid.Generator[karr.Space] { return spaces(n, greatRats()) }

func smallRats() *rapid.Generator[karr.Rat] {
	return rapid.Custom(func(t *rapid.T) karr.Rat {
		n := rapid.Int64Range(-3, 3).Draw(t, "n")
		if rapid.IntRange(0, 5).Draw(t, "fraction") > 0 {
			return karr.Int(n)
		}
		r, err := karr.Frac(n, rapid.Int64Range(1, 2).Draw(t, "d"))
		if err != nil {
			t.Fatal(err)
		}
		return r
	})
}

func greatRats() *rapid.Generator[karr.Rat] {
	edges := []int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64, math.MaxInt64 - 1, 1 << 32, -1 << 31, 1, -1, 2}
	return rapid.Custom(func(t *rapid.T) karr.Rat {
		if rapid.Bool().Draw(t, "small") {
			return smallRats().Draw(t, "r")
		}
		n, d := rapid.SampledFrom(edges).Draw(t, "n"), rapid.SampledFrom(edges).Draw(t, "d")
		r, err := karr.Frac(n, d)
		if err != nil {
			t.Fatal(err)
		}
		return r
	})
}

func rationalExpressions(n int, rats *rapid.Generator[karr.Rat]) *rapid.Generator[karr.Expr] {
	return rapid.Custom(func(t *rapid.T) karr.Expr {
		e := karr.Constant(rats.Draw(t, "constant"))
		for range rapid.IntRange(0, 3).Draw(t, "terms") {
			v := karr.Var(rapid.IntRange(0, n-1).Draw(t, "variable"))
			e = e.Plus(karr.X(v).Times(rats.Draw(t, "factor")))
		}
		return e
	})
}

func spaces(n int, rats *rapid.Generator[karr.Rat]) *rapid.Generator[karr.Space] {
	return rapid.Custom(func(t *rapid.T) karr.Space {
		d := karr.Domain{}
		if rapid.Bool().Draw(t, "by equations") {
			s := d.Top()
			for range rapid.IntRange(0, n).Draw(t, "equations") {
				v := karr.Var(rapid.IntRange(0, n-1).Draw(t, "variable"))
				s = d.Assign(s, v, rationalExpressions(n, rats).Draw(t, "value"))
			}
			return s
		}
		s := d.Bottom()
		for range rapid.IntRange(1, n).Draw(t, "points") {
			point := map[karr.Var]karr.Rat{}
			for v := range karr.Var(n) {
				point[v] = rats.Draw(t, "coordinate")
			}
			s = d.Join(s, d.Of(point))
		}
		return s
	})
}
