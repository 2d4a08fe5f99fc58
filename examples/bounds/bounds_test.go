package bounds_test

import (
	"context"
	"flag"
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
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/bounds"
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
	a := bounds.Analyzer()
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
	const file = "testdata/bounds.plx"
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	p, err := ir.Parse(file, string(text))
	require.NoError(t, err)
	require.Equal(t, wanted(t, file, "paths"), found(fixpoint(t, p)))

	replay := bounds.Analyzer().Replay(p)
	require.NoError(t, replay.Run(context.Background(), p.Run(1, ir.Options{})))
	require.Equal(t, wanted(t, file, "run"), found(replay.Findings()))
}

// What every call agrees on is known in the callee, so its index is proved.
func TestCalls(t *testing.T) {
	text, err := os.ReadFile("testdata/bounds.plx")
	require.NoError(t, err)
	p, err := ir.Parse("bounds.plx", string(text))
	require.NoError(t, err)
	names := func(findings []envs.Finding) (all []string) {
		for _, f := range findings {
			all = append(all, f.Func)
		}
		return all
	}
	require.NotContains(t, names(fixpoint(t, p, "all=true")), "inside")
	require.Contains(t, names(fixpoint(t, p, "all=true", "related=1")), "inside")
}

var programs = flag.Int("bounds.programs", 100, "how many generated programs are looked at from both sides")

// What fails in a run of a generated program is among what is not proved.
func TestRunsAreContained(t *testing.T) {
	failed := 0
	for seed := range uint64(*programs) {
		text := irgen.Numbers(irgen.Seeded(seed))
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err)
		static := found(fixpoint(t, p, "all=true"))
		replay := bounds.Analyzer().Replay(p)
		for run := range uint64(3) {
			require.NoError(t, replay.Run(context.Background(), p.Run(run, ir.Options{MaxSteps: 1000})))
		}
		for _, f := range found(replay.Findings()) {
			failed++
			require.Contains(t, static, f, text)
		}
	}
	require.Greater(t, failed, *programs)
}

// Go, from both sides.
func TestGo(t *testing.T) {
	const dir = "testdata/module"
	ctx := context.Background()
	prog, err := gosrc.Load(ctx, gosrc.Config{Dir: dir, KeepSyntax: true})
	require.NoError(t, err)
	file := filepath.Join(dir, "module.go")
	require.Equal(t, wanted(t, file, "paths"), found(fixpoint(t, prog)))

	a := bounds.Analyzer()
	s, err := gorun.Start(ctx, prog, gorun.Config{Dir: dir, All: true, Checks: a.Checks})
	require.NoError(t, err)
	replay := a.Replay(prog)
	require.NoError(t, replay.Run(ctx, s))
	_, err = s.Wait()
	require.NoError(t, err)
	require.Equal(t, wanted(t, file, "run"), found(replay.Findings()))
}
