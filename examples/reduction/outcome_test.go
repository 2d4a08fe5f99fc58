package reduction_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
)

// Transactions that are not reported leave nothing behind that they do not if each is executed at once: neither in what
// they write nor in what they have read.
func TestAcceptedIsAtomic(t *testing.T) {
	n := 4 * *programs
	if testing.Short() {
		n = min(n, 20)
	}
	count := map[string]int{}
	for _, generate := range []func(irgen.Draw) string{
		drawn.Calls, drawn.Marked(irgen.Schedules), drawn.Marked(irgen.Protected), drawn.Marked(drawn.Sharing),
	} {
		for seed := range uint64(n) {
			text := checkertest.Spurious(generate(irgen.Seeded(seed)))
			p, err := ir.Parse("x.plx", text)
			require.NoError(t, err)
			if j := checkertest.Judge(p, nil, 20_000); j.Deadlocks {
				continue
			} else if j.Shown != nil {
				count["not atomic"]++
			}
			for _, flags := range []string{"theorem=3", "theorem=2", "locks=false", "pairs=true"} {
				found := checker(flags).Static(t, p)
				j := checkertest.Judge(p, found, 20_000)
				require.Nil(t, j.Shown, "seed %d, %s: %s are not atomic: %v\n%s", seed, flags, j.Accepted, found, text)
				if j.Complete {
					count[flags] += len(j.Accepted)
				}
			}
		}
	}
	t.Log(count)
	require.Greater(t, count["not atomic"], n/8)
	require.Greater(t, count["theorem=3"], n)
}
