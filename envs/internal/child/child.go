// Package child starts processes that do not outlive the one that starts them, and makes temporary folders
// that do not outlive it by much.
//
// A cancelled context ends a child and what it has started (Command). If this process is killed, no code of it
// runs any more: then the system ends the child (on Linux, by the signal that a process asks for at the death of
// the thread that has started it), and the folders are removed by the next process that makes some (Temp). What
// a child has started itself is then not ended.
package child

import (
	"context"
	"os/exec"
	"runtime"
)

// Command is exec.CommandContext for a child of which nothing goes on when ctx is done: the processes that it has
// started end with it, those excepted whose parent has ended before. Call what starts the child in Held.
func Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.SysProcAttr = withParent()
	cmd.Cancel = func() error { return endTree(cmd.Process) }
	return cmd
}

// Held calls f on a thread that stays until f returns, as the child that f starts ends with the thread.
// f starts a child and waits for it, or runs it.
func Held(f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	f()
}

// Output is cmd.Output, held.
func Output(cmd *exec.Cmd) (out []byte, err error) {
	Held(func() { out, err = cmd.Output() })
	return out, err
}

// CombinedOutput is cmd.CombinedOutput, held.
func CombinedOutput(cmd *exec.Cmd) (out []byte, err error) {
	Held(func() { out, err = cmd.CombinedOutput() })
	return out, err
}
