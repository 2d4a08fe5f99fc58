package control

import (
	"cmp"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const gallery = "../../../examples/gallery"

var naively = flag.Int("control.naive", 50000, "how many schedules of a program TestGallery enumerates at most")

// defects says of each program of the gallery how executions end that show its defect, and whether accesses race.
var defects = map[string]string{
	"abandoned":     "leak",
	"atomiccounter": "fail",
	"atomicpair":    "panic",
	"checkthenact":  "fail",
	"closedused":    "panic",
	"condloop":      "panic",
	"counter":       "race",
	"doublechecked": "race",
	"droppedlock":   "fail",
	"earlyreturn":   "deadlock",
	"getset":        "fail",
	"handover":      "fail race",
	"iterator":      "panic",
	"lateadd":       "fail panic",
	"lazyinit":      "fail race",
	"lockcycle":     "deadlock",
	"lostcancel":    "deadlock",
	"lostsignal":    "deadlock",
	"lostupdate":    "fail",
	"optimistic":    "fail",
	"overdraw":      "fail",
	"publication":   "fail race",
	"readlockwrite": "fail race",
	"refcount":      "fail",
	"retaken":       "deadlock",
	"reusedgroup":   "deadlock panic",
	"snapshot":      "fail race",
	"splitsection":  "fail",
	"stringbuffer":  "panic",
	"syncmap":       "fail",
	"tornread":      "fail",
}

// TestGallery explores a small test of each program of the gallery, and the same test of its correct twin. Source sets
// show every defect by a schedule, and cover all schedules of each twin, which show nothing. Where an execution ends by
// a panic, what other threads would have done is not known, so that the program with the defect is not covered.
// Enumerating all schedules shows the same in at least ten times as many executions.
func TestGallery(t *testing.T) {
	if testing.Short() {
		t.Skip("makes hundreds of thousands of executions") // half a minute; all tests are run without -short, too
	}
	built, err := Prepare(t.Context(), Config{Dir: gallery, Patterns: []string{"./testdata/schedules"}})
	require.NoError(t, err)
	defer built.Close()
	require.Empty(t, built.Failed())
	source := exploredAll(t, built, Options{Strategy: "source", Preemptions: -1, Executions: 20000, Memory: true})
	naive := exploredAll(t, built, Options{
		Strategy: "all", Preemptions: -1, Executions: *naively, Memory: true, Releases: true,
	})
	require.Equal(t, programs(t), slices.Sorted(maps.Keys(defects)))
	require.Len(t, source, 2*len(defects))
	reduced, enumerated, cut := 0, 0, 0
	ratios := map[string]float64{}
	t.Logf("%-20s %7s %9s %7s  %s", "program", "source", "naive", "ratio", "what shows its defect")
	for _, name := range slices.Sorted(maps.Keys(source)) {
		some, all := source[name], naive[name]
		require.False(t, some.Differs || all.Differs, name)
		require.Empty(t, slices.Concat(some.Outside, all.Outside), name)
		require.Zero(t, all.Ends[Crash], "%s: %v", name, all.Shown[len(all.Shown)-1])
		program, twin := strings.CutSuffix(name, "/fixed")
		shows := strings.Join(shown(some), " ")
		if twin {
			require.Empty(t, shows, name)
			require.True(t, some.Complete, "%s: %s", name, some.Why)
		} else {
			require.Equal(t, defects[program], shows)
			if !some.Complete {
				require.Contains(t, shows, "panic", some.Why)
			}
			again(t, built, some)
		}
		n := strconv.Itoa(all.Executions)
		if all.Complete {
			require.Equal(t, shows, strings.Join(shown(all), " "), name)
			require.GreaterOrEqual(t, all.Executions, 10*some.Executions, name)
		} else {
			cut++
			n = ">" + n
		}
		require.GreaterOrEqual(t, all.Executions, some.Executions, name)
		reduced += some.Executions
		enumerated += all.Executions
		ratios[name] = float64(all.Executions) / float64(some.Executions)
		t.Logf("%-20s %7d %9s %7.1f  %s", name, some.Executions, n, ratios[name], shows)
	}
	least := slices.MinFunc(slices.Collect(maps.Keys(ratios)), func(a, b string) int {
		return cmp.Or(cmp.Compare(ratios[a], ratios[b]), strings.Compare(a, b))
	})
	of := slices.Sorted(maps.Values(ratios))
	t.Logf("%d executions instead of %d, where %d tests were cut at %d: at least %.0f times fewer", reduced, enumerated,
		cut, *naively, float64(enumerated)/float64(reduced))
	t.Logf("median %.1f, least %.1f (%s)", of[len(of)/2], of[0], least)
	require.GreaterOrEqual(t, enumerated, 10*reduced)
}

// exploredAll explores all tests of a build. They are named by the folders of the programs.
func exploredAll(t *testing.T, built *Build, opts Options) map[string]*Test {
	opts.Failures = opts.Executions + 1
	all := map[string]*Test{}
	for x, err := range built.Explore(t.Context(), opts) {
		require.NoError(t, err)
		for _, e := range x.Shown {
			require.Equal(t, e.Replays, e.Same, "execution %d of %s is not repeated", e.Number, x.Name)
		}
		name, twin := strings.CutSuffix(strings.ToLower(strings.TrimPrefix(x.Name, "Test")), "fixed")
		if twin {
			name += "/fixed"
		}
		all[name] = x
	}
	return all
}

// shown says how executions have ended, but for those that pass.
func shown(x *Test) []string {
	var list []string
	for end := range x.Ends {
		if end != Pass {
			list = append(list, end)
		}
	}
	slices.Sort(list)
	return list
}

// again makes the executions that were the first to show something once more, each by its schedule alone.
func again(t *testing.T, built *Build, x *Test) {
	done := map[string]bool{}
	for _, e := range x.Shown {
		end := e.End
		switch {
		case end == Pass && len(e.Left) > 0:
			end = Leak
		case end == Pass && len(e.Races) > 0:
			end = Raced
		}
		if end == Pass || done[end] {
			continue
		}
		done[end] = true
		opts := Options{Run: "^" + x.Name + "$", Schedule: e.Schedule, Rand: e.Rand, Executions: 1, Memory: true}
		for y, err := range built.Explore(t.Context(), opts) {
			require.NoError(t, err)
			got := y.Shown[0]
			require.Empty(t, got.Diverged, x.Name)
			require.Equal(t, e.End, got.End, "%s: %s", x.Name, e.Schedule)
			require.Equal(t, e.Left, got.Left, x.Name)
			require.Equal(t, e.Races, got.Races, x.Name)
		}
	}
	require.NotEmpty(t, done, x.Name)
}

// programs are the folders of the gallery that have a twin.
func programs(t *testing.T) (list []string) {
	entries, err := os.ReadDir(gallery)
	require.NoError(t, err)
	for _, e := range entries {
		if _, err := os.Stat(filepath.Join(gallery, e.Name(), "fixed")); err == nil {
			list = append(list, e.Name())
		}
	}
	return list
}
