package float_test

import (
	"math"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/float"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

func operations(k float.Kind) []latticetest.Law {
	s := checks{k}
	return []latticetest.Law{
		{Name: "float/sound", Says: "operations cover the concrete ones for all described operands that are looked at",
			Check: s.sound},
		{Name: "float/best", Says: "results on short intervals are the best, but for intervals that reach to an end " +
			"of the range", Check: s.best},
		{Name: "float/test", Says: "tests keep exactly what may take part in a pair, by enumeration of short intervals",
			Check: s.test},
		{Name: "float/monotone", Says: "larger operands give larger results", Check: s.monotone},
		{Name: "float/ints", Says: "conversions from and to integers cover the concrete ones", Check: s.ints},
	}
}

type checks struct{ k float.Kind }

// short draws a value of few numbers, and all of them.
func (s checks) short(t *rapid.T) (float.Value, []float64) {
	x := domaintest.FloatNumbers(s.k).Draw(t, "first")
	v, xs := s.k.Of(x), []float64{x}
	add := func(x float64) {
		if !v.Contains(s.k, x) {
			v, xs = d.Join(v, s.k.Of(x)), append(xs, x)
		}
	}
	for range rapid.IntRange(0, 5).Draw(t, "more") {
		if !math.IsInf(x, 0) && !math.IsNaN(x) && x != 0 {
			x = domaintest.FloatAfter(s.k, x)
			add(x)
		}
	}
	for _, y := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1)} {
		if rapid.IntRange(0, 5).Draw(t, "special") == 0 {
			add(y)
		}
	}
	return v, xs
}

func (s checks) sound(t *rapid.T) {
	a, b := domaintest.Floats(s.k).Draw(t, "a"), domaintest.Floats(s.k).Draw(t, "b")
	xs, ys := some(t, s.k, a), some(t, s.k, b)
	for _, op := range ops {
		r := d.Binary(op, a, b)
		for _, x := range xs {
			for _, y := range ys {
				if z, _ := float.Apply(s.k, op, x, y); !r.Contains(s.k, z) {
					t.Fatalf("%v %v %v = %v, which is not in %v\na = %v\nb = %v", x, op, y, z, r, a, b)
				}
			}
		}
	}
	for c := range machine.NumCmps {
		u, v := d.Test(c, a, b)
		notU, notV := d.TestNot(c, a, b)
		for _, x := range xs {
			for _, y := range ys {
				left, right := u, v
				if !float.Holds(c, x, y) {
					left, right = notU, notV
				}
				if !left.Contains(s.k, x) || !right.Contains(s.k, y) {
					t.Fatalf("%v %v %v is %v, but testing leaves %v and %v\na = %v\nb = %v", x, c, y, float.Holds(c, x, y), left,
						right, a, b)
				}
			}
		}
	}
}

// requireBest fails unless r is the least value that describes zs. Where an
// operation overflows or underflows for some operands, the interval may reach to
// the end of the range.
func (s checks) requireBest(t *rapid.T, what string, r float.Value, zs []float64, mayOverflow bool) {
	best := float.Value{}
	for _, z := range zs {
		best = d.Join(best, s.k.Of(z))
	}
	if r == best {
		return
	}
	greatest, _, _ := s.k.All().Finite()
	greatest = -greatest
	tiny := domaintest.FloatAfter(s.k, 0)
	reached := best
	if mayOverflow {
		for _, c := range []struct {
			special float.Special
			end     float64
		}{{float.PosInf, greatest}, {float.NegInf, -greatest}, {float.NegZero, -tiny}} {
			if _, _, finite := r.Finite(); best.Has(c.special) && finite && r.Contains(s.k, c.end) {
				reached = d.Join(reached, s.k.Of(c.end))
			}
		}
	}
	if r != reached {
		t.Fatalf("%s is %v, and %v is best", what, r, best)
	}
}

func (s checks) best(t *rapid.T) {
	a, xs := s.short(t)
	b, ys := s.short(t)
	for _, op := range ops {
		var zs []float64
		for _, x := range xs {
			for _, y := range ys {
				z, _ := float.Apply(s.k, op, x, y)
				zs = append(zs, z)
			}
		}
		s.requireBest(t, a.String()+" "+op.String()+" "+b.String(), d.Binary(op, a, b), zs, true)
	}
	for f := range float.NumFuncs {
		var zs []float64
		for _, x := range xs {
			z, _ := float.ApplyFunc(s.k, f, x)
			zs = append(zs, z)
		}
		s.requireBest(t, f.String()+" of "+a.String(), d.Unary(f, a), zs, false)
	}
	for _, to := range []float.Kind{float.Float32, float.Float64} {
		var zs []float64
		for _, x := range xs {
			zs = append(zs, k2(to, x))
		}
		checks{to}.requireBest(t, a.String()+" as "+to.String(), d.Convert(a, to), zs, true)
	}
}

func (s checks) test(t *rapid.T) {
	a, xs := s.short(t)
	b, ys := s.short(t)
	for c := range machine.NumCmps {
		var kept [2][2]float.Value // by outcome and side
		for _, x := range xs {
			for _, y := range ys {
				i := 0
				if float.Holds(c, x, y) {
					i = 1
				}
				kept[i][0], kept[i][1] = d.Join(kept[i][0], s.k.Of(x)), d.Join(kept[i][1], s.k.Of(y))
			}
		}
		x, y := d.Test(c, a, b)
		u, v := d.TestNot(c, a, b)
		if kept != [2][2]float.Value{{u, v}, {x, y}} {
			t.Fatalf("%v %v %v: false leaves %v and %v, true %v and %v; best are %v", a, c, b, u, v, x, y, kept)
		}
	}
}

func (s checks) monotone(t *rapid.T) {
	draw := func(name string) float.Value {
		switch rapid.IntRange(0, 9).Draw(t, name+" is what") {
		case 0:
			return d.Top()
		case 1:
			return float.Value{}
		}
		return values(s.k).Draw(t, name)
	}
	a, b := draw("a"), draw("b")
	a2, b2 := d.Join(a, draw("more of a")), d.Join(b, draw("more of b"))
	must := func(what string, r, r2 float.Value) {
		if !d.Leq(r, r2) {
			t.Fatalf("%s is %v, and for larger operands %v\na = %v\nb = %v\nlarger a = %v\nlarger b = %v", what, r, r2, a, b,
				a2, b2)
		}
	}
	for op := range machine.NumOps {
		must(op.String(), d.Binary(op, a, b), d.Binary(op, a2, b2))
	}
	for f := range float.NumFuncs + 1 {
		must(f.String(), d.Unary(f, a), d.Unary(f, a2))
	}
	for c := range machine.NumCmps + 1 {
		for _, test := range []func(machine.Cmp, float.Value, float.Value) (float.Value, float.Value){d.Test, d.TestNot} {
			x, y := test(c, a, b)
			x2, y2 := test(c, a2, b2)
			must("left of "+c.String(), x, x2)
			must("right of "+c.String(), y, y2)
			if !d.Leq(x, a) && a != d.Top() || (x == float.Value{}) != (y == float.Value{}) {
				t.Fatalf("testing %v %v %v leaves %v and %v", a, c, b, x, y)
			}
		}
	}
	for _, k := range []float.Kind{float.NoKind, float.Float32, float.Float64} {
		must("as "+k.String(), d.Convert(a, k), d.Convert(a2, k))
	}
	for _, k := range machine.Kinds() {
		lo, hi, ok := d.ToInts(a, k)
		lo2, hi2, ok2 := d.ToInts(a2, k)
		if ok && (!ok2 || lo.Compare(lo2) < 0 || hi.Compare(hi2) > 0) {
			t.Fatalf("%v as %v is %v to %v, the larger %v is %v to %v", a, k, lo, hi, a2, lo2, hi2)
		}
	}
}

func (s checks) ints(t *rapid.T) {
	ik := domaintest.Kinds().Draw(t, "kind of integer")
	m, n := domaintest.Values(ik).Draw(t, "m"), domaintest.Values(ik).Draw(t, "n")
	if m.Compare(n) > 0 {
		m, n = n, m
	}
	v := d.FromInts(s.k, m, n)
	lo, hi, ok := v.Bounds()
	if !ok || lo != fromInt(s.k, m) || hi != fromInt(s.k, n) || v.Has(float.NaN|float.NegZero|float.PosInf|float.NegInf) {
		t.Fatalf("integers from %v to %v become %v", m, n, v)
	}
	a := domaintest.Floats(s.k).Draw(t, "a")
	least, greatest, ok := d.ToInts(a, ik)
	if ok != (a != float.Value{}) {
		t.Fatalf("%v as %v exists: %v", a, ik, ok)
	}
	for _, x := range some(t, s.k, a) {
		i, defined := toInt(x, ik)
		if !defined && (least != ik.Min() || greatest != ik.Max()) || defined && (i.Compare(least) < 0 ||
			i.Compare(greatest) > 0) {
			t.Fatalf("%v as %v is %v (%v), not from %v to %v", x, ik, i, defined, least, greatest)
		}
	}
}
