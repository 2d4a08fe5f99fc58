//go:build unix && !solaris && !aix

package child

import (
	"os"
	"syscall"
)

// lock reports whether f could be locked. The lock ends with the process, or when f is closed.
func lock(f *os.File) bool { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil }
