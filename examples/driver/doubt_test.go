package driver

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/trace"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/race"
)

// ordered is a run without a race: a lock orders the accesses.
const ordered = `T0|fork(T1)|1
T0|acq(m)|2
T0|w(x)|3
T0|rel(m)|4
T1|acq(m)|5
T1|w(x)|6
T1|rel(m)|7
`

// replayed replays a text as lists and as JSON.
func replayed(t *testing.T, text string, flags ...string) (outcome, *Output) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "x.std")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	run := func(more ...string) outcome {
		args := append(append([]string{"replay", "-checker", "race,eraser"}, flags...), more...)
		return doWith(context.Background(), append(args, file), race.Analyzer(), eraser.Analyzer())
	}
	return run(), run("-json").decode(t)
}

// Where a lock's operation cannot be read, accesses look as if nothing ordered them: that
// proves nothing.
func TestNothingIsProvedBehindALoss(t *testing.T) {
	o, x := replayed(t, ordered, "-lenient")
	require.Equal(t, 0, o.status, o.stderr)
	require.Empty(t, x.Findings)
	require.False(t, x.Runs[0].Doubt)

	o, x = replayed(t, strings.Replace(ordered, "T1|acq(m)|5", "T1|a?q(m)|5", 1), "-lenient")
	require.Equal(t, 2, o.status)
	require.Len(t, x.Findings, 2, "race and eraser")
	for _, f := range x.Findings {
		require.False(t, f.Proved, f.Checker)
	}
	require.True(t, x.Runs[0].Doubt)
	require.NotContains(t, o.out, "a run proves it")
	require.Contains(t, o.out, "that is not proved by a run")
	require.Contains(t, o.out, "Events are missing: what is found behind them may be none, and is not proved.")
}

// What came before the loss is as certain as ever.
func TestProvedBeforeALoss(t *testing.T) {
	racing := "T0|fork(T1)|1\nT0|w(x)|2\nT1|w(x)|3\n"
	o, x := replayed(t, racing+"what\n", "-lenient")
	require.Len(t, x.Findings, 2)
	for _, f := range x.Findings {
		require.True(t, f.Proved, f.Checker)
	}
	require.Contains(t, o.out, "a run proves it")
}

// A text has no word for a volatile variable: whoever converts is told that order was lost.
func TestConvertTellsOfLostOrder(t *testing.T) {
	dir := t.TempDir()
	convert := func(src string) outcome {
		file := filepath.Join(dir, "x.plx")
		require.NoError(t, os.WriteFile(file, []byte(src), 0o644))
		require.Equal(t, 0, do(t, "record", "-C", dir, "-o", "x.plxt", "x.plx").status)
		return do(t, "convert", "-C", dir, "-o", "x.std", "x.plxt")
	}
	const lost = "order between threads was lost, which channels, groups, atomic variables and readers' locks (RLock) " +
		"bring about: " +
		"races that are found in the text may be none"
	o := convert("volatile v\nvar x\nroot func f() { if v { x = 2 } }\nfunc main() { t = spawn f(); x = 1; v = true; " +
		"join t }\n")
	require.Contains(t, o.stderr, lost)
	o = convert("final c = new Object\nvar x\nroot func f() { sync c { x = 2 } }\nfunc main() { t = spawn f(); sync c " +
		"{ x = 1 }; join t }\n")
	require.NotContains(t, o.stderr, "order between")
}

// Of a module a recording holds one run for each package with tests.
func TestConvertOfTwoPackages(t *testing.T) {
	var b bytes.Buffer
	p, err := ir.Parse("x.plx", "func main() { skip }")
	require.NoError(t, err)
	w, err := trace.NewWriter(&b, p, map[string]any{"sort": "go", "patterns": []string{"./..."}})
	require.NoError(t, err)
	for i := range 2 {
		require.NoError(t, w.Begin(fmt.Sprint("package ", i)))
		require.NoError(t, w.End(trace.RunEnd{}))
	}
	require.NoError(t, w.Close(false))
	file := filepath.Join(t.TempDir(), "x.plxt")
	require.NoError(t, os.WriteFile(file, b.Bytes(), 0o644))
	o := do(t, "convert", "-o", "-", file)
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "has several runs, and a text holds one: record one package")
}

// A file that is no trace has an error in each line: all are told in JSON, and with -v.
func TestNoTrace(t *testing.T) {
	text := strings.Repeat(strings.Repeat("\u00a0", 499)+"\n", 66)
	o, x := replayed(t, text, "-lenient")
	require.Len(t, x.Errors, 66)
	require.Len(t, strings.Split(o.stderr, "\n"), maxTold+2)
	require.Contains(t, o.stderr, "\n46 errors more: -v tells all\n")
	for l := range strings.Lines(o.stderr) {
		require.Less(t, len(l), 300)
	}
	o, _ = replayed(t, text, "-lenient", "-v")
	require.Len(t, strings.Split(o.stderr, "\n"), 67)
}
