// Package child starts processes that do not outlive the one that starts them, and makes temporary folders
// that do not outlive it by much.
//
// This is what ends with what:
//
//	what happens              the child                what the child has started  temporary folders
//	the context is cancelled  is killed (Command)      is killed                   are removed by their owner
//	this process is killed    is killed by the system  goes on                     are removed by the next process (Temp)
//
// The system kills the child on Linux only: by the signal that a process asks for at the death of the thread that
// has started it.
package child

import (
	"context"
	"os/exec"
	"runtime"
)

// Command is exec.CommandContext for a child of which nothing goes on when ctx is done. The processes that it has
// started end with it, unless their parent has ended before. Call what starts the child in Held.
func Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.SysProcAttr = withParent()
	cmd.Cancel = func() error { return endTree(cmd.Process) }
	return cmd
}

// Held calls f on a thread that stays until f returns, as the child that f starts ends with the thread. The function f
// starts a child and waits for it, or runs it.
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
