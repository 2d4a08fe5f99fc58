package driver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/gogentest"
	"github.com/seed38182bad/parallax/examples/lockorder"
	"github.com/seed38182bad/parallax/examples/session"
	"github.com/seed38182bad/parallax/examples/stale"
)

// shopDir has a function for each way in which a finding is shown.
const shopDir = "../../envs/gorun/confirm/testdata/shop"

// shopLine is the line with a mark.
func shopLine(t *testing.T, mark string) int {
	text, err := os.ReadFile(shopDir + "/shop.go")
	require.NoError(t, err)
	for i, line := range strings.Split(string(text), "\n") {
		if strings.HasSuffix(line, "// "+mark) {
			return i + 1
		}
	}
	t.Fatalf("there is no mark %q", mark)
	return 0
}

func shopWith(verb string, args ...string) outcome {
	args = append([]string{verb, "-C", shopDir}, args...)
	return doWith(context.Background(), args, stale.Analyzer(), lockorder.Analyzer())
}

// A finding that one thread of a test comes to is shown with a second thread. What is written of it can be executed
// again.
func TestConfirm(t *testing.T) {
	gogentest.Controlled(t)
	dir, at := t.TempDir(), fmt.Sprintf("shop.go:%d:", shopLine(t, "alone: shows"))
	o := shopWith("confirm", "-json", "-checker", "stale", "-at", at, "-o", dir, ".").decode(t)
	require.Empty(t, o.Errors)
	require.Len(t, o.Rows, 1)
	require.Equal(t, envs.Shown, o.Rows[0].Class)
	f := o.Rows[0].Dynamic[0]
	require.Equal(t, "example.org/shop.TestTally", f.Test)
	require.Equal(t, "(*example.org/shop.shop).tally beside (*example.org/shop.shop).tally at call 1", f.Second)
	require.Len(t, f.Story, 3)
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	again := shopWith("explore", "-json", "-schedule", files[0], ".").decode(t)
	require.Empty(t, again.Errors)
	require.Len(t, again.Explored, 1)
	require.Equal(t, 1, again.Explored[0].Executions)

	// Checkers are shown that execution, too.
	shown := shopWith("explore", "-json", "-checker", "stale", "-schedule", files[0], ".").decode(t)
	require.Empty(t, shown.Errors)
	require.Len(t, shown.Explored, 1)
	require.True(t, slices.ContainsFunc(shown.Findings, func(g Finding) bool {
		return g.Checker == "stale" && g.Pos.File == f.Pos.File && g.Pos.Line == f.Pos.Line
	}), shown.Findings)

	// A test that was written is executed with its schedule.
	own := t.TempDir()
	at = fmt.Sprintf("shop.go:%d:", shopLine(t, "unreached: shows"))
	o = shopWith("confirm", "-json", "-checker", "stale", "-at", at, "-o", own, ".").decode(t)
	require.Empty(t, o.Errors)
	require.Equal(t, envs.Shown, o.Rows[0].Class)
	for _, checker := range []string{"", "stale"} {
		schedule, err := filepath.Glob(filepath.Join(own, "*.schedule"))
		require.NoError(t, err)
		require.Len(t, schedule, 1)
		again := shopWith("explore", "-json", "-checker", checker, "-schedule", schedule[0], ".").decode(t)
		require.Empty(t, again.Errors)
		require.Len(t, again.Explored, 1)
		require.Equal(t, o.Rows[0].Dynamic[0].Test, again.Explored[0].Name)
	}

	text, err := os.ReadFile(files[0])
	require.NoError(t, err)
	bad := filepath.Join(dir, "bad.schedule")
	require.NoError(t, os.WriteFile(bad, append([]byte("second x beside y\n"), text...), 0o666))
	require.Contains(t, shopWith("explore", "-schedule", bad, ".").stderr, `want FUNCTION beside FUNCTION at call NUMBER`)
}

// What no run has confirmed is shown by a schedule.
func TestCompareSchedules(t *testing.T) {
	gogentest.Controlled(t)
	o := shopWith("compare", "-json", "-checker", "stale", "-schedules", "30", ".").decode(t)
	require.Empty(t, o.Errors)
	classes := map[int]envs.Agreement{} // by line
	for _, r := range o.Rows {
		classes[r.Finding.Pos.Line] = r.Class
	}
	require.Equal(t, envs.Shown, classes[shopLine(t, "alone: shows")], "one thread comes to it")
	require.Equal(t, envs.Shown, classes[shopLine(t, "unreached: shows")], "no test comes to it")
	require.Contains(t, []envs.Agreement{envs.Confirmed, envs.Shown}, classes[shopLine(t, "between: shows")],
		"two threads come to it")
}

func TestTried(t *testing.T) {
	r := &Row{Row: session.Row{Tried: 3, Covered: []string{"every schedule of TestX", "every schedule of TestY"}}}
	const want = "none of 3 executions shows it, which cover every schedule of TestX, and every schedule of TestY"
	require.Equal(t, want, tried(r))
}

func TestNames(t *testing.T) {
	at := func(line int) envs.Position { return envs.Position{File: "cache.go", Line: line, Col: 4} }
	f := &envs.Finding{Pos: at(47), Cause: at(47), Also: []envs.Position{at(48)}, Story: []envs.Note{{Pos: at(68)}}}
	for text, want := range map[string]bool{
		"": true, "cache.go": true, "cache.go:47": true, "cache.go:48:4": true, "cache.go:68": true, "cache.go:4": false,
		"cache.go:49": false, "e.go:6": false,
	} {
		require.Equal(t, want, names(f, text), text)
	}
}
