package driver

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

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
