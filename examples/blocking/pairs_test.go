package blocking_test

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/examples/blocking"
	"github.com/seed38182bad/parallax/examples/crash"
	"github.com/seed38182bad/parallax/examples/session"
)

const pairs = "testdata/pairs"

// missed are the places of the pairs that runs do not show yet, with the reason.
var missed = map[string]string{
	"groupreuse/main.go:20 group-reuse": "Add is no event of a run that says which group",
	"rounds/rounds.go:41 group-reuse":   "likewise",
}

// Every program of the pairs blocks, leaks or crashes in a run as its comments want it, and no twin does.
func TestPairsInRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them: 184 packages, of which 64 are commands")
	}
	want, commands := wantedInRuns(t)
	got := map[string]bool{}
	look := func(tests bool, patterns ...string) {
		s := &session.Session{
			Checkers:     []*dataflow.Analyzer{blocking.Analyzer(), crash.Analyzer()},
			Environments: []session.Environment{session.GoPackages()}, Dir: pairs,
		}
		programs, err := s.Open(context.Background(), session.Source{Patterns: patterns, Tests: tests, Runs: true})
		require.NoError(t, err)
		r, err := programs[0].Watch(context.Background(), session.RunConfig{Tests: tests, Stdout: io.Discard, Stderr: io.Discard})
		require.Equal(t, tests || strings.Contains(patterns[0], "fixed"), err == nil, "%s: %v", patterns, err)
		for _, f := range r.Findings {
			for _, at := range f.Sites() {
				got[fmt.Sprintf("%s:%d %s", at.File, at.Line, f.Kind)] = true
			}
		}
	}
	look(true, "./...")
	for _, dir := range commands {
		look(false, "./"+dir)
	}
	for place := range missed {
		require.Contains(t, want, place)
		require.NotContains(t, got, place, "it is found: take it out of what is missed")
		delete(want, place)
	}
	require.Greater(t, len(want), 90)
	require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)))
}

var (
	wanting = regexp.MustCompile(`// want (paths: |run: )?([a-z -]*)`)
	kinds   = []string{"blocked", "group-reuse", "panic", "fatal"}
)

// wantedInRuns is what the comments want of runs, by place, and the folders of commands.
func wantedInRuns(t *testing.T) (want map[string]bool, commands []string) {
	want = map[string]bool{}
	require.NoError(t, filepath.WalkDir(pairs, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		file, err := filepath.Rel(pairs, path)
		require.NoError(t, err)
		if strings.Contains(string(text), "\npackage main\n") {
			commands = append(commands, filepath.ToSlash(filepath.Dir(file)))
		}
		for i, line := range strings.Split(string(text), "\n") {
			for _, w := range wanting.FindAllStringSubmatch(line, -1) {
				for kind := range strings.FieldsSeq(w[2]) {
					if w[1] != "paths: " && slices.Contains(kinds, kind) {
						want[fmt.Sprintf("%s:%d %s", filepath.ToSlash(file), i+1, kind)] = true
					}
				}
			}
		}
		return nil
	}))
	return want, slices.Compact(commands)
}
