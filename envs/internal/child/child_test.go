//go:build linux

package child

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestMain is one of the processes of a test: a parent, its child that sleeps, or a child with a child of its own.
func TestMain(m *testing.M) {
	switch role, dir := os.Getenv("CHILD_TEST_ROLE"), os.Getenv("CHILD_TEST_DIR"); role {
	case "":
		os.Exit(m.Run())
	case "sleeper":
		os.WriteFile(filepath.Join(dir, "sleeper"), []byte(strconv.Itoa(os.Getpid())), 0o600)
		time.Sleep(time.Minute)
	case "starter":
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "CHILD_TEST_ROLE=sleeper")
		cmd.Stdout = os.Stdout
		cmd.Run()
	case "parent":
		if _, _, err := Temp(dir, "left-"); err != nil {
			panic(err)
		}
		cmd := Command(context.Background(), os.Args[0])
		cmd.Env = append(os.Environ(), "CHILD_TEST_ROLE=sleeper")
		Held(func() { cmd.Run() })
	}
}

func role(cmd *exec.Cmd, name, dir string) {
	cmd.Env = append(os.Environ(), "CHILD_TEST_ROLE="+name, "CHILD_TEST_DIR="+dir)
}

// sleeper is the identity of the process that sleeps, once it has written it.
func sleeper(t *testing.T, dir string) (pid int) {
	t.Helper()
	require.Eventually(t, func() bool {
		text, err := os.ReadFile(filepath.Join(dir, "sleeper"))
		if err == nil {
			pid, err = strconv.Atoi(string(text))
		}
		return err == nil
	}, 20*time.Second, 5*time.Millisecond)
	return pid
}

func requireEnded(t *testing.T, pid int) {
	t.Helper()
	require.Eventually(t, func() bool {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return err != nil || strings.Contains(string(stat), ") Z ")
	}, 2*time.Second, 5*time.Millisecond, "process %d goes on", pid)
}

// Who kills a process ends its child too; the next one removes its folder, and no other's.
func TestKilledParent(t *testing.T) {
	dir := t.TempDir()
	parent := exec.Command(os.Args[0])
	role(parent, "parent", dir)
	require.NoError(t, parent.Start())
	pid := sleeper(t, dir)
	mine, remove, err := Temp(dir, "left-")
	require.NoError(t, err)
	left, err := filepath.Glob(filepath.Join(dir, "left-*"))
	require.NoError(t, err)
	require.Len(t, left, 2, "what a living process has made stays")

	require.NoError(t, parent.Process.Kill())
	require.Error(t, parent.Wait())
	requireEnded(t, pid)
	other, removeOther, err := Temp(dir, "left-")
	require.NoError(t, err)
	left, err = filepath.Glob(filepath.Join(dir, "left-*"))
	require.NoError(t, err)
	require.ElementsMatch(t, []string{mine, other}, left)
	require.NoError(t, remove())
	require.NoError(t, removeOther())
	left, err = filepath.Glob(filepath.Join(dir, "left-*"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// A context that is done ends a child and its children: who waits for their output waits no longer.
func TestCancelledTree(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cmd := Command(ctx, os.Args[0])
	role(cmd, "starter", dir)
	cmd.Stdout = new(strings.Builder) // a pipe, which the last process that has it closes
	ended := make(chan error)
	go func() { Held(func() { ended <- cmd.Run() }) }()
	pid := sleeper(t, dir)
	cancel()
	select {
	case err := <-ended:
		require.Error(t, err)
	case <-time.After(2 * time.Second):
		t.Fatal("the child's output does not end")
	}
	requireEnded(t, pid)
}

// A child that has ended by itself is no error of the one who cancels.
func TestCancelledTooLate(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cmd := Command(ctx, "true")
	var err error
	Held(func() { err = cmd.Run() })
	cancel()
	require.NoError(t, err)
	require.ErrorIs(t, endTree(cmd.Process), os.ErrProcessDone)
}

// Processes that make folders at the same time remove none of each other's.
func TestTempTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("makes four hundred temporary folders")
	}
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				name, remove, err := Temp(dir, "left-")
				if err == nil {
					err = os.WriteFile(filepath.Join(name, "x"), nil, 0o600)
				}
				if err == nil {
					err = remove()
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}
