package karr_test

import (
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/karr"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var d = karr.Domain{}

func variables() *rapid.Generator[karr.Var] {
	return rapid.Map(rapid.IntRange(0, dims-1), func(i int) karr.Var { return karr.Var(i) })
}

func contains(s karr.Space, v vector) bool {
	return !s.IsBottom() && !slices.ContainsFunc(s.Equations(), func(e karr.Equation) bool {
		return value(karr.X(e.Left).Minus(e.Right), v).Sign() != 0
	})
}

// meaning is about points as concrete states.
var meaning = latticetest.Gamma[karr.Space, vector]{
	Lattice: d, Elements: smallSpaces(dims), Contains: contains,
	Pick: func(t *rapid.T, s karr.Space) (vector, bool) {
		f := flatOf(s)
		if f.point == nil {
			return nil, false
		}
		p := f.point
		for _, direction := range f.directions {
			p = p.plus(big.NewRat(rapid.Int64Range(-3, 3).Draw(t, "way"), 1), direction)
		}
		return p, true
	},
}

func laws() []latticetest.Law {
	c := func(n int64) karr.Expr { return karr.Constant(karr.Int(n)) }
	x := func(v karr.Var) karr.Expr { return karr.X(v) }
	transfers := []func(karr.Space) karr.Space{
		func(s karr.Space) karr.Space { return d.Assign(s, 0, x(0).Plus(c(1))) },
		func(s karr.Space) karr.Space { return d.Assign(s, 1, x(0).Times(karr.Int(2)).Minus(x(3))) },
		func(s karr.Space) karr.Space { return d.Assign(s, 2, x(3).Minus(x(2))) },
		func(s karr.Space) karr.Space { return d.Forget(s, 3) },
		func(s karr.Space) karr.Space { return d.Test(machine.Eq, s, x(1), x(2).Plus(c(1))) },
		func(s karr.Space) karr.Space { return d.Test(machine.Ne, s, x(1), x(2).Plus(c(1))) },
		func(s karr.Space) karr.Space { return d.Test(machine.Lt, s, x(1), x(2).Plus(c(1))) },
	}
	// A chain gives up one of at most four equations at a time, after bottom.
	laws := latticetest.Suite[karr.Space]{Lattice: d, Elements: smallSpaces(dims), Transfers: transfers,
		Steps:       dims + 1,
		Fingerprint: karr.Space.String}.Laws()
	laws = append(laws, domaintest.ZeroIsBottom(d, smallSpaces(dims)))
	laws = append(laws, meaning.Laws()...)
	return append(laws,
		latticetest.Law{Name: "karr/exact",
			Says: "operations give what they give on points and directions: the affine hull exactly", Check: func(t *rapid.T) {
				exact(t, smallSpaces(dims), expressions(dims))
			}},
		latticetest.Law{Name: "karr/great", Says: "the same with numbers that do not fit in 64 bits",
			Check: func(t *rapid.T) {
				exact(t, greatSpaces(dims), greatExpressions(dims))
			}},
		latticetest.Law{Name: "karr/questions", Says: "answers are what points and directions say", Check: questions},
		latticetest.Law{Name: "karr/canonical", Says: "each equation gives a variable by smaller ones that none gives",
			Check: canonical},
	)
}

func TestLaws(t *testing.T) {
	latticetest.Run(t, laws())
}

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, laws()) }

// exact compares every operation with the one on points and directions. All are
// exact but the join, and tests other than for equality, which are best: what is
// left of a space without one of its hyperplanes spans it.
func exact(t *rapid.T, spaces *rapid.Generator[karr.Space], exprs *rapid.Generator[karr.Expr]) {
	a := spaces.Draw(t, "a")
	b := spaces.Draw(t, "b")
	if rapid.Bool().Draw(t, "above") {
		b = d.Join(a, b)
	}
	e, f := exprs.Draw(t, "e"), exprs.Draw(t, "f")
	x, y := variables().Draw(t, "x"), variables().Draw(t, "y")
	is := func(what string, got karr.Space, want flat) {
		if flatOf(got).String() != want.String() {
			t.Fatalf("%s is %v, which is %v, want %v\na = %v\nb = %v\nx = %v, y = %v, e = %v, f = %v", what, got, flatOf(got),
				want, a, b, x, y, e, f)
		}
	}
	fa, fb := flatOf(a), flatOf(b)
	is("a joined with b", d.Join(a, b), fa.join(fb))
	is("a met with b", d.Meet(a, b), fa.meet(b))
	is("x = e", d.Assign(a, x, e), fa.assign(x, e))
	is("any x", d.Forget(a, x), fa.forget(x))
	diff := e.Minus(f)
	is("e == f", d.Test(machine.Eq, a, e, f), fa.zero(diff))
	for c := machine.Ne; c < machine.NumCmps; c++ {
		want := fa
		if fa.point != nil && len(fa.zero(diff).directions) == len(fa.directions) || sameEverywhere(fa, diff) {
			if sign := int64(value(diff, fa.point).Sign()); !c.Holds(machine.Int8.Of(sign), machine.Int8.Of(0)) {
				want = flat{}
			}
		}
		is("e "+c.String()+" f", d.Test(c, a, e, f), want)
	}
	if below := fa.join(fb).String() == fb.String(); below != d.Leq(a, b) {
		t.Fatalf("a ≤ b is %v\na = %v\nb = %v", !below, a, b)
	}
	if equal := fa.String() == fb.String(); equal != d.Equal(a, b) {
		t.Fatalf("a = b is %v\na = %v\nb = %v", !equal, a, b)
	}
	if implied := fa.zero(diff).String() == fa.String(); implied != a.Implies(e, f) {
		t.Fatalf("that e = f is implied is %v\na = %v\ne = %v\nf = %v", !implied, a, e, f)
	}
}

// What the law does not claim to be exact is not: joins and tests other than for equality
// describe points that they need not.
func TestBestIsNotExact(t *testing.T) {
	at := func(n int64) karr.Space { return d.Of(map[karr.Var]karr.Rat{0: karr.Int(n)}) }
	describes := func(s karr.Space, n int64) bool { return d.Leq(at(n), s) }
	require.True(t, describes(d.Join(at(0), at(2)), 1), "between two points")
	for c := machine.Ne; c < machine.NumCmps; c++ {
		left, excluded := d.Test(c, d.Top(), karr.X(0), karr.Constant(karr.Int(0))), 0
		for n := int64(-1); n <= 1; n++ {
			if !c.Holds(machine.Int8.Of(n), machine.Int8.Of(0)) && describes(left, n) {
				excluded++
			}
		}
		require.Positive(t, excluded, "x0 %v 0", c)
	}
}

// sameEverywhere reports whether e has one value on a flat that is not empty.
func sameEverywhere(f flat, e karr.Expr) bool {
	return f.point != nil && !slices.ContainsFunc(f.directions, func(d vector) bool { return linear(e, d).Sign() != 0 })
}

func questions(t *rapid.T) {
	s := smallSpaces(dims).Draw(t, "s")
	f := flatOf(s)
	e := expressions(dims).Draw(t, "e")
	c, ok := s.Const(e)
	if ok != sameEverywhere(f, e) || ok && c.Big().Cmp(value(e, f.point)) != 0 {
		t.Fatalf("%v is %v, %v in %v", e, c, ok, s)
	}
	if !s.Implies(e, s.Eval(e)) {
		t.Fatalf("%v is not %v in %v", e, s.Eval(e), s)
	}
	x, y := variables().Draw(t, "x"), variables().Draw(t, "y")
	a, b, ok := s.Relation(x, y)
	// On the projection to x and y, x is a function of y unless x moves alone.
	related := f.point != nil && !sameEverywhere(f, karr.X(x))
	for _, v := range f.directions {
		for _, w := range f.directions {
			cross := new(big.Rat).Mul(v[x], w[y])
			related = related && cross.Cmp(new(big.Rat).Mul(w[x], v[y])) == 0
		}
	}
	related = related && !sameEverywhere(f, karr.X(y)) || sameEverywhere(f, karr.X(x))
	if ok != related || ok && !s.Implies(karr.X(x), karr.X(y).Times(a).Plus(karr.Constant(b))) {
		t.Fatalf("%v = %v*%v + %v is said to be %v in %v", x, a, y, b, ok, s)
	}
}

func canonical(t *rapid.T) {
	s := smallSpaces(dims).Draw(t, "s")
	given := map[karr.Var]bool{}
	last := -1
	for _, e := range s.Equations() {
		given[e.Left] = true
		if int(e.Left) <= last {
			t.Fatalf("%v is out of order", s)
		}
		last = int(e.Left)
	}
	for _, e := range s.Equations() {
		for _, v := range e.Right.Vars() {
			if given[v] || v >= e.Left || e.Right.Coefficient(v).Sign() == 0 {
				t.Fatalf("%v has %v on the right side of %v", s, v, e.Left)
			}
		}
	}
}

// The affine hull of points of a small box, by enumeration: an equation with small
// factors holds in it exactly if it holds at all points.
func TestHullOfPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := d.Bottom()
		var points [][3]int64
		for range rapid.IntRange(1, 4).Draw(t, "points") {
			var p [3]int64
			at := map[karr.Var]karr.Rat{}
			for i := range p {
				p[i] = rapid.Int64Range(-1, 1).Draw(t, "coordinate")
				at[karr.Var(i)] = karr.Int(p[i])
			}
			points, s = append(points, p), d.Join(s, d.Of(at))
		}
		for i := range 5 * 5 * 5 {
			c := [3]int64{int64(i%5) - 2, int64(i/5%5) - 2, int64(i/25) - 2}
			at := func(p [3]int64) int64 { return c[0]*p[0] + c[1]*p[1] + c[2]*p[2] }
			all := !slices.ContainsFunc(points, func(p [3]int64) bool { return at(p) != at(points[0]) })
			e := karr.X(0).Times(karr.Int(c[0])).Plus(karr.X(1).Times(karr.Int(c[1]))).Plus(karr.X(2).Times(karr.Int(c[2])))
			if s.Implies(e, karr.Constant(karr.Int(at(points[0])))) != all {
				t.Fatalf("the hull of %v is %v, and %v = %v holds at all points: %v", points, s, e, at(points[0]), all)
			}
		}
	})
}

// All pairs of points, lines and planes with small numbers: the order is that of
// the points described.
func TestOrderIsInclusion(t *testing.T) {
	all := []karr.Space{d.Bottom(), d.Top()}
	for i := range 3 * 3 * 3 {
		c := func(n int) karr.Rat { return karr.Int(int64(n%3 - 1)) }
		e := karr.X(0).Times(c(i)).Plus(karr.X(1).Times(c(i / 3))).Plus(karr.Constant(c(i / 9)))
		line := d.Test(machine.Eq, d.Top(), e, karr.Expr{})
		all = append(all, line, d.Assign(line, 1, karr.X(0)), d.Test(machine.Eq, line, karr.X(0), karr.Constant(c(i))))
	}
	slices.SortFunc(all, func(a, b karr.Space) int { return strings.Compare(a.String(), b.String()) })
	all = slices.CompactFunc(all, d.Equal)
	flats := map[string]flat{}
	for _, a := range all {
		flats[a.String()] = flatOf(a)
	}
	for _, a := range all {
		for _, b := range all {
			g := flats[b.String()]
			if below := flats[a.String()].join(g).String() == g.String(); below != d.Leq(a, b) {
				t.Fatalf("a ≤ b is %v\na = %v\nb = %v", !below, a, b)
			}
		}
	}
}

// Numbers against package big, at the edges of 64 bits: every sum and product is
// exact, and in the one form that it has.
func TestNumbersAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, f := greatExpressions(1).Draw(t, "e"), greatExpressions(1).Draw(t, "f")
		r, s := e.Offset(), f.Offset()
		sum, product := e.Plus(f).Offset(), karr.Constant(r).Times(s).Offset()
		want := new(big.Rat).Add(r.Big(), s.Big())
		if sum.Big().Cmp(want) != 0 || !sum.Equal(f.Plus(e).Offset()) {
			t.Fatalf("%v + %v = %v", r, s, sum)
		}
		if product.Big().Cmp(want.Mul(r.Big(), s.Big())) != 0 {
			t.Fatalf("%v * %v = %v", r, s, product)
		}
		back := e.Plus(f).Minus(f).Offset()
		if !back.Equal(r) || back.String() != r.String() || back.Sign() != r.Big().Sign() {
			t.Fatalf("%v + %v - %v = %v", r, s, s, back)
		}
		if n, ok := r.Int64(); ok != (r.Big().IsInt() && r.Big().Num().IsInt64()) || ok && n != r.Big().Num().Int64() {
			t.Fatalf("%v is the integer %v: %v", r, n, ok)
		}
	})
	_, err := karr.Frac(3, 0)
	require.EqualError(t, err, "3/0 is no number")
	least, err := karr.Frac(math.MinInt64, math.MinInt64)
	require.NoError(t, err)
	require.True(t, least.Equal(karr.Int(1)))
}

func TestText(t *testing.T) {
	half, err := karr.Frac(-1, 2)
	require.NoError(t, err)
	s := d.Assign(d.Top(), 3, karr.X(0).Times(half).Minus(karr.X(2)).Plus(karr.Constant(karr.Int(7))))
	s = d.Assign(s, 1, karr.Constant(karr.Int(0)))
	for _, c := range []struct {
		s          karr.Space
		text, json string
	}{
		{d.Bottom(), "⊥", `null`},
		{d.Top(), "⊤", `[]`},
		{s, "{x1 = 0, x3 = -1/2*x0 - x2 + 7}", `[{"left": 1, "terms": [], "constant": "0"},
			{"left": 3, "terms": [{"var": 0, "factor": "-1/2"}, {"var": 2, "factor": "-1"}], "constant": "7"}]`},
	} {
		require.Equal(t, c.text, c.s.String())
		text, err := json.Marshal(c.s)
		require.NoError(t, err)
		require.JSONEq(t, c.json, string(text))
	}
	require.Equal(t, s, d.Test(machine.NumCmps, s, karr.X(0), karr.X(1)))
	require.True(t, d.Bottom().Implies(karr.X(0), karr.X(1)))
}
