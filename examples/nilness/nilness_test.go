package nilness_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/nilness"
)

// wanted are the comments "want" of a file with what they say, by line; those that
// begin with "run" are found in runs only, with "paths" over all paths only.
func wanted(t *testing.T, file, side string) []string {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var lines []string
	for i, line := range strings.Split(string(text), "\n") {
		_, what, ok := strings.Cut(line, "// want ")
		if !ok {
			continue
		}
		only, rest, some := strings.Cut(what, ": ")
		if some {
			if only != side {
				continue
			}
			what = rest
		}
		lines = append(lines, fmt.Sprintf("%d %s", i+1, what))
	}
	require.NotEmpty(t, lines)
	return sorted(lines)
}

func found(findings []envs.Finding) []string {
	var lines []string
	for _, f := range findings {
		lines = append(lines, fmt.Sprintf("%d %s", f.Pos.Line, f.Kind))
	}
	return sorted(lines)
}

func sorted(lines []string) []string {
	slices.Sort(lines)
	return slices.Compact(lines)
}

func fixpoint(t *testing.T, prog envs.Program, flags ...string) []envs.Finding {
	a := nilness.Analyzer()
	for _, f := range flags {
		name, value, _ := strings.Cut(f, "=")
		require.NoError(t, a.Flags.Set(name, value))
	}
	r, err := a.Fixpoint(context.Background(), prog, dataflow.Options{})
	require.NoError(t, err)
	return r.Findings
}

// The textual language, from both sides.
func TestText(t *testing.T) {
	const file = "testdata/nilness.plx"
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	p, err := ir.Parse(file, string(text))
	require.NoError(t, err)
	require.Equal(t, wanted(t, file, "paths"), found(fixpoint(t, p)))

	replay := nilness.Analyzer().Replay(p)
	require.NoError(t, replay.Run(context.Background(), p.Run(1, ir.Options{})))
	require.Equal(t, wanted(t, file, "run"), found(replay.Findings()))
}

// Go, from both sides.
func TestGo(t *testing.T) {
	const dir = "testdata/module"
	ctx := context.Background()
	prog, err := gosrc.Load(ctx, gosrc.Config{Dir: dir, KeepSyntax: true})
	require.NoError(t, err)
	file := filepath.Join(dir, "module.go")
	require.Equal(t, wanted(t, file, "paths"), found(fixpoint(t, prog)))

	a := nilness.Analyzer()
	s, err := gorun.Start(ctx, prog, gorun.Config{Dir: dir, All: true, Checks: a.Checks})
	require.NoError(t, err)
	replay := a.Replay(prog)
	require.NoError(t, replay.Run(ctx, s))
	_, err = s.Wait()
	require.NoError(t, err)
	require.Equal(t, wanted(t, file, "run"), found(replay.Findings()))
}

// A story leads from where the nil comes from to where it matters.
func TestStory(t *testing.T) {
	p, err := ir.Parse("x.plx", `
func find(n) {
	if n { return nil, 1 }
	return new Object, 0
}
class Node { value }
func main() {
	x, err = find(nondet)
	x.value = 1
}`)
	require.NoError(t, err)
	fs := fixpoint(t, p)
	require.Len(t, fs, 1)
	require.Equal(t, "x may be nil", fs[0].Message)
	var story []string
	for _, n := range fs[0].Story {
		story = append(story, fmt.Sprintf("%d %s", n.Pos.Line, n.Text))
	}
	require.Equal(t, []string{"3 nil is returned here", "8 what this call returns may be nil", "9 followed here"}, story)
}
