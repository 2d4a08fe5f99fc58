package domaintest

import (
	"testing"

	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// AllocatesNothing checks that questions about elements allocate nothing. Nor may an operation whose result is one of
// its operands. more are further operations, where above is the join of a and b.
func AllocatesNothing[E any](t *testing.T, d lattice.Lattice[E], elements *rapid.Generator[E],
	more ...func(a, b, above E)) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := elements.Draw(t, "a"), elements.Draw(t, "b")
		above := d.Join(a, b)
		n := testing.AllocsPerRun(5, func() {
			d.Leq(a, b)
			d.Equal(a, b)
			d.Join(a, above)
			d.Join(above, b)
			d.Meet(a, above)
			for _, op := range more {
				op(a, b, above)
			}
		})
		if n != 0 {
			t.Fatalf("%v allocations, want none\na = %v\nb = %v", n, a, b)
		}
	})
}
