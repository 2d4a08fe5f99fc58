package antichain_test

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/internal/antichain"
)

// The elements are sets of numbers below 4, as words of bits, by inclusion.
var order = antichain.Order[int]{
	Under:   func(a, b int) bool { return a&^b == 0 },
	Compare: cmp.Compare[int],
}

// all is the down-set that s stands for, as a word with a bit for each element.
func all(s []int) (down int) {
	for e := range 16 {
		if order.Has(s, e) {
			down |= 1 << e
		}
	}
	return down
}

var sets = rapid.Map(rapid.SliceOfN(rapid.IntRange(0, 15), 0, 5), func(e []int) []int { return order.Of(e...) })

func TestAgainstDownSets(t *testing.T) {
	meet := func(x, y int) (int, bool) { return x & y, true }
	rapid.Check(t, func(t *rapid.T) {
		a, b := sets.Draw(t, "a"), sets.Draw(t, "b")
		e := rapid.IntRange(0, 15).Draw(t, "e")
		x, y := all(a), all(b)
		require.Equal(t, x&^y == 0, order.Leq(a, b))
		require.Equal(t, x == y, order.Equal(a, b))
		require.Equal(t, x|y, all(order.Join(a, b)))
		require.Equal(t, x&y, all(order.Meet(a, b, meet)))
		require.Equal(t, x|all([]int{e}), all(order.Add(a, e)))
		for _, s := range [][]int{a, b, order.Join(a, b), order.Meet(a, b, meet), order.Add(a, e)} {
			for i, p := range s {
				for j, q := range s {
					require.Equal(t, i == j, order.Under(p, q), "%v is no antichain", s)
				}
				require.True(t, i == 0 || s[i-1] < p, "%v does not ascend", s)
			}
		}
	})
}
