package domaintest

import (
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"pgregory.net/rapid"
)

// meaning is the laws of what elements describe.
func (s integers[E]) meaning() []latticetest.Law {
	return []latticetest.Law{
		{Name: "integer/bottom", Says: "bottom describes nothing", Check: func(t *rapid.T) {
			if x := AnyValues().Draw(t, "x"); s.Contains(s.Bottom(), x) {
				t.Fatalf("bottom describes %v", x)
			}
		}},
		{Name: "integer/of", Says: "Of describes the value and is of its kind; it is bottom for the zero Value",
			Check: func(t *rapid.T) {
				x := AnyValues().Draw(t, "x")
				e := s.Of(x)
				if !s.Contains(e, x) || s.Kind(e) != x.Kind() || !s.Contains(s.Top(), x) {
					t.Fatalf("Of(%v %v) is %v of kind %v", x, x.Kind(), e, s.Kind(e))
				}
				if e := s.Of(machine.Value{}); !s.Equal(e, s.Bottom()) || s.Contains(s.Top(), machine.Value{}) {
					t.Fatalf("the value of no kind is described by %v", e)
				}
			}},
		{Name: "integer/all", Says: "All is the greatest element of its kind, below top, and bottom for no kind",
			Check: s.all},
		{Name: "integer/kind", Says: "an element describes values of its kind only, and prints so; a join over kinds " +
			"is top, a meet bottom", Check: s.kind},
		{Name: "integer/bounds", Says: "the bounds contain all described values; bottom and top alone have none",
			Check: s.bounds},
		{Name: "integer/order", Says: "on 8-bit kinds, joins and meets keep every value that they must, and larger " +
			"elements describe more", Check: s.order},
	}
}

func (s integers[E]) all(t *rapid.T) {
	k := Kinds().Draw(t, "kind")
	all := s.All(k)
	if lo, hi, ok := s.Bounds(all); !ok || lo != k.Min() || hi != k.Max() {
		t.Fatalf("All(%v) has bounds %v, %v, %v", k, lo, hi, ok)
	}
	if !s.Leq(all, s.Top()) || s.Leq(s.Top(), all) || s.Kind(all) != k {
		t.Fatalf("All(%v) is not below top, or of kind %v", k, s.Kind(all))
	}
	x := AnyValues().Draw(t, "x")
	if s.Contains(all, x) != (x.Kind() == k) {
		t.Fatalf("All(%v) describes %v of kind %v: %v", k, x, x.Kind(), s.Contains(all, x))
	}
	e := s.element(t, k)
	if below := s.Leq(e, all); below != (s.Kind(e) == k || s.Equal(e, s.Bottom())) {
		t.Fatalf("%v lies below All(%v) is %v", e, k, below)
	}
	if none := s.All(machine.NoKind); !s.Equal(none, s.Bottom()) {
		t.Fatalf("All(NoKind) is %v", none)
	}
	if none := s.All(machine.Uint64 + 1); !s.Equal(none, s.Bottom()) {
		t.Fatalf("All of an invalid kind is %v", none)
	}
}

func (s integers[E]) kind(t *rapid.T) {
	k := Kinds().Draw(t, "kind")
	a, b := s.element(t, k), s.element(t, Kinds().Draw(t, "second kind"))
	for _, e := range []E{a, b} {
		extreme := s.Equal(e, s.Bottom()) || s.Equal(e, s.Top())
		if s.Kind(e).Valid() == extreme {
			t.Fatalf("%v has kind %v", e, s.Kind(e))
		}
		if x := AnyValues().Draw(t, "x"); !extreme && s.Contains(e, x) && x.Kind() != s.Kind(e) {
			t.Fatalf("%v of kind %v describes %v of kind %v", e, s.Kind(e), x, x.Kind())
		}
	}
	if s.Kind(a).Valid() && s.Kind(b).Valid() && s.Kind(a) != s.Kind(b) {
		x, y := s.Of(s.Kind(a).Of(1)), s.Of(s.Kind(b).Of(1))
		if fmt.Sprint(x) == fmt.Sprint(y) || fmt.Sprint(s.All(s.Kind(a))) == fmt.Sprint(s.All(s.Kind(b))) {
			t.Fatalf("of kinds %v and %v, 1 prints as %v and %v, all values as %v and %v",
				s.Kind(a), s.Kind(b), x, y, s.All(s.Kind(a)), s.All(s.Kind(b)))
		}
		if j, m := s.Join(a, b), s.Meet(a, b); !s.Equal(j, s.Top()) || !s.Equal(m, s.Bottom()) {
			t.Fatalf("of kinds %v and %v the join is %v, the meet %v", s.Kind(a), s.Kind(b), j, m)
		}
	}
}

func (s integers[E]) bounds(t *rapid.T) {
	k := Kinds().Draw(t, "kind")
	e, xs := s.some(t, k)
	if k.Bits() == 8 {
		xs = s.described(e, k)
	}
	lo, hi, ok := s.Bounds(e)
	if ok != s.Kind(e).Valid() {
		t.Fatalf("%v of kind %v has bounds: %v", e, s.Kind(e), ok)
	}
	if !ok {
		return
	}
	if lo.Kind() != s.Kind(e) || hi.Kind() != s.Kind(e) || lo.Compare(hi) > 0 {
		t.Fatalf("%v of kind %v has bounds %v of kind %v and %v of kind %v", e, s.Kind(e), lo, lo.Kind(), hi, hi.Kind())
	}
	for _, x := range xs {
		if x.Compare(lo) < 0 || hi.Compare(x) < 0 {
			t.Fatalf("%v describes %v, but has bounds %v and %v", e, x, lo, hi)
		}
	}
	if s.options.TightBounds && !(s.Contains(e, lo) && s.Contains(e, hi)) {
		t.Fatalf("%v has bounds %v and %v, and does not describe them both", e, lo, hi)
	}
}

func (s integers[E]) order(t *rapid.T) {
	k := rapid.SampledFrom([]machine.Kind{machine.Int8, machine.Uint8}).Draw(t, "kind")
	a, b := s.element(t, k), s.element(t, k)
	join, meet := s.Join(a, b), s.Meet(a, b)
	xs, ys := s.described(a, k), s.described(b, k)
	for _, x := range AllValues(k) {
		inA, inB := s.Contains(a, x), s.Contains(b, x)
		if (inA || inB) && !s.Contains(join, x) || (inA && inB) != s.Contains(meet, x) {
			t.Fatalf("%v is in a: %v, in b: %v, in the join %v: %v, in the meet %v: %v\na = %v\nb = %v",
				x, inA, inB, join, s.Contains(join, x), meet, s.Contains(meet, x), a, b)
		}
		if s.Leq(a, b) && inA && !inB {
			t.Fatalf("a ≤ b, and %v is in a but not in b\na = %v\nb = %v", x, a, b)
		}
	}
	if s.options.Canonical && s.Kind(a) == k && s.Kind(b) == k && slices.Equal(xs, ys) && !s.Equal(a, b) {
		t.Fatalf("a and b describe the same values\na = %v\nb = %v", a, b)
	}
}
