package driver

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/race"
	"github.com/seed38182bad/parallax/examples/session"
	"github.com/seed38182bad/parallax/examples/stale"
)

// What README.md shows is what there is.

func TestReadmeShowsTheTable(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	t.Chdir("../..")
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	o := doWith(t.Context(), nil, stale.Analyzer())
	require.Equal(t, 1, o.status, o.stderr)
	var shown strings.Builder
	for l := range strings.Lines(o.out) {
		if l != "\n" {
			shown.WriteString("    ")
		}
		shown.WriteString(l)
	}
	// the schedule decides how many of an access's repetitions are left out, and what is lost of the money
	varies := regexp.MustCompile(`(with|and has) \d+`)
	same := func(text string) string { return varies.ReplaceAllString(text, "$1 some") }
	require.Contains(t, same(string(readme)), same(shown.String()), "what the first command prints")
}

func TestReadmeShowsTheChecker(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	source, err := os.ReadFile("../custom/main.go")
	require.NoError(t, err)
	at := strings.Index(string(source), "package main")
	require.Positive(t, at)
	require.Contains(t, string(readme), strings.TrimSpace(string(source[at:])))
}

// The tests of a checker are shown with what they import, and with the language of their programs.
func TestReadmeShowsTheTests(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	source, err := os.ReadFile("../custom/main_test.go")
	require.NoError(t, err)
	for _, at := range []string{"rapid", "latticetest", "irgen", "checkertest"} {
		line := regexp.MustCompile(`(?m)^\t".*/` + at + `"$`).FindString(string(source))
		require.NotEmpty(t, line, at)
		require.Contains(t, string(readme), "\n"+line+"\n")
	}
	require.Regexp(t, `testdata/\*\.plx.*envs/ir/doc\.go`, string(readme))
}

func TestReadmeStatesEveryAssumption(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	text := strings.Join(strings.Fields(string(readme)), " ")
	s := &session.Session{Checkers: []*dataflow.Analyzer{stale.Analyzer(), race.Analyzer()}}
	for _, deps := range []bool{false, true} {
		patterns := []string{"testdata/clean.plx", "./testdata/good"}
		programs, err := s.Open(t.Context(), session.Source{Patterns: patterns, Deps: deps})
		require.NoError(t, err)
		for _, p := range programs {
			for _, a := range p.Assumptions(session.Paths|session.Runs, session.RunConfig{}) {
				said := assumption(a)
				if _, of, ok := strings.Cut(said, ": "); ok && strings.Contains(text, "*"+of+"*") {
					continue // of a checker
				}
				require.Contains(t, text, "*"+said+"*")
			}
		}
	}
	for _, a := range stale.Analyzer().Assumes {
		require.Contains(t, text, "*"+a+"*")
	}
}

// The commands that keep runs and check them work as they are printed, one after the other.
func TestReadmeRecordsAndReplays(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	var commands [][]string
	for l := range strings.Lines(string(readme)) {
		if line, ok := strings.CutPrefix(l, "    parallax re"); ok {
			commands = append(commands, strings.Fields("re"+line))
		}
	}
	require.Len(t, commands, 2)
	here := t.TempDir()
	module, elsewhere := filepath.Join(here, "mymodule"), filepath.Join(here, "parallax")
	require.NoError(t, os.Mkdir(elsewhere, 0o755))
	require.NoError(t, os.Mkdir(module, 0o755))
	for name, text := range map[string]string{
		"go.mod": "module example.com/my\n\ngo 1.24\n",
		"a_test.go": "package my\n\nimport \"testing\"\n\nvar x int\n\nfunc TestX(*testing.T) {\n\tdone := make(chan " +
			"bool)\n\tgo func() { x = 1; done <- true }()\n\tx = 2\n\t<-done\n}\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(module, name), []byte(text), 0o644))
	}
	t.Chdir(elsewhere)
	for i, c := range commands {
		o := doWith(context.Background(), c, stale.Analyzer(), eraser.Analyzer(), race.Analyzer())
		require.Equal(t, i, o.status, "%s: %s", c, o.stderr) // the second has a finding
		require.Equal(t, i == 1, strings.Contains(o.out, "a_test.go:"), o.out)
	}
}
