package control

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRaces looks for data races in testdata/racy, and for what they lead to. All schedules are executed, those that
// are left by source sets, and some that are drawn.
func TestRaces(t *testing.T) {
	built, err := Prepare(t.Context(), Config{Dir: "testdata/racy"})
	require.NoError(t, err)
	defer built.Close()
	require.Empty(t, built.Failed())
	type result struct{ races, outcomes []string }
	both := []string{"fail n is 1", "pass"}
	pass := []string{"pass"}
	want := map[string]result{
		"TestCounter":    {[]string{"22 22"}, both},
		"TestLocked":     {nil, pass},
		"TestReadLocked": {[]string{"44 44"}, both},
		"TestReaders":    {nil, pass},
		"TestMap":        {[]string{"64 64"}, pass},
		"TestPublished":  {nil, pass},
		"TestTorn":       {[]string{"98 102", "98 99"}, pass},
		"TestChecked":    {[]string{"113 115", "114 114", "115 115"}, []string{"fail it was made 2 times", "pass"}},
		"TestCopied":     {[]string{"128 128"}, pass},
		"TestTimer":      {nil, pass},
		"TestSlept":      {[]string{"145 147"}, pass},
		"TestAfter":      {[]string{"152 154"}, pass},
		"TestAfterFunc":  {[]string{"159 161"}, pass},
		"TestReset":      {nil, pass},
		"TestEarly":      {[]string{"188 189"}, pass},
		"TestSet":        {nil, pass},
		"TestReused":     {nil, pass},
		"TestInBubble":   {[]string{"13 16", "13 18", "14 19"}, pass},

		"TestResetInBubble": {nil, pass},
	}
	for _, strategy := range []string{"source", "all", "walk"} {
		opts := Options{Test: 5e9,
			Strategy: strategy, Preemptions: -1, Executions: 20000, Failures: 20000, Memory: true, All: strategy != "walk",
			Seed: 1,
		}
		if strategy == "walk" {
			opts.Executions = 300
		} else {
			opts.Run = "Test([^R]|Read|Reset)" // TestReused has too many schedules
		}
		got := map[string]result{}
		for x, err := range built.Explore(t.Context(), opts) {
			require.NoError(t, err)
			require.False(t, x.Differs, x.Name)
			races := map[string]bool{}
			for _, e := range x.Shown {
				require.Equal(t, e.Replays, e.Same, x.Name)
				for _, r := range e.Races {
					lines := []int{r.First.Line, r.Second.Line}
					slices.Sort(lines)
					races[strings.Trim(fmt.Sprint(lines), "[]")] = true
					require.Contains(t, []string{"racy_test.go", "bubble_test.go"}, filepath.Base(r.First.File))
				}
			}
			got[x.Name] = result{slices.Sorted(maps.Keys(races)), outcomes(x.Shown)}
			t.Logf("%s: %s: %d executions %v, complete: %v %s", strategy, x.Name, x.Executions, x.Ends, x.Complete, x.Why)
		}
		for name, r := range want {
			if name != "TestReused" || strategy == "walk" {
				require.Equal(t, r, got[name], "%s %s", strategy, name)
			}
		}
	}
}

// TestForeign has goroutines that are no threads: what they do hides no race between others, and what they pass on is
// ordered.
func TestForeign(t *testing.T) {
	built, err := Prepare(t.Context(), Config{Dir: "testdata/kept", Patterns: []string{"./foreign"}})
	require.NoError(t, err)
	defer built.Close()
	tests := 0
	for x, err := range built.Explore(t.Context(), Options{Executions: 15, Failures: 15, Memory: true, All: true}) {
		require.NoError(t, err)
		require.Equal(t, 15, x.Ends[Pass], "%s: %v", x.Name, x.Ends)
		want := 0
		if x.Name == "TestRace" {
			want = 15
		}
		require.Equal(t, want, x.Ends[Raced], x.Name)
		tests++
	}
	require.Equal(t, 6, tests)
}
