package lattice_test

import (
	"testing"

	"github.com/seed38182bad/parallax/lattice"
	"github.com/stretchr/testify/require"
)

// Subsets of a and b and of neither, by both ways to find the side of a result.
func TestSides(t *testing.T) {
	l := lattice.Powerset[string]{}
	sets := []lattice.Set[string]{l.Bottom(), l.Of("a"), l.Of("b"), l.Of("a", "b"), l.Top()}
	want := [][]lattice.Side{
		{lattice.Both, lattice.Right, lattice.Right, lattice.Right, lattice.Right},
		{lattice.Left, lattice.Both, lattice.Neither, lattice.Right, lattice.Right},
		{lattice.Left, lattice.Neither, lattice.Both, lattice.Right, lattice.Right},
		{lattice.Left, lattice.Left, lattice.Left, lattice.Both, lattice.Right},
		{lattice.Left, lattice.Left, lattice.Left, lattice.Left, lattice.Both},
	}
	for i, a := range sets {
		for j, b := range sets {
			larger, side := lattice.Larger(l, a, b)
			require.Equal(t, want[i][j], side, "%v and %v", a, b)
			if side != lattice.Neither {
				require.True(t, l.Equal(larger, l.Join(a, b)))
			}
			require.Equal(t, side, lattice.SideOf(l.Join(a, b).String(), a.String(), b.String()))
			require.Zero(t, testing.AllocsPerRun(10, func() { lattice.Larger(l, a, b) }))
		}
	}
}
