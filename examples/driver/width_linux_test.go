package driver

import (
	"os"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// The width is that of the terminal, unless COLUMNS says otherwise.
func TestTerminalWidth(t *testing.T) {
	f, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminal can be made: %v", err)
	}
	defer f.Close()
	size := [4]uint16{24, 73}
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCSWINSZ, uintptr(unsafe.Pointer(&size)))
	require.Zero(t, errno)
	t.Setenv("COLUMNS", "")
	require.Equal(t, 73, styleOf(f).width)
	t.Setenv("COLUMNS", "120")
	require.Equal(t, 120, styleOf(f).width)
	t.Setenv("COLUMNS", "7")
	require.Zero(t, styleOf(f).width, "too narrow to wrap")
}
