package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/custom/sketch"
	"github.com/seed38182bad/parallax/examples/driver"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var tested = checkertest.Checker{Analyzer: analyzer}

// What is found stands in comments of the programs.
func TestText(t *testing.T) { checkertest.Text(t, tested, "testdata/*.plx") }
func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, tested, "testdata/module")
}

// What runs of generated programs show is found over all paths too.
func TestSound(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	checkertest.Contained(t, tested, checkertest.Generated(200, func(draw irgen.Draw) string {
		return irgen.Program(draw, irgen.Options{})
	}))
}

// The laws that every state has to obey, in one line.
func TestLaws(t *testing.T) {
	latticetest.CheckState(t, rapid.Map(rapid.Bool(), func(b bool) released { return released(b) }))
}

func TestBothSides(t *testing.T) {
	var out, errs bytes.Buffer
	status := driver.Run(context.Background(), command(), []string{"compare", "-C", "../bank", "bank.plx"}, nil, &out,
		&errs)
	require.Equal(t, 1, status, errs.String())
	require.Contains(t, out.String(), "depositSlowly")
	require.Contains(t, out.String(), "withdrawHopefully")
	require.NotRegexp(t, `dynamic only +[1-9]`, out.String())
}

// A format of one's own is one of those that the command takes.
func TestSketch(t *testing.T) {
	do := func(args ...string) (status int, out, stderr string) {
		var b, errs bytes.Buffer
		status = driver.Run(t.Context(), command(), args, nil, &b, &errs)
		return status, b.String(), errs.String()
	}
	status, out, stderr := do("compare", "testdata/office.sketch")
	require.Equal(t, 1, status, stderr)
	require.Regexp(t, `\nconfirmed +testdata/office.sketch:2:\d+ +clerk +100 +a lock is taken again`, out)
	require.Contains(t, out, "\n1 row, 2 functions, 100 runs with ")

	sketches := tested
	sketches.Environment = sketch.Environment()
	checkertest.Text(t, sketches, "testdata/office.sketch")

	file := filepath.Join(t.TempDir(), "office.plxt")
	status, _, stderr = do("record", "-runs", "2", "-o", file, "testdata/office.sketch")
	require.Zero(t, status, stderr)
	status, out, stderr = do("replay", file)
	require.Equal(t, 1, status, stderr)
	require.Contains(t, out, "testdata/office.sketch:2:44: a lock is taken again")

	// Texts name a file of the format with its folders, as places do.
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "deep"), 0o755))
	const races = "a: lock m; write x; unlock m\nb: write x; read x\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "deep", "r.sketch"), []byte(races), 0o644))
	var story bytes.Buffer
	both := command()
	both.Checkers = append(both.Checkers, eraser.Analyzer())
	driver.Run(t.Context(), both, []string{"run", "-checkers", "eraser", "-C", dir, "deep/r.sketch"}, nil, &story, &story)
	require.Contains(t, story.String(), "the access at deep/r.sketch:2:13\n")

	_, _, stderr = do("check", "testdata/wrong.sketch")
	require.Equal(t, "testdata/wrong.sketch:1:19: a thread cannot steal: want lock, unlock, read or write\n"+
		"testdata/wrong.sketch:2:1: want a name, a colon, and what the thread does\n", stderr)
}
