//go:build linux

package driver

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// endless is a program that says who it is, starts another process if it is to, and goes on under a lock until it is
// ended.
const endless = `package main

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"
)

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) add() { c.mu.Lock(); c.n++; c.mu.Unlock() }

func main() {
	if len(os.Args) > 2 {
		sleep := exec.Command("sleep", "100")
		sleep.Stdout = os.Stdout
		if err := sleep.Start(); err != nil {
			panic(err)
		}
		note(os.Args[2], sleep.Process.Pid)
	}
	note(os.Args[1], os.Getpid())
	c := &counter{}
	for begin := time.Now(); time.Since(begin) < time.Minute; {
		c.add()
	}
}

func note(file string, pid int) {
	if err := os.WriteFile(file+".new", fmt.Append(nil, pid), 0o600); err != nil {
		panic(err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		panic(err)
	}
}
`

// command starts this binary as the command, with a folder of its own for temporary files.
func command(t *testing.T, temp string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "PARALLAX_TEST_COMMAND=1", "TMPDIR="+temp)
	cmd.Stdout, cmd.Stderr = new(bytes.Buffer), new(bytes.Buffer)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { cmd.Process.Kill() })
	return cmd
}

func written(t *testing.T, file string) (pid int) {
	t.Helper()
	require.Eventually(t, func() bool {
		text, err := os.ReadFile(file)
		if err == nil {
			pid, err = strconv.Atoi(string(text))
		}
		return err == nil
	}, 2*time.Minute, 5*time.Millisecond)
	return pid
}

func ended(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || strings.Contains(string(stat), ") Z ")
}

func endlessModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/endless\n\ngo 1.24\n"),
		0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(endless), 0o644))
	return dir
}

// Who kills the command ends the program that it runs, too. The next run removes what the first has left.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	module, temp := endlessModule(t), t.TempDir()
	program := filepath.Join(temp, "program")
	for _, args := range [][]string{
		{"run", "-C", module, ".", program},
		{"run", "-offline", "-C", module, ".", program},
	} {
		cmd := command(t, temp, args...)
		pid := written(t, program)
		require.NoError(t, os.Remove(program))
		left, err := os.ReadDir(temp)
		require.NoError(t, err)
		require.Len(t, left, 1, "that of the run now, and none of the one before")
		require.NoError(t, cmd.Process.Kill())
		require.Error(t, cmd.Wait())
		require.Eventually(t, func() bool { return ended(pid) }, 2*time.Second, 5*time.Millisecond,
			"%q: the program goes on", args)
	}
}

// One request to terminate ends the command wherever it is, with the program that it runs and what that has started,
// and leaves no files.
func TestTerminated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	module := endlessModule(t)
	terminate := func(t *testing.T, temp string, cmd *exec.Cmd) {
		t.Helper()
		begin := time.Now()
		require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
		require.Error(t, cmd.Wait())
		require.Less(t, time.Since(begin), 2500*time.Millisecond, "two seconds, and some for a slow machine")
		require.Equal(t, 2, cmd.ProcessState.ExitCode(), "%v: %s", cmd.ProcessState, cmd.Stderr)
		require.Contains(t, cmd.Stderr.(*bytes.Buffer).String(), "interrupted")
		left, err := filepath.Glob(filepath.Join(temp, "gorun-*"))
		require.NoError(t, err)
		require.Empty(t, left)
	}
	t.Run("in a run", func(t *testing.T) {
		temp := t.TempDir()
		program, other := filepath.Join(temp, "program"), filepath.Join(temp, "other")
		cmd := command(t, temp, "run", "-C", module, ".", program, other)
		pids := []int{written(t, program), written(t, other)}
		terminate(t, temp, cmd)
		for _, pid := range pids {
			require.Eventually(t, func() bool { return ended(pid) }, 2*time.Second, 5*time.Millisecond)
		}
	})
	t.Run("before it", func(t *testing.T) {
		for _, after := range []time.Duration{50, 300, 700, 1500} {
			temp := t.TempDir()
			cmd := command(t, temp, "test", "-C", "testdata", "-runs", "1000", "./racy")
			time.Sleep(after * time.Millisecond)
			terminate(t, temp, cmd)
		}
	})
	t.Run("in a pipe", func(t *testing.T) {
		in, out, err := os.Pipe()
		require.NoError(t, err)
		defer out.Close()
		temp := t.TempDir()
		cmd := exec.Command(os.Args[0], "replay", "-")
		cmd.Env = append(os.Environ(), "PARALLAX_TEST_COMMAND=1", "TMPDIR="+temp)
		cmd.Stdin, cmd.Stderr = in, new(bytes.Buffer)
		require.NoError(t, cmd.Start())
		defer cmd.Process.Kill()
		in.Close()
		_, err = out.WriteString("T0|w(x)|1\n")
		require.NoError(t, err)
		time.Sleep(100 * time.Millisecond)
		terminate(t, temp, cmd)
	})
}

// What a killed recording leaves can be read, as the help says.
func TestKilledRecording(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	require.Contains(t, do(t, "help", "record").out, "FILE.*.tmp")
	dir := t.TempDir()
	file := filepath.Join(dir, "x.plxt")
	cmd := command(t, dir, "record", "-runs", "1000000", "-o", file, "testdata/stale.plx")
	var left []string
	require.Eventually(t, func() bool {
		var err error
		left, err = filepath.Glob(file + ".*.tmp")
		if err != nil || len(left) != 1 {
			return false
		}
		st, err := os.Stat(left[0])
		return err == nil && st.Size() > 1<<16
	}, time.Minute, time.Millisecond)
	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())
	o := do(t, "replay", left[0])
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "cut off")
	require.Contains(t, o.out, "testdata/stale.plx:9:12")
}
