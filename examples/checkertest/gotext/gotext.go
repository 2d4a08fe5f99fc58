// Package gotext gives tests the program of a Go file, to hold what a checker knows of a program to its text.
//
//	prog := gotext.Load(t, "package p\n\nfunc F(c chan int) { c <- 1 }\n")
//	fn := gotext.Func(t, prog, "p.F")
package gotext

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// Load is the package of one file, which is loaded as module p. The test fails if it does not compile.
func Load(t testing.TB, text string) *gosrc.Program {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p.go": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	prog, err := gosrc.Load(context.Background(), gosrc.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range prog.Errors {
		t.Fatal(e)
	}
	return prog
}

// Func is the function of a program with a name, the first one if there are several. The test fails if there is none.
func Func(t testing.TB, prog envs.Program, name string) *envs.Func {
	t.Helper()
	for id := range envs.FuncID(prog.NumFuncs()) {
		if fn := prog.Func(id); fn != nil && fn.Name == name {
			return fn
		}
	}
	t.Fatalf("there is no function %s", name)
	return nil
}
