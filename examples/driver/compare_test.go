package driver

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/eraser"
)

// A confirmed row says what the run showed, at its place.
func TestConfirmedRowIsWhatTheRunShowed(t *testing.T) {
	dir := t.TempDir()
	src := "var x\nroot func f() {\n x = 1\n}\nfunc main() {\n t = spawn f()\n x = 2\n join t\n}\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.plx"), []byte(src), 0o644))
	args := []string{"compare", "-checker", "eraser", "-C", dir, "x.plx"}
	x := doWith(context.Background(), append([]string{args[0], "-json"}, args[1:]...), eraser.Analyzer()).decode(t)
	require.Len(t, x.Rows, 1)
	r := x.Rows[0]
	require.Equal(t, envs.Confirmed, r.Class)
	require.Contains(t, r.Finding.Message, "not proved by a run", "of all paths")
	require.True(t, r.Dynamic[0].Proved)
	o := doWith(context.Background(), args, eraser.Analyzer())
	require.Equal(t, 1, o.status, o.stderr)
	require.NotContains(t, o.out, "not proved")
	require.Regexp(t, `(?m)^confirmed +`+r.Dynamic[0].Pos.String()+` .* a run proves it`, o.out)
}

// The flag -run of tests is another one than that of compare: a package without a main
// function is told so, and there is no table of nothing.
func TestRunIsComparesOwnFlag(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	o := do(t, "compare", "./testdata/tested", "-run", "X")
	require.Equal(t, 2, o.status)
	require.Empty(t, o.out)
	require.Equal(t, "none of the packages is a main package: name one, or run the tests (parallax compare without "+
		"-run); "+
		"-run is compare's own flag, for a main package; flags of the tests come after --, as in: ./testdata/tested -- "+
		"-run Test\n", o.stderr)
	o = do(t, "compare", "./testdata/tested", "--", "-run", "NoSuchTest")
	require.Contains(t, o.out, "1 run", o.stderr)
	require.False(t, strings.Contains(o.stderr, "own flag"), o.stderr)
}

// Where there is no main package, or no test, it is said which command runs the other.
func TestNothingToRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.org/m\n\ngo 1.26\n", "lib/lib.go": "package lib\n",
		"cmd/main.go": "package main\n\nfunc main() {}\n",
	} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	file := filepath.Join(dir, "x.plxt")
	for _, c := range []struct{ command, want string }{
		{"run -C DIR ./lib", "is a main package: name one, or run the tests (parallax test)"},
		{"compare -run -C DIR ./lib", "is a main package: name one, or run the tests (parallax compare without -run)"},
		{"record -o FILE -C DIR ./lib", "is a main package: name one, or run the tests (parallax record -test)"},
		{"test -C DIR ./cmd", "has tests: name one, or run a main package (parallax run)"},
		{"compare -C DIR ./cmd", "has tests: name one, or run a main package (parallax compare -run)"},
		{"record -test -o FILE -C DIR ./cmd", "has tests: name one, or run a main package (parallax record without -test)"},
	} {
		args := strings.Fields(strings.NewReplacer("DIR", dir, "FILE", file).Replace(c.command))
		o := doWith(t.Context(), args, plain())
		require.Equal(t, 2, o.status, c.command)
		require.Contains(t, o.stderr, "none of the packages "+c.want, c.command)
	}
}
