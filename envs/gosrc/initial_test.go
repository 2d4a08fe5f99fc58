package gosrc

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// Packages are initialised in the order of the linker, not in that of their paths. A package that is not matched, and
// imports one that is, may start threads that call it before the others are initialised.
func TestInitialisation(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o777))
	}
	write(t, dir, "go.mod", "module m\n\ngo 1.26\n")
	write(t, dir, "a/a.go", "package a\n\nimport \"m/c\"\n\nvar A = c.C\n")
	write(t, dir, "b/b.go", "package b\n\nimport \"m/d\"\n\nvar B = d.D\n")
	write(t, dir, "c/c.go", "package c\n\nvar C = 1\n")
	write(t, dir, "c/c_test.go", "package c\n\nimport \"testing\"\n\nfunc TestC(*testing.T) {}\n")
	write(t, dir, "d/d.go", "package d\n\nvar D = 1\n")
	start := func(tests bool, patterns ...string) (names []string, alone bool) {
		p, err := Load(context.Background(), Config{Dir: dir, Patterns: patterns, Tests: tests})
		require.NoError(t, err)
		require.Empty(t, p.Errors)
		main, others, alone := p.Knows().Start()
		for _, id := range main {
			names = append(names, p.Func(id).Name)
		}
		require.Equal(t, tests, len(others) > 0)
		return names, alone
	}
	want := []string{"m/c.init", "m/a.init", "m/d.init", "m/b.init"}
	names, alone := start(false, "./...")
	require.Equal(t, want, names)
	require.True(t, alone)
	names, alone = start(true, "./...")
	require.Equal(t, want, names)
	require.True(t, alone)
	names, alone = start(false, "./a", "./c", "./d")
	require.Equal(t, want[:3], names)
	require.True(t, alone)
	write(t, dir, "e/e.go", "package e\n\nimport \"m/b\"\n\nvar E = b.B\n")
	names, alone = start(false, "./a", "./d", "./e")
	require.Equal(t, []string{"m/a.init", "m/d.init", "m/e.init"}, names)
	require.False(t, alone, "b calls d where nobody sees it")
}

// The program ends with main functions of main packages, of which there may be several, and with no other function of
// that name.
func TestEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := load(t, map[string]string{
		"a/a.go": "package main\n\ntype T int\n\nfunc (T) main() { func() {}() }\n\nfunc main() { T(1).main() }\n",
		"b/b.go": "package main\n\nfunc main() {}\n",
		"c/c.go": "package c\n\nfunc main() {}\n\nfunc F() { main() }\n",
	})
	var names []string
	for id := range envs.FuncID(p.NumFuncs()) {
		if p.Knows().EndsWith(id) {
			names = append(names, p.Func(id).Name)
		}
	}
	require.ElementsMatch(t, []string{"m/a.main", "m/b.main"}, names)
	require.False(t, new(envs.Knowledge).EndsWith(0))
}
