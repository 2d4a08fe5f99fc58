package dbm_test

import (
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"pgregory.net/rapid"
)

// point is the values of the variables: a state says something of points.
type point = [Vars]int64

func (s Suite[S]) meaning() latticetest.Gamma[S, point] {
	return latticetest.Gamma[S, point]{Lattice: values[S]{s.New}, Elements: s.States, Contains: contains[S], Pick: pick[S]}
}

func contains[S State[S]](s S, at point) bool {
	if s.IsBottom() {
		return false
	}
	for _, f := range s.Facts() {
		if !f.In.Contains(eval(f.Of, at)) {
			return false
		}
	}
	return true
}

// eval computes e, with the least of its rest, at small enough values.
func eval(e linear.Expr[int], at point) int64 {
	sum := e.Rest().Lo
	for _, t := range e.Terms() {
		sum += t.Coef * at[t.Var]
	}
	return sum
}

// pick fixes one variable after the other to a value that its bounds allow; each
// bound of a state that is not bottom is attained.
func pick[S State[S]](t *rapid.T, s S) (at point, ok bool) {
	if s.IsBottom() {
		return at, false
	}
	s = s.Clone()
	for x := range at {
		in := s.Bounds(x)
		lo, hi := in.Lo, in.Hi
		switch {
		case lo == linear.MinusInf && hi == linear.PlusInf:
			lo, hi = -8, 8
		case lo == linear.MinusInf:
			lo = hi - 8
		case hi == linear.PlusInf:
			hi = lo + 8
		}
		at[x] = rapid.OneOf(rapid.Int64Range(lo, hi), rapid.Just(lo), rapid.Just(hi)).Draw(t, "coordinate")
		s.Assume(linear.Var(x), machine.Eq, linear.Const[int](at[x]))
		if s.IsBottom() {
			// Only where rounding has cut bounds off is a bound not attained.
			return at, false
		}
	}
	return at, contains(s, at)
}

// checkSound checks transfers on points, at all magnitudes.
func (s Suite[S]) checkSound(t *testing.T) {
	g := s.meaning()
	exprs := domaintest.LinearExpressions(Vars, 4, rapid.Int64Range(-9, 9))
	rapid.Check(t, func(t *rapid.T) {
		e, f := exprs.Draw(t, "e"), exprs.Draw(t, "f")
		x := rapid.IntRange(0, Vars-1).Draw(t, "x")
		c := domaintest.Comparisons().Draw(t, "comparison")
		choose := func(e linear.Expr[int], at point) int64 {
			return eval(e, at) + rapid.Int64Range(0, e.Rest().Hi-e.Rest().Lo).Draw(t, "of the interval")
		}
		for _, law := range []latticetest.Law{
			g.Sound(func(s S) S {
				s = s.Clone()
				s.Assign(x, e)
				return s
			}, func(at point) (point, bool) {
				at[x] = choose(e, at)
				return at, true
			}),
			g.Sound(func(s S) S {
				s = s.Clone()
				s.Assume(e, c, f)
				return s
			}, func(at point) (point, bool) {
				return at, c.Holds(machine.Int64.Of(choose(e, at)), machine.Int64.Of(choose(f, at)))
			}),
			g.Sound(func(s S) S {
				s = s.Clone()
				s.Forget(x)
				return s
			}, func(at point) (point, bool) {
				at[x] = eval(f, at)
				return at, true
			}),
		} {
			law.Check(t)
		}
	})
}

// checkEval checks that expressions lie in the intervals that states give them.
func (s Suite[S]) checkEval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := s.States.Draw(t, "s")
		e := domaintest.LinearExpressions(Vars, 6, rapid.Int64Range(-9, 9)).Draw(t, "e")
		if at, ok := pick(t, s); ok {
			if in := s.Eval(e); !in.Contains(eval(e, at)) {
				t.Fatalf("%v is %d at %v, not in %v, in %v", e, eval(e, at), at, in, s)
			}
		}
	})
}
