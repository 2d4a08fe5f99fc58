//go:build !linux

package child

import (
	"os"
	"syscall"
)

func withParent() *syscall.SysProcAttr { return nil }

func endTree(p *os.Process) error { return p.Kill() }
