package gorun_test

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
)

// A run tells of each check that fails, with its place and values, and of no other.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const dir = "testdata/faults"
	text, err := os.ReadFile(dir + "/faults.go")
	require.NoError(t, err)
	var want []string
	for i, line := range strings.Split(string(text), "\n") {
		if _, w, ok := strings.Cut(line, "// want "); ok {
			want = append(want, fmt.Sprintf("%d: %s", i+1, w))
		}
	}
	require.Greater(t, len(want), 20)
	prog := load(t, dir, false)
	var all []envs.CheckKind
	for k := range envs.NilCallCheck + 1 {
		all = append(all, k)
	}
	var out bytes.Buffer
	s := start(t, prog, gorun.Config{Dir: dir, All: true, Checks: all, Stdout: &out, Stderr: &out})
	var got []string
	failed := map[envs.Point]int64{}
	for ev, err := range s.Events() {
		require.NoError(t, err)
		if ev.Kind == envs.Fault {
			at := envs.At(ev.Func, ev.PC)
			c := prog.Detail(at).Checks[ev.Failure.Check]
			failed[at]++
			got = append(got, strings.TrimSpace(fmt.Sprintf("%d: %s %s", prog.Position(at).Line, c.Kind,
				strings.Trim(fmt.Sprint(ev.Failure.Values), "[]"))))
		}
	}
	_, err = s.Wait()
	require.NoError(t, err, out.String())
	require.Zero(t, s.Misfits())
	require.Equal(t, want, got)
	for at, n := range failed {
		if strings.Contains(strings.Split(string(text), "\n")[prog.Position(at).Line-1], "in a loop") {
			n += 2 // that went on
		}
		require.Equal(t, n, s.Executed(at), "an operation that fails was executed: %v", prog.Position(at))
	}
	// Only conversions go on, and the loop's other rounds.
	went := regexp.MustCompile(`(?m)^(.*) went on$`).FindAllString(out.String(), -1)
	slices.Sort(went)
	require.Equal(t, []string{"conversion went on", "in a loop went on", "in a loop went on", "sign went on",
		"unsigned went on"}, went)
}
