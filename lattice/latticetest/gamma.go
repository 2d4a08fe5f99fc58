package latticetest

import (
	"testing"

	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

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
	// rather than its middle. If it is nil, it draws one of Universe.
	Pick func(t *rapid.T, e E) (C, bool)

	// Universe is all the concrete values that the elements drawn from Elements
	// may describe. It is given if they are few enough to be gone through, such as
	// the numbers of four or eight bits. Best, Exact and their like need it.
	Universe []C

	// Of is the least element that describes c. Best and Best2 need it.
	Of func(c C) E

	// Insertion claims that what an element drawn from Elements says is what it
	// describes (a Galois insertion over Universe). So a lies below b if b
	// describes all that a does. The order must then be inclusion of what is
	// described.
	Insertion bool
}

// Check checks the laws of concretisation.
func (g Gamma[E, C]) Check(t *testing.T) {
	t.Helper()
	Run(t, g.Laws())
}

// Laws returns the laws that tie the lattice to its meaning.
func (g Gamma[E, C]) Laws() []Law {
	v, l := g.values(), g.Lattice
	laws := []Law{
		{"gamma/pick", "what is picked from an element is contained in it", func(t *rapid.T) {
			a := v.one(t, "a")
			if c, ok := g.pick(t, a); ok {
				must(t, g.Contains(a, c), "%v was picked from a but is not contained in it\na = %v", c, a)
			}
		}},
		{"gamma/monotone", "larger elements describe all that smaller ones do", v.pairs(func(t *rapid.T, a, b E) {
			if c, ok := g.pick(t, a); ok && l.Leq(a, b) {
				must(t, g.Contains(b, c), "a ≤ b, and %v is in a but not in b\na = %v\nb = %v", c, a, b)
			}
		})},
		{"gamma/extremes", "bottom describes nothing and top everything", func(t *rapid.T) {
			c, ok := g.pick(t, l.Bottom())
			must(t, !ok, "%v was picked from bottom", c)
			a := v.one(t, "a")
			if c, ok = g.pick(t, a); ok {
				must(t, !g.Contains(l.Bottom(), c), "bottom contains %v", c)
				must(t, g.Contains(l.Top(), c), "top does not contain %v", c)
			}
		}},
		{"gamma/operations", "joins and widenings keep what either operand describes, and meets what both do",
			v.pairs(func(t *rapid.T, a, b E) {
				c, ok := g.pick(t, a)
				if !ok {
					return
				}
				for _, r := range []E{l.Join(a, b), l.Join(b, a), v.ops.Widen(a, b), v.ops.Widen(b, a)} {
					must(t, g.Contains(r, c), "%v is in a but not in %v\na = %v\nb = %v", c, r, a, b)
				}
				if g.Contains(b, c) {
					must(t, g.Contains(l.Meet(a, b), c), "%v is in a and b but not in their meet %v\na = %v\nb = %v", c, l.Meet(a, b),
						a, b)
				}
			})},
	}
	if g.Of != nil {
		laws = append(laws, g.of())
	}
	if g.Insertion {
		laws = append(laws, g.insertion())
	}
	return laws
}

// of is the law of the best abstraction of one value.
func (g Gamma[E, C]) of() Law {
	v := g.values()
	return Law{"gamma/of", "the element of a value describes it, and no smaller element does", func(t *rapid.T) {
		a := v.one(t, "a")
		c, ok := g.pick(t, a)
		if !ok {
			return
		}
		of := g.Of(c)
		must(t, g.Contains(of, c), "the element of %v is %v and does not contain it", c, of)
		must(t, g.Lattice.Leq(of, a), "the element of %v is %v, but a contains it too, and not Of(%v) ≤ a\na = %v", c, of,
			c, a)
	}}
}

func (g Gamma[E, C]) insertion() Law {
	return Law{"gamma/insertion", "an element that describes all that another does lies above it", func(t *rapid.T) {
		elems := g.finite().some(t, 5)
		eachPair(elems, func(a, b E) {
			included := true
			for _, c := range g.Universe {
				included = included && (!g.Contains(a, c) || g.Contains(b, c))
			}
			must(t, included == g.Lattice.Leq(a, b), "b describes all that a does is %v, but a ≤ b is not\na = %v\nb = %v",
				included, a, b)
		})
	}}
}

func (g Gamma[E, C]) values() values[E] {
	return values[E]{Suite: Suite[E]{Elements: g.Elements}, l: g.Lattice, ops: lattice.OperatorsOf(g.Lattice)}
}

// bounded is a lattice as seen from elements that describe values of a universe
// only: a top that describes more is not drawn.
type bounded[E any] struct {
	lattice.Lattice[E]
	top E
}

func (l bounded[E]) Top() E { return l.top }

// finite draws only elements that describe values of the universe: those of
// Elements, and what is made of them.
func (g Gamma[E, C]) finite() values[E] {
	v := g.values()
	v.l = bounded[E]{g.Lattice, g.Lattice.Bottom()}
	return v
}

func (g Gamma[E, C]) pick(t *rapid.T, e E) (C, bool) {
	if g.Pick != nil {
		return g.Pick(t, e)
	}
	var described []C
	for _, c := range g.Universe {
		if g.Contains(e, c) {
			described = append(described, c)
		}
	}
	if len(described) == 0 {
		var none C
		return none, false
	}
	return rapid.SampledFrom(described).Draw(t, "concrete"), true
}
