package gogentest

import (
	"runtime"
	"testing"
)

// Controlled skips a test that executes programs under schedules of package control, where it cannot be made or takes
// too long.
func Controlled(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles the standard library with another run time") // a minute if nothing is cached
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("package control knows the run time of linux/amd64 only") // its patches are for that
	}
}
