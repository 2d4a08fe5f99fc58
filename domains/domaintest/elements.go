package domaintest

import (
	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"pgregory.net/rapid"
)

// ZeroIsBottom is what domains promise of their values beyond the laws of a
// lattice: the zero value is bottom, without having been made by the domain.
func ZeroIsBottom[E any](d lattice.Lattice[E], elements *rapid.Generator[E]) latticetest.Law {
	return latticetest.Law{Name: "zero", Says: "the zero value is bottom", Check: func(t *rapid.T) {
		var zero E
		for _, e := range []E{elements.Draw(t, "element"), d.Bottom(), d.Top()} {
			if !d.Equal(zero, d.Bottom()) || !d.Leq(zero, e) || d.Leq(e, zero) != d.Equal(e, zero) {
				t.Fatalf("the zero value %v is not bottom, or not below %v", zero, e)
			}
		}
	}}
}
