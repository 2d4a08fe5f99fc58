package latticetest

import (
	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// Transfer makes laws of functions from the elements of one lattice to those of another, or of the same.
type Transfer[E, F any] struct {
	From     lattice.Lattice[E]
	To       lattice.Lattice[F]
	Elements *rapid.Generator[E] // of From
}

func (x Transfer[E, F]) values() values[E] {
	return values[E]{Suite: Suite[E]{Elements: x.Elements}, l: x.From}
}

// Monotone is the law that f maps larger elements to larger ones.
func (x Transfer[E, F]) Monotone(f func(E) F) Law {
	v, from, to := x.values(), x.From, x.To
	return Law{"transfer/monotone", "a transfer function maps larger elements to larger ones",
		v.pairs(func(t *rapid.T, a, b E) {
			b = from.Join(a, b)
			x, y := f(a), f(b)
			must(t, to.Leq(x, y), "a ≤ b but not f(a) = %v ≤ f(b) = %v\na = %v\nb = %v", x, y, a, b)
		})}
}

// Monotone2 is Monotone for functions of two operands: in each of them by itself,
// and so in both at once.
func (x Transfer[E, F]) Monotone2(f func(a, b E) F) Law {
	v, from, to := x.values(), x.From, x.To
	return Law{"transfer/monotone", "a transfer function maps larger elements to larger ones",
		v.triples(func(t *rapid.T, a, b, c E) {
			b = from.Join(a, b)
			x, y := f(a, c), f(b, c)
			must(t, to.Leq(x, y), "a ≤ b but not f(a, c) = %v ≤ f(b, c) = %v\na = %v\nb = %v\nc = %v", x, y, a, b, c)
			x, y = f(c, a), f(c, b)
			must(t, to.Leq(x, y), "a ≤ b but not f(c, a) = %v ≤ f(c, b) = %v\na = %v\nb = %v\nc = %v", x, y, a, b, c)
		})}
}

// Strict is the law that f maps bottom to bottom: what is not reached stays so.
func (x Transfer[E, F]) Strict(f func(E) F) Law {
	return Law{"transfer/strict", "a transfer function maps bottom to bottom", func(t *rapid.T) {
		y := f(x.From.Bottom())
		must(t, x.To.Equal(y, x.To.Bottom()), "f(⊥) = %v", y)
	}}
}

// Strict2 is Strict for functions of two operands, either of which may be bottom.
func (x Transfer[E, F]) Strict2(f func(a, b E) F) Law {
	v, from, to := x.values(), x.From, x.To
	return Law{"transfer/strict", "a transfer function maps bottom to bottom", func(t *rapid.T) {
		a, bottom := v.one(t, "a"), from.Bottom()
		x, y := f(a, bottom), f(bottom, a)
		must(t, to.Equal(x, to.Bottom()), "f(a, ⊥) = %v\na = %v", x, a)
		must(t, to.Equal(y, to.Bottom()), "f(⊥, a) = %v\na = %v", y, a)
	}}
}

// Commutative is the law that the order of f's operands does not matter, as that
// of the operation that it stands for does not.
func (x Transfer[E, F]) Commutative(f func(a, b E) F) Law {
	v, to := x.values(), x.To
	return Law{"transfer/commutative", "the order of the operands of a commutative operation does not matter",
		v.pairs(func(t *rapid.T, a, b E) {
			x, y := f(a, b), f(b, a)
			must(t, to.Equal(x, y), "f(a, b) = %v but f(b, a) = %v\na = %v\nb = %v", x, y, a, b)
		})}
}

// Sound is the law that a transfer function covers the operation it stands for.
// If a describes a value, abstract(a) describes whatever concrete makes of it.
// The function concrete returns false where the operation has no result, such
// as a division by zero.
func (g Gamma[E, C]) Sound(abstract func(E) E, concrete func(C) (C, bool)) Law {
	v := g.values()
	return Law{"transfer/sound", "the abstract operation covers the concrete one", func(t *rapid.T) {
		a := v.one(t, "a")
		c, ok := g.pick(t, a)
		if !ok {
			return
		}
		if d, ok := concrete(c); ok {
			must(t, g.Contains(abstract(a), d), "%v becomes %v, which is not in %v\na = %v", c, d, abstract(a), a)
		}
	}}
}

// Sound2 is Sound for operations of two operands.
func (g Gamma[E, C]) Sound2(abstract func(a, b E) E, concrete func(x, y C) (C, bool)) Law {
	v := g.values()
	return Law{"transfer/sound", "the abstract operation covers the concrete one", v.pairs(func(t *rapid.T, a, b E) {
		x, okX := g.pick(t, a)
		y, okY := g.pick(t, b)
		if !okX || !okY {
			return
		}
		if z, ok := concrete(x, y); ok {
			must(t, g.Contains(abstract(a, b), z), "%v and %v give %v, which is not in %v\na = %v\nb = %v", x, y, z,
				abstract(a, b), a, b)
		}
	})}
}

// Best is the law that no element covers the operation better than abstract(a)
// does. So abstract(a) is the join of the elements of all results, which Of and
// Universe tell.
func (g Gamma[E, C]) Best(abstract func(E) E, concrete func(C) (C, bool)) Law {
	return g.best(func(a, _ E) E { return abstract(a) }, g.image(concrete))
}

// Best2 is Best for operations of two operands. It goes through all pairs of
// values that the operands describe.
func (g Gamma[E, C]) Best2(abstract func(a, b E) E, concrete func(x, y C) (C, bool)) Law {
	return g.best(abstract, g.image2(concrete))
}

func (g Gamma[E, C]) best(abstract func(a, b E) E, image func(a, b E, yield func(C))) Law {
	v := g.finite()
	return Law{"transfer/best", "no smaller element covers all that the concrete operation gives", func(t *rapid.T) {
		a := v.one(t, "a")
		b := v.near(t, "b", a)
		want := g.Lattice.Bottom()
		image(a, b, func(c C) { want = g.Lattice.Join(want, g.Of(c)) })
		got := abstract(a, b)
		must(t, g.Lattice.Equal(got, want), "the abstract operation gives %v, the best is %v\na = %v\nb = %v", got, want, a,
			b)
	}}
}

// Exact is the law that abstract(a) describes the results of the operation and
// nothing else of Universe, as not even the best element always can. Values must
// be comparable with ==.
func (g Gamma[E, C]) Exact(abstract func(E) E, concrete func(C) (C, bool)) Law {
	return g.exact(func(a, _ E) E { return abstract(a) }, g.image(concrete))
}

// Exact2 is Exact for operations of two operands.
func (g Gamma[E, C]) Exact2(abstract func(a, b E) E, concrete func(x, y C) (C, bool)) Law {
	return g.exact(abstract, g.image2(concrete))
}

func (g Gamma[E, C]) exact(abstract func(a, b E) E, image func(a, b E, yield func(C))) Law {
	v := g.finite()
	return Law{"transfer/exact", "the abstract operation describes what the concrete one gives and nothing else",
		func(t *rapid.T) {
			a := v.one(t, "a")
			b := v.near(t, "b", a)
			results := map[any]bool{}
			image(a, b, func(c C) { results[c] = true })
			r := abstract(a, b)
			for _, u := range g.Universe {
				must(t, g.Contains(r, u) == results[u], "that %v is a result is %v, but not that %v describes it\na = %v\nb = %v",
					u, results[u], r, a, b)
			}
		}}
}

// image goes through the results for all values that a describes.
func (g Gamma[E, C]) image(concrete func(C) (C, bool)) func(a, b E, yield func(C)) {
	return func(a, _ E, yield func(C)) {
		for _, x := range g.Universe {
			if !g.Contains(a, x) {
				continue
			}
			if z, ok := concrete(x); ok {
				yield(z)
			}
		}
	}
}

func (g Gamma[E, C]) image2(concrete func(x, y C) (C, bool)) func(a, b E, yield func(C)) {
	return func(a, b E, yield func(C)) {
		for _, x := range g.Universe {
			if !g.Contains(a, x) {
				continue
			}
			for _, y := range g.Universe {
				if !g.Contains(b, y) {
					continue
				}
				if z, ok := concrete(x, y); ok {
					yield(z)
				}
			}
		}
	}
}
