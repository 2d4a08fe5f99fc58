package reduction_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// Transactions that are not reported leave nothing behind that they do not if each is executed at once: neither in what
// they write nor in what they have read.
func TestAcceptedIsAtomic(t *testing.T) {
	n := 4 * *programs
	if testing.Short() {
		n = min(n, 20)
	}
	ways := map[string]checkertest.Way{}
	for _, flags := range []string{"theorem=3", "theorem=2", "locks=false", "pairs=true"} {
		ways[flags] = func(p *ir.Program, _ string) ([]envs.Finding, bool) { return checker(flags).Static(t, p), true }
	}
	count := checkertest.AcceptedIsAtomic(t, n, ways)
	require.Greater(t, count["theorem=3"], n)
}
