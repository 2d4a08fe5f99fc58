package control

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestVariables wants each execution to find package variables as their initialisation leaves them, in one process.
func TestVariables(t *testing.T) {
	for _, strategy := range []string{"all", "source", "walk"} {
		opts := exhaustive
		opts.Strategy, opts.Executions = strategy, 200
		x := explored(t, "TestVariables", opts)
		require.Empty(t, x.Kept)
		require.False(t, x.Fresh, strategy)
		require.Equal(t, []string{"pass"}, outcomes(x.Shown))
		require.Greater(t, x.Executions, 1, strategy)
	}
}

// TestKept has packages that cannot be initialised again.
func TestKept(t *testing.T) {
	b, err := Prepare(t.Context(), Config{Dir: "testdata/kept", Patterns: []string{"./..."}})
	require.NoError(t, err)
	defer b.Close()
	require.Empty(t, b.Failed())
	why := map[string]string{
		"main":   "the package has a TestMain",
		"dot.v2": "the package has a TestMain",
		"starts": "package initialisation has started goroutines",
		"panics": `packages cannot be initialised again: pprof: NewProfile name already in use: example.com/kept/panics`,
		"exits":  "the program has ended when packages were initialised again",
	}
	for range 2 {
		tests := 0
		for x, err := range b.Explore(t.Context(), Options{Run: "Set$|Calls|Folder", Executions: 20, Failures: 20}) {
			require.NoError(t, err)
			ends := map[string]int{"pass": 20}
			if x.Name == "TestFolder" {
				ends = map[string]int{"pass": 20 - x.Ends[Deadlock], "deadlock": max(x.Ends[Deadlock], 1)}
			}
			require.Equal(t, ends, x.Ends, "%s %s", x.Package, x.Shown[len(x.Shown)-1].Text)
			require.Equal(t, x.Name == "TestCalls", x.Fresh, x.Package)
			if require.Empty(t, x.Outside, x.Package); !x.Fresh {
				require.Equal(t, why[x.Package[len("example.com/kept/"):]], x.Kept)
			}
			tests++
		}
		require.Equal(t, 9, tests)
	}
}

// TestFlags has flags that are set before packages are initialised again. Those that come twice add up.
func TestFlags(t *testing.T) {
	b, err := Prepare(t.Context(), Config{Dir: "testdata/kept", Patterns: []string{"./mux"}})
	require.NoError(t, err)
	defer b.Close()
	opts := Options{Run: "^TestSetFlags$", Flags: []string{"-add", "a", "-add=b", "--", "-x"}, Executions: 5, Failures: 5}
	for x, err := range b.Explore(t.Context(), opts) {
		require.NoError(t, err)
		require.Equal(t, map[string]int{"pass": 5}, x.Ends, x.Shown[0].Text)
		require.Empty(t, x.Kept)
		require.False(t, x.Fresh)
	}
}

// TestReplayAfter replays in a process of its own what came after others in one process.
func TestReplayAfter(t *testing.T) {
	for _, x := range explored(t, "TestVariables", Options{Executions: 20, All: true}).Shown {
		again := explored(t, "TestVariables", Options{Executions: 1, Schedule: x.Schedule, Rand: x.Rand, Fresh: true})
		require.Equal(t, x.Schedule, again.Shown[0].Schedule)
		require.Empty(t, again.Shown[0].Diverged)
	}
}
