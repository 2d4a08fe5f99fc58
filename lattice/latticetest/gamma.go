package latticetest

import (
	"testing"

	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// Monotone is the law that f maps larger elements of one lattice to larger
// elements of another (or the same).
func Monotone[E, F any](from lattice.Lattice[E], to lattice.Lattice[F], elements *rapid.Generator[E], f func(E) F) Law {
	v := values[E]{Suite: Suite[E]{Elements: elements}, l: from}
	return Law{"transfer/monotone", "a transfer function maps larger elements to larger ones", v.pairs(func(t *rapid.T, a, b E) {
		b = from.Join(a, b)
		x, y := f(a), f(b)
		must(t, to.Leq(x, y), "a ≤ b but not f(a) = %v ≤ f(b) = %v\na = %v\nb = %v", x, y, a, b)
	})}
}

// Gamma says what the elements of a domain mean: which concrete values of type
// C each of them describes.
type Gamma[E, C any] struct {
	// Lattice and Elements are the domain.
	Lattice  lattice.Lattice[E]
	Elements *rapid.Generator[E]

	// Contains reports whether c is among the values that e describes.
	Contains func(e E, c C) bool

	// Pick draws one of the values that e describes; false if there is none.
	// It should draw values at the edge often: the bounds of an interval
	// rather than its middle.
	Pick func(t *rapid.T, e E) (C, bool)
}

// Check checks the laws of concretisation.
func (g Gamma[E, C]) Check(t *testing.T) {
	t.Helper()
	Run(t, g.Laws())
}

// Laws returns the laws that tie the lattice to its meaning.
func (g Gamma[E, C]) Laws() []Law {
	v := values[E]{Suite: Suite[E]{Elements: g.Elements}, l: g.Lattice, ops: lattice.OperatorsOf(g.Lattice)}
	l := g.Lattice
	return []Law{
		{"gamma/pick", "what is picked from an element is contained in it", func(t *rapid.T) {
			a := v.one(t, "a")
			if c, ok := g.Pick(t, a); ok {
				must(t, g.Contains(a, c), "%v was picked from a but is not contained in it\na = %v", c, a)
			}
		}},
		{"gamma/monotone", "larger elements describe all that smaller ones do", v.pairs(func(t *rapid.T, a, b E) {
			if c, ok := g.Pick(t, a); ok && l.Leq(a, b) {
				must(t, g.Contains(b, c), "a ≤ b, and %v is in a but not in b\na = %v\nb = %v", c, a, b)
			}
		})},
		{"gamma/extremes", "bottom describes nothing and top everything", func(t *rapid.T) {
			c, ok := g.Pick(t, l.Bottom())
			must(t, !ok, "%v was picked from bottom", c)
			a := v.one(t, "a")
			if c, ok = g.Pick(t, a); ok {
				must(t, !g.Contains(l.Bottom(), c), "bottom contains %v", c)
				must(t, g.Contains(l.Top(), c), "top does not contain %v", c)
			}
		}},
		{"gamma/operations", "joins and widenings keep what either operand describes, and meets what both do", v.pairs(func(t *rapid.T, a, b E) {
			c, ok := g.Pick(t, a)
			if !ok {
				return
			}
			for _, r := range []E{l.Join(a, b), l.Join(b, a), v.ops.Widen(a, b), v.ops.Widen(b, a)} {
				must(t, g.Contains(r, c), "%v is in a but not in %v\na = %v\nb = %v", c, r, a, b)
			}
			if g.Contains(b, c) {
				must(t, g.Contains(l.Meet(a, b), c), "%v is in a and b but not in their meet %v\na = %v\nb = %v", c, l.Meet(a, b), a, b)
			}
		})},
	}
}

// Sound is the law that a transfer function covers the operation it stands for:
// whatever concrete makes of a value that a describes is described by
// abstract(a). concrete returns false where the operation has no result (a
// division by zero).
func (g Gamma[E, C]) Sound(abstract func(E) E, concrete func(C) (C, bool)) Law {
	v := values[E]{Suite: Suite[E]{Elements: g.Elements}, l: g.Lattice}
	return Law{"transfer/sound", "the abstract operation covers the concrete one", func(t *rapid.T) {
		a := v.one(t, "a")
		c, ok := g.Pick(t, a)
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
	v := values[E]{Suite: Suite[E]{Elements: g.Elements}, l: g.Lattice}
	return Law{"transfer/sound", "the abstract operation covers the concrete one", v.pairs(func(t *rapid.T, a, b E) {
		x, okX := g.Pick(t, a)
		y, okY := g.Pick(t, b)
		if !okX || !okY {
			return
		}
		if z, ok := concrete(x, y); ok {
			must(t, g.Contains(abstract(a, b), z), "%v and %v give %v, which is not in %v\na = %v\nb = %v", x, y, z, abstract(a, b), a, b)
		}
	})}
}
