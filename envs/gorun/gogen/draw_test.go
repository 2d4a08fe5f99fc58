package gogen

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDraw builds a program, which prints the same each time, ends, and has functions that panic and functions that
// do not. The same seed gives the same program.
func TestDraw(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const n = 100
	p, dir := Draw(7, n), t.TempDir()
	require.Equal(t, p, Draw(7, n))
	require.NotEqual(t, p, Draw(8, n))
	require.NoError(t, p.Write(dir))
	cmd := exec.Command("go", "build", "-o", "prog", ".")
	cmd.Dir = dir
	msg, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", msg)
	run := func(args ...string) string {
		out, _ := exec.Command(filepath.Join(dir, "prog"), args...).CombinedOutput()
		return string(out)
	}
	first := run()
	require.Equal(t, first, run())
	require.Equal(t, n, strings.Count(first, "\n== ")+1)
	panics := strings.Count(first, "\npanic ")
	require.Greater(t, panics, n/10)
	require.Less(t, panics, 3*n*9/10)
	require.Less(t, strings.Count(first, "out of steps"), n/10)
	for _, s := range []string{"range string", "change dead", "change of range variable", "recover changes result",
		"goto back",
		"fallthrough", "type switch", "select", "iterator literal", "guarded: index", "guarded: loop", "function: generic",
		"defer in range over function"} {
		require.Contains(t, p.Shapes, s)
	}
}
