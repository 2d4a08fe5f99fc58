package drawn_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
)

// Programs of locks parse, have all that they are said to have, and in many of them
// threads wait for each other.
func TestLocks(t *testing.T) {
	seen := map[string]int{}
	ends := map[ir.End]int{}
	for seed := range uint64(500) {
		text := drawn.Locks(irgen.Seeded(seed), drawn.LockOptions{})
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err, text)
		require.NoError(t, envs.Validate(p, p.Run(0, ir.Options{MaxSteps: 2000})), text)
		for _, w := range []string{"\tsync ", "\tacquire ", "= tryacquire ", "\twait ", "\tnotifyall ", "\tjoin ",
			"\tif nondet", "\tf1()", "l3", "t2()"} {
			if strings.Contains(text, w) {
				seen[w]++
			}
		}
		r := p.Run(seed, ir.Options{}).Result()
		require.Empty(t, r.Uncaught, text)
		ends[r.End]++
	}
	require.Len(t, seen, 10)
	for w, n := range seen {
		require.Greater(t, n, 25, "programs with %q", w)
	}
	require.Greater(t, ends[ir.Deadlock], 25)
	require.Equal(t, 500, ends[ir.Deadlock]+ends[ir.Completed])
}

// With a discipline, a lock is taken inside of a lesser one or of the gate, and no run
// ends in a deadlock.
func TestLocksWithDiscipline(t *testing.T) {
	branch := regexp.MustCompile(`nondet|tryacquire|wait`)
	for seed := range uint64(300) {
		opts := drawn.LockOptions{Ordered: seed%2 == 0, Gated: seed%2 == 1, Straight: seed%3 == 0}
		text := drawn.Locks(irgen.Seeded(seed), opts)
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err, text)
		require.Equal(t, ir.Completed, p.Run(seed, ir.Options{}).Result().End, text)
		if opts.Straight {
			require.NotRegexp(t, branch, text)
		}
	}
}
