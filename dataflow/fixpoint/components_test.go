package fixpoint

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Groups come after those that they call, and frames that reach each other are in one.
func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		frames := make([]*Frame[unit], n)
		reach := make([][]bool, n)
		for i := range frames {
			frames[i] = &Frame[unit]{id: int32(i)}
			reach[i] = make([]bool, n)
			for _, to := range rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 3).Draw(t, "calls") {
				frames[i].calls(int32(to))
				reach[i][to] = true
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		at, groups := make([]int, n), 0
		for group := range components(frames) {
			groups++
			for _, f := range group {
				require.Zero(t, at[f.id])
				at[f.id] = groups
			}
		}
		for i := range n {
			require.NotZero(t, at[i])
			for j := range n {
				require.Equal(t, i == j || reach[i][j] && reach[j][i], at[i] == at[j])
				require.False(t, reach[i][j] && at[i] < at[j])
			}
		}
	})
}
