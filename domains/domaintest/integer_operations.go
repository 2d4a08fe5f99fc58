package domaintest

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"pgregory.net/rapid"
)

// operations is the laws of what programs do to integers.
func (s integers[E]) operations() []latticetest.Law {
	return []latticetest.Law{
		{Name: "integer/binary", Says: "a binary operation covers the concrete one", Check: s.binary},
		{Name: "integer/binary-8", Says: "on 8-bit kinds, a binary operation covers the concrete one for all " +
			"operands, and is best where that is promised", Check: s.binary8},
		{Name: "integer/singles", Says: "operations on single values cover the concrete ones, for all right operands " +
			"of 8 bits", Check: s.singles},
		{Name: "integer/unary", Says: "a unary operation covers the concrete one, and on 8-bit kinds is best where " +
			"that is promised", Check: s.unary},
		{Name: "integer/convert", Says: "a conversion covers the concrete one, and from 8-bit kinds is best where " +
			"that is promised", Check: s.convert},
		{Name: "integer/test", Says: "a test loses no value for which the comparison may hold", Check: s.test},
		{Name: "integer/test-8", Says: "on 8-bit kinds, a test loses no value for which the comparison may hold, and " +
			"is best where that is promised", Check: s.test8},
		{Name: "integer/monotone", Says: "larger operands give larger results", Check: s.monotone},
		{Name: "integer/strict", Says: "bottom gives bottom", Check: s.strict},
		{Name: "integer/invalid", Says: "an operation or kind that does not exist gives some result", Check: s.invalid},
	}
}

// operands draws the kinds of the operands of op.
func operands(t *rapid.T, op machine.Op, kinds *rapid.Generator[machine.Kind]) (machine.Kind, machine.Kind) {
	k := kinds.Draw(t, "kind")
	if op.IsShift() {
		return k, kinds.Draw(t, "kind of count")
	}
	return k, k
}

func (s integers[E]) binary(t *rapid.T) {
	for op := range machine.NumOps {
		k, l := operands(t, op, Kinds())
		a, xs := s.some(t, k)
		b, ys := s.some(t, l)
		r := s.Binary(op, a, b)
		for _, x := range xs {
			for _, y := range ys {
				if z, ok := machine.Apply(op, x, y); ok && !s.Contains(r, z) {
					t.Fatalf("%v %v %v = %v, which is not in %v\na = %v\nb = %v", x, op, y, z, r, a, b)
				}
			}
		}
	}
}

var eightBits = rapid.SampledFrom([]machine.Kind{machine.Int8, machine.Uint8})

func (s integers[E]) binary8(t *rapid.T) {
	for op := range machine.NumOps {
		k, l := operands(t, op, eightBits)
		a, b := s.element(t, k), s.element(t, l)
		r := s.Binary(op, a, b)
		results := results8(op, s.described(a, k), s.described(b, l))
		for _, z := range results.of(k) {
			if !s.Contains(r, z) {
				t.Fatalf("a %v b may be %v, which is not in %v\na = %v\nb = %v", op, z, r, a, b)
			}
		}
		if s.Kind(a) != k || s.Kind(b) != l || !slices.Contains(s.options.Best, op) {
			continue
		}
		if best := s.joinOf(results.of(k)); !s.Equal(r, best) {
			t.Fatalf("a %v b is %v, but %v is best\na = %v\nb = %v", op, r, best, a, b)
		}
	}
}

func (s integers[E]) singles(t *rapid.T) {
	k := eightBits.Draw(t, "kind")
	x := Values(k).Draw(t, "x")
	a := s.Of(x)
	for _, l := range []machine.Kind{machine.Int8, machine.Uint8} {
		for _, y := range AllValues(l) {
			b := s.Of(y)
			s.single(t, y)
			for op := range machine.NumOps {
				if z, ok := machine.Apply(op, x, y); ok && !s.Contains(s.Binary(op, a, b), z) {
					t.Fatalf("%v %v %v = %v, which is not in %v\na = %v\nb = %v", x, op, y, z, s.Binary(op, a, b), a, b)
				}
			}
			for c := range machine.NumCmps {
				if left, right := s.Test(c, a, b); c.Holds(x, y) && !(s.Contains(left, x) && s.Contains(right, y)) {
					t.Fatalf("%v %v %v, but testing gives %v and %v\na = %v\nb = %v", x, c, y, left, right, a, b)
				}
			}
		}
	}
}

// single checks the operations on one operand, y alone.
func (s integers[E]) single(t *rapid.T, y machine.Value) {
	b := s.Of(y)
	for op := range machine.NumUnaries {
		if z, _ := machine.ApplyUnary(op, y); !s.Contains(s.Unary(op, b), z) {
			t.Fatalf("%v%v = %v, which is not in %v\nb = %v", op, y, z, s.Unary(op, b), b)
		}
	}
	for _, to := range machine.Kinds() {
		if z := y.Convert(to); !s.Contains(s.Convert(b, to), z) {
			t.Fatalf("%v converted to %v is %v, which is not in %v\nb = %v", y, to, z, s.Convert(b, to), b)
		}
	}
}

// results8 are all results of op, for values of 8-bit kinds.
func results8(op machine.Op, xs, ys []machine.Value) (results values8) {
	for _, x := range xs {
		for _, y := range ys {
			if z, ok := machine.Apply(op, x, y); ok {
				results.add(z)
			}
		}
		if results.n == 256 {
			break
		}
	}
	return results
}

func (s integers[E]) unary(t *rapid.T) {
	for op := range machine.NumUnaries {
		k := Kinds().Draw(t, "kind")
		a, xs := s.some(t, k)
		if k.Bits() == 8 {
			xs = s.described(a, k)
		}
		r, best := s.Unary(op, a), s.Bottom()
		for _, x := range xs {
			z, _ := machine.ApplyUnary(op, x)
			if !s.Contains(r, z) {
				t.Fatalf("%v%v = %v, which is not in %v\na = %v", op, x, z, r, a)
			}
			best = s.Join(best, s.Of(z))
		}
		if s.options.BestUnary && k.Bits() == 8 && s.Kind(a) == k && !s.Equal(r, best) {
			t.Fatalf("%va is %v, but %v is best\na = %v", op, r, best, a)
		}
	}
}

func (s integers[E]) convert(t *rapid.T) {
	k := Kinds().Draw(t, "kind")
	a, xs := s.some(t, k)
	if k.Bits() == 8 {
		xs = s.described(a, k)
	}
	for _, to := range machine.Kinds() {
		r, best := s.Convert(a, to), s.Bottom()
		if !s.Leq(r, s.All(to)) {
			t.Fatalf("%v converted to %v is %v", a, to, r)
		}
		for _, x := range xs {
			z := x.Convert(to)
			if !s.Contains(r, z) {
				t.Fatalf("%v converted to %v is %v, which is not in %v\na = %v", x, to, z, r, a)
			}
			best = s.Join(best, s.Of(z))
		}
		if s.options.BestConvert && k.Bits() == 8 && s.Kind(a) == k && !s.Equal(r, best) {
			t.Fatalf("a converted to %v is %v, but %v is best\na = %v", to, r, best, a)
		}
	}
}

func (s integers[E]) test(t *rapid.T) {
	for c := range machine.NumCmps {
		k := Kinds().Draw(t, "kind")
		a, xs := s.some(t, k)
		b, ys := s.some(t, k)
		x, y := s.tested(t, c, a, b)
		for _, u := range xs {
			for _, v := range ys {
				if c.Holds(u, v) && !(s.Contains(x, u) && s.Contains(y, v)) {
					t.Fatalf("%v %v %v, but testing gives %v and %v\na = %v\nb = %v", u, c, v, x, y, a, b)
				}
			}
		}
	}
}

// tested is Test, with its promises about the results as elements.
func (s integers[E]) tested(t *rapid.T, c machine.Cmp, a, b E) (E, E) {
	x, y := s.Test(c, a, b)
	if !s.Leq(x, a) || !s.Leq(y, b) {
		t.Fatalf("testing a %v b gives %v and %v, not below the operands\na = %v\nb = %v", c, x, y, a, b)
	}
	bottom := s.Bottom()
	if s.Equal(x, bottom) != s.Equal(y, bottom) {
		t.Fatalf("testing a %v b gives %v and %v, one of them bottom\na = %v\nb = %v", c, x, y, a, b)
	}
	if k, l := s.Kind(a), s.Kind(b); k != l && k.Valid() && l.Valid() && !s.Equal(x, bottom) {
		t.Fatalf("testing a %v b of kinds %v and %v gives %v and %v\na = %v\nb = %v", c, k, l, x, y, a, b)
	}
	return x, y
}

func (s integers[E]) test8(t *rapid.T) {
	for c := range machine.NumCmps {
		k := eightBits.Draw(t, "kind")
		a, b := s.element(t, k), s.element(t, k)
		x, y := s.tested(t, c, a, b)
		us, vs := s.described(a, k), s.described(b, k)
		left, right := partners(c, us, vs), partners(c.Swap(), vs, us)
		for _, u := range left.of(k) {
			if !s.Contains(x, u) {
				t.Fatalf("testing a %v b loses %v on the left: %v\na = %v\nb = %v", c, u, x, a, b)
			}
		}
		for _, v := range right.of(k) {
			if !s.Contains(y, v) {
				t.Fatalf("testing a %v b loses %v on the right: %v\na = %v\nb = %v", c, v, y, a, b)
			}
		}
		if !s.options.BestTest || s.Kind(a) != k || s.Kind(b) != k {
			continue
		}
		if u, v := s.joinOf(left.of(k)), s.joinOf(right.of(k)); !s.Equal(x, u) || !s.Equal(y, v) {
			t.Fatalf("testing a %v b gives %v and %v, but %v and %v are best\na = %v\nb = %v", c, x, y, u, v, a, b)
		}
	}
}

// partners are the u for which u c v holds for some v.
func partners(c machine.Cmp, us, vs []machine.Value) (those values8) {
	for _, u := range us {
		if slices.ContainsFunc(vs, func(v machine.Value) bool { return c.Holds(u, v) }) {
			those.add(u)
		}
	}
	return those
}

func (s integers[E]) monotone(t *rapid.T) {
	k := Kinds().Draw(t, "kind")
	a, b := s.element(t, k), s.element(t, k)
	a2, b2 := s.Join(a, s.element(t, k)), s.Join(b, s.element(t, k))
	must := func(x, y E, what string) {
		if !s.Leq(x, y) {
			t.Fatalf("%s gives %v, and for larger operands %v\na = %v\nb = %v\nlarger a = %v\nlarger b = %v", what, x, y, a, b,
				a2, b2)
		}
	}
	for op := range machine.NumOps {
		must(s.Binary(op, a, b), s.Binary(op, a2, b2), "a "+op.String()+" b")
	}
	for op := range machine.NumUnaries {
		must(s.Unary(op, a), s.Unary(op, a2), op.String()+"a")
	}
	for _, to := range machine.Kinds() {
		must(s.Convert(a, to), s.Convert(a2, to), "converting a to "+to.String())
	}
	for c := range machine.NumCmps {
		x, y := s.Test(c, a, b)
		x2, y2 := s.Test(c, a2, b2)
		must(x, x2, "testing a "+c.String()+" b on the left")
		must(y, y2, "testing a "+c.String()+" b on the right")
	}
}

func (s integers[E]) strict(t *rapid.T) {
	bottom := s.Bottom()
	a := s.element(t, Kinds().Draw(t, "kind"))
	must := func(e E, what string) {
		if !s.Equal(e, bottom) {
			t.Fatalf("%s gives %v for a = %v", what, e, a)
		}
	}
	for op := range machine.NumOps {
		must(s.Binary(op, bottom, a), "⊥ "+op.String()+" a")
		must(s.Binary(op, a, bottom), "a "+op.String()+" ⊥")
	}
	for op := range machine.NumUnaries {
		must(s.Unary(op, bottom), op.String()+"⊥")
	}
	for _, to := range machine.Kinds() {
		must(s.Convert(bottom, to), "converting ⊥ to "+to.String())
	}
	for c := range machine.NumCmps {
		for _, pair := range [][2]E{{bottom, a}, {a, bottom}} {
			x, y := s.Test(c, pair[0], pair[1])
			must(x, "testing "+c.String())
			must(y, "testing "+c.String())
		}
	}
}

// invalid only asks that nothing panics, and that the results are usable.
func (s integers[E]) invalid(t *rapid.T) {
	k := Kinds().Draw(t, "kind")
	a, b := s.element(t, k), s.element(t, k)
	x, y := s.Test(machine.NumCmps, a, b)
	for _, e := range []E{s.Binary(machine.NumOps, a, b), s.Unary(machine.NumUnaries, a), s.Convert(a, machine.NoKind),
		s.Convert(a, machine.Uint64+1), x, y} {
		if !s.Leq(s.Bottom(), e) || !s.Leq(e, s.Top()) {
			t.Fatalf("%v is not between bottom and top", e)
		}
	}
}

// values8 is a set of values of one 8-bit kind, by their bits.
type values8 struct {
	has [256]bool
	n   int
}

func (v *values8) add(x machine.Value) {
	if at := byte(x.Bits()); !v.has[at] {
		v.has[at] = true
		v.n++
	}
}

func (v *values8) of(k machine.Kind) []machine.Value {
	return slices.DeleteFunc(AllValues(k), func(x machine.Value) bool { return !v.has[byte(x.Bits())] })
}
