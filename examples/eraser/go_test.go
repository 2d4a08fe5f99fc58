package eraser_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/race"
)

// papers has the programs of the papers in Go. Its comments say what is found without options.
const papers = "../checkertest/testdata/papers"

func TestPapersInGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checker()
	c.Kinds = []string{eraser.Kind}
	checkertest.Go(t, c, papers)
}

// reported are the lines that are reported of each variable of the papers' programs.
func reported(fs []envs.Finding) map[string]string {
	lines := map[string]string{}
	for _, f := range fs {
		subject := strings.TrimPrefix(f.Subject, "example.org/papers.")
		_, lines[subject], _ = strings.Cut(checkertest.Subjects([]envs.Finding{f}), ":")
	}
	return lines
}

// except are the reports without those about some types or variables.
func except(lines map[string]string, names ...string) map[string]string {
	rest := maps.Clone(lines)
	maps.DeleteFunc(rest, func(subject, _ string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return subject == n || strings.HasPrefix(subject, n+".") })
	})
	return rest
}

// The options have the effect on programs of Go that they have on textual ones.
func TestOptionsInGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	static, dynamic := checker().Both(t, papers)
	paths, run := reported(static), reported(dynamic)
	require.Len(t, paths, 7)
	require.Len(t, run, 7)
	proved := map[string]bool{"R1.balance": true, "R7.x": false, "R8.x": false, "R9.x": true, "R9.y": true, "R9.z": true,
		"T2_8.value": false}
	for _, f := range dynamic {
		want, known := proved[strings.TrimPrefix(f.Subject, "example.org/papers.")]
		require.True(t, known, f.Subject)
		require.Equal(t, want, f.Proved, f.Message)
	}

	// R7 follows the discipline of many sets: each read holds one of the locks of the writes.
	static, dynamic = checker("multi").Both(t, papers)
	require.Equal(t, except(paths, "R7"), reported(static))
	require.Equal(t, except(run, "R7"), reported(dynamic))

	// Two accesses that may race are left of R1 and R9 only: the threads of T2_8 are waited
	// for, one after the other. The checker of what nothing orders says the same.
	static, dynamic = checker("pairs").Both(t, papers)
	require.Equal(t, except(run, "T2_8", "R7", "R8"), reported(dynamic))
	require.Equal(t, slices.Sorted(maps.Keys(except(paths, "T2_8", "R7", "R8"))),
		slices.Sorted(maps.Keys(reported(static))))
	unordered, _ := checkertest.Checker{Analyzer: race.Analyzer}.Both(t, papers)
	require.Equal(t, reported(unordered), reported(static))

	// With all accesses a run tells of R9 all that is reported over all paths. There objects
	// of T3_4 come in that only the thread has that made them, as in the textual program, and
	// an error that is made before there are threads.
	static, dynamic = checker("initial").Both(t, papers)
	require.Equal(t, except(paths, "T2_8", "R8"), except(reported(dynamic), "T2_8", "R8"))
	require.Equal(t, except(run, "R9"), except(reported(dynamic), "R9"))
	require.Equal(t, paths, except(reported(static), "T3_4", "errClosed"))
	require.Contains(t, reported(static), "T3_4.x")
	require.Contains(t, reported(static), "T3_4.y")
}

// Goroutines that have a variable or an element each do not meet, but by what they share.
func TestShares(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checker()
	c.Kinds = []string{eraser.Kind}
	checkertest.Go(t, c, "../checkertest/testdata/shares")
}

// A mutex is a lock wherever it lives, and another one is not.
func TestMutexes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checker()
	c.Kinds = []string{eraser.Kind}
	checkertest.Go(t, c, "../checkertest/testdata/mutexes")
}
