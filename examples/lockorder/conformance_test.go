package lockorder_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irtest"
	"github.com/seed38182bad/parallax/examples/lockorder"
)

// TestPapers holds the checker to the programs of the papers: R10 may end in a deadlock,
// which over all paths shows at both of its waits, and in each run that does not end in it
// at the later one. R12 may not, since its locks are taken under a gate; and nor may any
// other.
func TestPapers(t *testing.T) {
	programs, err := irtest.Programs()
	require.NoError(t, err)
	for _, program := range programs {
		t.Run(program.ID, func(t *testing.T) {
			p, err := program.Parse()
			require.NoError(t, err)
			var wanted []int
			for _, w := range program.Wants {
				if w.Kind == lockorder.Cycle {
					wanted = append(wanted, w.Line)
				}
			}
			static := checker.Static(t, p)
			require.Equal(t, wanted, lines(static), "over all paths")
			deadlocks := 0
			for seed := range 100 {
				run := p.Run(uint64(seed), ir.Options{})
				found := lines(checker.Dynamic(t, p, run))
				require.Subset(t, wanted, found, "in a run")
				if run.Result().End == ir.Deadlock {
					deadlocks++
				} else {
					require.Equal(t, len(wanted) > 0, len(found) == 1, "in a run")
				}
			}
			require.Equal(t, len(wanted) > 0, deadlocks > 0)
		})
	}
}

func lines(fs []envs.Finding) []int {
	var list []int
	for _, f := range fs {
		for _, p := range f.Sites() {
			list = append(list, p.Line)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
