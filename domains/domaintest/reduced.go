package domaintest

import (
	"github.com/seed38182bad/parallax/domains/reduced"
	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"pgregory.net/rapid"
)

// ReductionLaws are the laws of a reduction that reduced.New may be given.
// Elements of the lattice become smaller, and a larger one stays larger. Where
// meaning is a concretization of the lattice, nothing is lost that an element
// describes. Of meaning the fields Contains and Pick are used; both may be nil.
func ReductionLaws[E, C any](of lattice.Lattice[E], elements *rapid.Generator[E], reduce func(E) E,
	meaning latticetest.Gamma[E, C]) []latticetest.Law {
	meaning.Lattice, meaning.Elements = of, elements
	laws := []latticetest.Law{
		{Name: "reduction/shrinks", Says: "a reduction makes nothing larger", Check: func(t *rapid.T) {
			a := elements.Draw(t, "a")
			if r := reduce(a); !of.Leq(r, a) {
				t.Fatalf("%v is reduced to %v, which does not lie below", a, r)
			}
		}},
		{Name: "reduction/ends", Says: "a reduction ends after a few rounds", Check: func(t *rapid.T) {
			a := elements.Draw(t, "a")
			for range reduced.Rounds {
				r := reduce(a)
				if of.Equal(r, a) {
					return
				}
				a = r
			}
			t.Fatalf("after %d rounds the reduction has not ended, and is at %v", reduced.Rounds, a)
		}},
		latticetest.Transfer[E, E]{From: of, To: of, Elements: elements}.Monotone(reduce),
	}
	if meaning.Contains != nil && meaning.Pick != nil {
		laws = append(laws, meaning.Sound(reduce, func(c C) (C, bool) { return c, true }))
	}
	return laws
}
