package octagon_test

import (
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/octagon"
	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"pgregory.net/rapid"
)

// The laws are those of states of different numbers of variables, mixed.
const vars = 3

// entries is the number of bounds of vars variables: each may be given up once.
const entries = 2 * vars * (vars + 1)

var (
	_ lattice.Mergeable[*octagon.State]         = (*octagon.State)(nil)
	_ lattice.ThresholdWidener[*octagon.State]  = (*octagon.State)(nil)
	_ lattice.Narrower[*octagon.State]          = (*octagon.State)(nil)
	_ lattice.Recycler[*octagon.State]          = (*octagon.State)(nil)
	_ lattice.Merging[*octagon.State]           = octagon.Domain{}
	_ lattice.ThresholdWidening[*octagon.State] = octagon.Domain{}
	_ lattice.Narrowing[*octagon.State]         = octagon.Domain{}
	_ lattice.Hashing[*octagon.State]           = octagon.Domain{}
)

// transfers are what a loop's body might do, to variables that a state may lack too.
func transfers() []func(*octagon.State) *octagon.State {
	a, b := linear.Var(0), linear.Var(1)
	return []func(*octagon.State) *octagon.State{
		func(s *octagon.State) *octagon.State {
			s.Assign(0, a.Add(1))
			return s
		},
		func(s *octagon.State) *octagon.State {
			s.Assume(a, machine.Lt, b)
			s.Assign(0, a.Add(1))
			s.Assign(1, b.Add(-3))
			return s
		},
		func(s *octagon.State) *octagon.State {
			s.Assign(1, a.Scale(2).Minus(b).Plus(linear.Between[int](linear.Interval{Lo: -1, Hi: 3})))
			s.Assume(a.Plus(b), machine.Ne, linear.Const[int](4))
			return s
		},
		func(s *octagon.State) *octagon.State {
			s.Assign(0, linear.Var(2).Scale(-1).Add(1<<48))
			s.Assume(a.Scale(3), machine.Ge, b.Plus(linear.Var(2)).Add(-5))
			s.Forget(1)
			return s
		},
	}
}

func laws() []latticetest.Law {
	states := domaintest.Octagons(vars)
	return append(
		latticetest.StateSuite[*octagon.State]{States: states, Transfers: transfers(), Steps: 2 * entries}.Laws(),
		latticetest.Suite[*octagon.State]{
			Lattice: octagon.Domain{}, Elements: states, Transfers: pure(), Steps: 2 * entries,
		}.Laws()...)
}

// pure are the transfers as functions that change no operand.
func pure() []func(*octagon.State) *octagon.State {
	fs := transfers()
	for i, f := range fs {
		fs[i] = func(s *octagon.State) *octagon.State { return f(s.Clone()) }
	}
	return fs
}

func TestStateLaws(t *testing.T) {
	latticetest.StateSuite[*octagon.State]{
		States: domaintest.Octagons(vars), Transfers: transfers(), Steps: 2 * entries,
	}.Check(t)
}

func TestValueLaws(t *testing.T) {
	latticetest.Suite[*octagon.State]{
		Lattice: octagon.Domain{}, Elements: domaintest.Octagons(vars), Transfers: pure(), Steps: 2 * entries,
	}.Check(t)
}

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, laws()) }

// meaning is what a state says of points, the values of vars variables.
type point = [vars]int64

func meaning() latticetest.Gamma[*octagon.State, point] {
	return latticetest.Gamma[*octagon.State, point]{
		Lattice:  octagon.Domain{},
		Elements: domaintest.Octagons(vars),
		Contains: contains,
		Pick:     pick,
	}
}

func contains(s *octagon.State, at point) bool {
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

// eval computes e, which has a point for its rest, at small enough values.
func eval(e linear.Expr[int], at point) int64 {
	sum := e.Rest().Lo
	for _, t := range e.Terms() {
		sum += t.Coef * at[t.Var]
	}
	return sum
}

// pick fixes one variable after the other to a value that its bounds allow; each
// bound of a state that is not bottom is attained.
func pick(t *rapid.T, s *octagon.State) (at point, ok bool) {
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

func TestMeaning(t *testing.T) { meaning().Check(t) }

func TestTransfersAreSound(t *testing.T) {
	g := meaning()
	exprs := domaintest.LinearExpressions(vars, 4, rapid.Int64Range(-9, 9))
	rapid.Check(t, func(t *rapid.T) {
		e, f := exprs.Draw(t, "e"), exprs.Draw(t, "f")
		x := rapid.IntRange(0, vars-1).Draw(t, "x")
		c := domaintest.Comparisons().Draw(t, "comparison")
		choose := func(e linear.Expr[int], at point) int64 {
			return eval(e, at) + rapid.Int64Range(0, e.Rest().Hi-e.Rest().Lo).Draw(t, "of the interval")
		}
		for _, law := range []latticetest.Law{
			g.Sound(func(s *octagon.State) *octagon.State {
				s = s.Clone()
				s.Assign(x, e)
				return s
			}, func(at point) (point, bool) {
				at[x] = choose(e, at)
				return at, true
			}),
			g.Sound(func(s *octagon.State) *octagon.State {
				s = s.Clone()
				s.Assume(e, c, f)
				return s
			}, func(at point) (point, bool) {
				return at, c.Holds(machine.Int64.Of(choose(e, at)), machine.Int64.Of(choose(f, at)))
			}),
			g.Sound(func(s *octagon.State) *octagon.State {
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

func TestEvalIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := domaintest.Octagons(vars).Draw(t, "s")
		e := domaintest.LinearExpressions(vars, 6, rapid.Int64Range(-9, 9)).Draw(t, "e")
		if at, ok := pick(t, s); ok {
			if in := s.Eval(e); !in.Contains(eval(e, at)) {
				t.Fatalf("%v is %d at %v, not in %v, in %v", e, eval(e, at), at, in, s)
			}
		}
	})
}
