package gogentest

import (
	"runtime"
	"testing"
)

// Controlled skips a test that executes programs under schedules of package control, where it cannot be made or takes
// too long.
func Controlled(t testing.TB) {
	t.Helper()
	// The first build takes a minute, for which -short has no time. Without it, as in .ci/run, these tests are made.
	if testing.Short() {
		t.Skip("compiles the standard library with another run time")
	}
	// Elsewhere control.Prepare refuses, as its patches are for this system: there is nothing to test.
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("package control knows the run time of linux/amd64 only")
	}
}
