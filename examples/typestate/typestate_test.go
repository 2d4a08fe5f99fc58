package typestate_test

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
	"github.com/seed38182bad/parallax/examples/typestate"
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
		for _, kind := range strings.Fields(what) {
			lines = append(lines, fmt.Sprintf("%d %s", i+1, kind))
		}
	}
	return sorted(lines)
}

func found(findings []envs.Finding) []string {
	var lines []string
	for _, f := range findings {
		for _, at := range f.Sites() {
			lines = append(lines, fmt.Sprintf("%d %s", at.Line, f.Kind))
		}
	}
	return sorted(lines)
}

func sorted(lines []string) []string {
	slices.Sort(lines)
	return slices.Compact(lines)
}

// analyzer has the properties of a file, or those that are shipped.
func analyzer(t *testing.T, file string) *dataflow.Analyzer {
	a := typestate.Analyzer()
	if file != "" {
		require.NoError(t, a.Flags.Set("property", file))
	}
	require.NoError(t, a.Setup(func(name string) string { return filepath.Join("testdata", name) }))
	return a
}

func fixpoint(t *testing.T, a *dataflow.Analyzer, prog envs.Program) []envs.Finding {
	r, err := a.Fixpoint(context.Background(), prog, dataflow.Options{})
	require.NoError(t, err)
	return r.Findings
}

// The textual language, from both sides.
func TestText(t *testing.T) {
	for _, c := range []struct{ file, property string }{
		{"testdata/handle.plx", "handle.txt"},
		{"testdata/locks.plx", ""},
	} {
		text, err := os.ReadFile(c.file)
		require.NoError(t, err)
		p, err := ir.Parse(c.file, string(text))
		require.NoError(t, err)
		require.Equal(t, wanted(t, c.file, "paths"), found(fixpoint(t, analyzer(t, c.property), p)))

		replay := analyzer(t, c.property).Replay(p)
		require.NoError(t, replay.Run(context.Background(), p.Run(1, ir.Options{})))
		require.Equal(t, wanted(t, c.file, "run"), found(replay.Findings()))
	}
}

// Go, from both sides.
func TestGo(t *testing.T) {
	const dir = "testdata/module"
	ctx := context.Background()
	prog, err := gosrc.Load(ctx, gosrc.Config{Dir: dir, KeepSyntax: true})
	require.NoError(t, err)
	require.Empty(t, prog.Errors)
	file := filepath.Join(dir, "module.go")
	require.Equal(t, wanted(t, file, "paths"), found(fixpoint(t, analyzer(t, ""), prog)))

	a := analyzer(t, "")
	s, err := gorun.Start(ctx, prog, gorun.Config{Dir: dir, All: true, Checks: a.Checks})
	require.NoError(t, err)
	replay := a.Replay(prog)
	require.NoError(t, replay.Run(ctx, s))
	_, err = s.Wait()
	require.NoError(t, err)
	require.Equal(t, wanted(t, file, "run"), found(replay.Findings()))
}
