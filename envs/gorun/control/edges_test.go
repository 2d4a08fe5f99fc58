package control

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func edges(t *testing.T) *Build {
	built, err := Prepare(t.Context(), Config{Dir: "testdata/edges"})
	require.NoError(t, err)
	t.Cleanup(func() { built.Close() })
	require.Empty(t, built.Failed())
	return built
}

// TestUnordered looks for races of accesses that come between a go statement, or an operation that wakes a thread, and
// the next point.
func TestUnordered(t *testing.T) {
	opts := exhaustive
	opts.Memory, opts.Run = true, "^Test(Starts|Wakes|Ordered)$"
	for x, err := range edges(t).Explore(t.Context(), opts) {
		require.NoError(t, err)
		require.Equal(t, x.Name != "TestOrdered", x.Ends[Raced] > 0, x.Name)
	}
}

// TestCollects has the garbage collector begin often, also while a thread ends and the controller says which one is
// next. There are as many executions as without it.
func TestCollects(t *testing.T) {
	built := edges(t)
	opts := exhaustive
	opts.Run = "^TestLocks$"
	want := 0
	for n := range 10 {
		for x, err := range built.Explore(t.Context(), opts) {
			require.NoError(t, err)
			require.Zero(t, x.Ends[Crash], x.Shown[len(x.Shown)-1].Text)
			require.True(t, x.Complete)
			if n == 0 {
				want = x.Executions
				built.cfg.Env = append(os.Environ(), "GOGC=1")
			}
			require.Equal(t, want, x.Executions)
		}
	}
}

// TestReusedGroup has a call of Done bring a group to zero for which nobody waits any more. It enables nobody, and may
// come after the one who has waited goes on.
func TestReusedGroup(t *testing.T) {
	built := edges(t)
	for _, strategy := range []string{"all", "source"} {
		opts := exhaustive
		opts.Strategy, opts.Run, opts.Releases = strategy, "^TestReuse$", true
		for x, err := range built.Explore(t.Context(), opts) {
			require.NoError(t, err)
			require.Equal(t, []string{"panic sync: WaitGroup is reused before previous Wait has returned", "pass"},
				outcomes(x.Shown), strategy)
			t.Logf("%s: %d executions %v", strategy, x.Executions, x.Ends)
		}
	}
}
