//go:build unix && !aix && !solaris

package driver

import (
	"os"
	"syscall"
	"unsafe"
)

// columns is how wide the lines of a terminal are, 0 if that is not known.
func columns(f *os.File) int {
	var size struct{ rows, cols, x, y uint16 }
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	if errno != 0 {
		return 0
	}
	return int(size.cols)
}
