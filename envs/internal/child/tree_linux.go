package child

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// withParent has the system end the child when the thread that starts it ends.
func withParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

// endTree kills a process and those that it has started. Each is stopped before its children are looked for, so that it
// cannot start more.
func endTree(p *os.Process) error {
	if err := p.Signal(syscall.SIGSTOP); err != nil {
		return err
	}
	tree := children(p.Pid)
	for i := 0; i < len(tree); i++ {
		syscall.Kill(tree[i], syscall.SIGSTOP)
		tree = append(tree, children(tree[i])...)
	}
	for _, pid := range tree {
		syscall.Kill(pid, syscall.SIGKILL)
	}
	return p.Kill()
}

// children are the processes whose parent is pid.
func children(pid int) []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var found []int
	for _, e := range entries {
		child, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue // it has ended
		}
		// What follows the name, which is in parentheses and may have any in it: state and parent.
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) > 1 && string(fields[1]) == strconv.Itoa(pid) {
			found = append(found, child)
		}
	}
	return found
}
