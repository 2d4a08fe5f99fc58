package driver

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/examples/race"
	"github.com/seed38182bad/parallax/examples/reduction"
)

// swaps is a trace whose first transaction can be told not to be atomic only when the second one is known.
const swaps = `A|fork(B)|1
A|begin(reset)|2
A|acq(l)|3
A|w(x)|4
A|rel(l)|5
A|acq(l)|6
A|w(y)|7
A|rel(l)|8
A|end|9
B|begin(swap)|11
B|acq(l)|12
B|r(x)|13
B|w(y)|14
B|rel(l)|15
B|end|16
`

// offline runs the command with a folder of its own for temporary files, in which nothing is left.
func offline(t *testing.T, stdin string, args ...string) outcome {
	t.Helper()
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	var out, errs bytes.Buffer
	status := Run(context.Background(), commandOf(reduction.Analyzer(), race.Analyzer(), plain()), args,
		strings.NewReader(stdin), &out, &errs)
	left, err := os.ReadDir(tmp)
	require.NoError(t, err)
	require.Empty(t, left)
	return outcome{status, out.String(), errs.String()}
}

// Off-line, runs are looked at again, be they in a file, in a pipe, or made now.
func TestOffline(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.std")
	require.NoError(t, os.WriteFile(file, []byte(swaps), 0o600))
	o := offline(t, "", "replay", "-checker", "reduction", file)
	require.Equal(t, 0, o.status, o.stderr)
	o = offline(t, "", "replay", "-checker", "reduction", "-offline", file)
	require.Equal(t, 1, o.status, o.stderr)
	require.Contains(t, o.out, "x.std:9:1: reset is not atomic")
	o = offline(t, swaps, "replay", "-checker", "reduction", "-offline", "-json", "-")
	x := o.decode(t)
	require.Len(t, x.Findings, 1)

	const program = "../../envs/ir/irtest/testdata/conformance/T2.9.plx"
	made := offline(t, "", "test", "-checker", "reduction", "-offline", "-runs", "10", "-json", program).decode(t)
	require.Len(t, made.Findings, 1)
	require.Equal(t, int64(10), made.Findings[0].Runs, "each run shows it")
	recording := recorded(t, "-runs", "10", program)
	require.Equal(t, made.Findings, offline(t, "", "replay", "-checker", "reduction", "-offline", "-json",
		recording).decode(t).Findings)
	require.Contains(t, offline(t, "", "compare", "-checker", "reduction", "-offline", program).out, "confirmed        1 ")
}

// A checker that is content with what came before finds the same off-line.
func TestOfflineOnce(t *testing.T) {
	online := offline(t, "", "test", "-checker", "stale", "-json", "testdata/stale.plx").decode(t)
	require.NotEmpty(t, online.Findings)
	require.Equal(t, online.Findings, offline(t, "", "test", "-checker", "stale", "-offline", "-json",
		"testdata/stale.plx").decode(t).Findings)
}

// What is missing is in doubt off-line, too.
func TestOfflineInDoubt(t *testing.T) {
	const text = "A|fork(B)|1\nA|w(x)|2\n%sB|w(x)|3\n"
	for lost, proved := range map[string]bool{"": true, "what\n": false} {
		args := []string{"replay", "-checker", "race", "-lenient", "-offline", "-json", "-"}
		x := offline(t, strings.Replace(text, "%s", lost, 1), args...).decode(t)
		require.Len(t, x.Findings, 1)
		require.Equal(t, proved, x.Findings[0].Proved)
	}
}

func TestOfflineWithoutRoom(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	var out, errs bytes.Buffer
	status := Run(context.Background(), commandOf(race.Analyzer()),
		[]string{"replay", "-checker", "race", "-offline", "-"},
		strings.NewReader(swaps), &out, &errs)
	require.Equal(t, 2, status)
	require.Contains(t, errs.String()+out.String(), "there is no place for the events of the run")
	require.Contains(t, errs.String()+out.String(), "TMPDIR says where temporary files go")
}
