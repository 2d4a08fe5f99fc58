package irgen_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// Programs of waits parse, have all that they are said to have, and many of them come to
// an end and many do not; free ones always do.
func TestWaits(t *testing.T) {
	seen := map[string]int{}
	ends := map[ir.End]int{}
	for seed := range uint64(400) {
		free := seed%2 == 1
		text := irgen.Waits(irgen.Seeded(seed), irgen.WaitOptions{Free: free})
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err, text)
		for _, w := range []string{"\t\tjoin ", "\n\tjoin ", "\t\t\twait ", "\tset_c", "\t\tsync l", "t2()"} {
			if strings.Contains(text, w) {
				seen[w]++
			}
		}
		r := p.Run(seed, ir.Options{}).Result()
		require.Empty(t, r.Uncaught, text)
		if free {
			require.Equal(t, ir.Completed, r.End, text)
		} else {
			ends[r.End]++
		}
	}
	require.Len(t, seen, 6)
	for w, n := range seen {
		require.Greater(t, n, 25, "programs with %q", w)
	}
	require.Greater(t, min(ends[ir.Deadlock], ends[ir.Completed]), 25)
}
