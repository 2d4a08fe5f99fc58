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

// TestOrders wants the outcomes that all schedules have of small programs. Source sets have the same, or say that not
// every schedule is covered. Races are found where there are some.
func TestOrders(t *testing.T) {
	built := edges(t)
	type want struct {
		outcomes []string
		races    bool
		why      string // not every schedule is covered by source sets
	}
	pass := []string{"pass"}
	early := "of an execution that ended early.*"
	for name, want := range map[string]want{
		"TestLog":        {pass, false, "goroutines have met in the standard library.*"},
		"TestLast":       {[]string{"panic x is 1", "pass"}, true, early},
		"TestTail":       {[]string{"panic second first", "pass"}, false, early},
		"TestRange":      {[]string{"fail added on the way", "pass"}, false, ""},
		"TestWide":       {pass, false, ""},
		"TestWorker":     {pass, false, ".*"},
		"TestFile":       {pass, false, ".*"},
		"TestNeighbours": {pass, true, ""},
	} {
		for _, strategy := range []string{"all", "source"} {
			opts := exhaustive
			opts.Strategy, opts.Run, opts.Memory = strategy, "^"+name+"$", true
			for x, err := range built.Explore(t.Context(), opts) {
				require.NoError(t, err)
				require.Equal(t, want.outcomes, outcomes(x.Shown), "%s %s", name, strategy)
				require.Equal(t, want.races, x.Ends[Raced] > 0, "%s %s", name, strategy)
				if strategy == "source" {
					require.Regexp(t, "^("+want.why+")$", x.Why, name)
					require.Equal(t, x.Why == "", x.Complete, name)
				}
			}
		}
	}
	for x, err := range built.Explore(t.Context(), Options{Run: "^Test(Stacks|Crowd)$", Memory: true, Executions: 50}) {
		require.NoError(t, err)
		require.Equal(t, 50, x.Ends[Pass], x.Name)
		require.Equal(t, x.Name == "TestCrowd", x.Ends[Raced] > 0, x.Name)
	}
}

// TestWideArgument has a stack grow where a variable is live that has not been set.
func TestWideArgument(t *testing.T) {
	for x, err := range edges(t).Explore(t.Context(), Options{Run: "^TestWideArgument$", Memory: true, Executions: 50}) {
		require.NoError(t, err)
		require.Equal(t, map[string]int{"pass": 50}, x.Ends, x.Shown[0].Text)
	}
}
