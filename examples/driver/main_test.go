//go:build unix

package driver

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/examples/eraser"
)

// TestMain is the command itself if a test starts this binary as one.
func TestMain(m *testing.M) {
	if os.Getenv("PARALLAX_TEST_COMMAND") != "" {
		Main(commandOf(plain(), eraser.Analyzer()))
	}
	os.Exit(m.Run())
}

// One keystroke can reach a process twice: a recording is kept all the same.
func TestInterruptedTwice(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
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

// A request to terminate ends a command, too, that prints what nobody reads, be it the result or why it ends.
func TestInterruptedWhilePrinting(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	var trace strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&trace, "T%d|w(x%d)|%d\n", i%2, i/2, i)
	}
	file := filepath.Join(t.TempDir(), "many.std")
	require.NoError(t, os.WriteFile(file, []byte(trace.String()), 0o644))
	for _, both := range []bool{false, true} {
		in, out, err := os.Pipe()
		require.NoError(t, err)
		defer in.Close()
		cmd := exec.Command(os.Args[0], "replay", "-json", "-checker", "eraser", file)
		cmd.Env = append(os.Environ(), "PARALLAX_TEST_COMMAND=1")
		var errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = out, &errs
		if both {
			cmd.Stderr = out
		}
		require.NoError(t, cmd.Start())
		defer cmd.Process.Kill()
		require.NoError(t, out.Close())
		_, err = in.Read(make([]byte, 1)) // it prints
		require.NoError(t, err)
		begin := time.Now()
		require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
		require.Error(t, cmd.Wait())
		require.Less(t, time.Since(begin), 4*time.Second, "two seconds, and some for a busy machine")
		require.Equal(t, 2, cmd.ProcessState.ExitCode())
		if !both {
			require.Contains(t, errs.String(), "was not read in time")
		}
	}
}
