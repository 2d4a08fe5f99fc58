//go:build unix

package driver

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestMain is the command itself if a test starts this binary as one.
func TestMain(m *testing.M) {
	if os.Getenv("PARALLAX_TEST_COMMAND") != "" {
		Main(plain())
	}
	os.Exit(m.Run())
}

// One keystroke can reach a process twice: a recording is kept all the same.
func TestInterruptedTwice(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.plxt")
	cmd := exec.Command(os.Args[0], "record", "-runs", "1000000", "-o", file, "testdata/stale.plx")
	cmd.Env = append(os.Environ(), "PARALLAX_TEST_COMMAND=1")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	require.NoError(t, cmd.Start())
	defer cmd.Process.Kill()
	require.Eventually(t, func() bool {
		names, err := filepath.Glob(file + ".*.tmp")
		if err != nil || len(names) != 1 {
			return false
		}
		st, err := os.Stat(names[0])
		return err == nil && st.Size() > 0
	}, time.Minute, time.Millisecond)
	for range 3 {
		require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
		time.Sleep(time.Millisecond)
	}
	require.Error(t, cmd.Wait())
	require.Equal(t, 2, cmd.ProcessState.ExitCode(), errs.String())
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "the recording, and no temporary file")
	o := do(t, "replay", file)
	require.Contains(t, o.stderr, "the recording was interrupted")
	require.Contains(t, o.out, "testdata/stale.plx:9:12")
}
