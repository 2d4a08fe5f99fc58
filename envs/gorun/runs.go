package gorun

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs/gosrc"
)

// ErrNoRuns begins the error that there is nothing to run: no package with tests, or no main package.
var ErrNoRuns = errors.New("none of the packages")

// Runs lists the runs that a program has, by the import paths of their packages: those with tests, or the
// main package. The error is an ErrNoRuns if there are none.
func Runs(prog *gosrc.Program, tests bool) ([]string, error) {
	b := &Build{prog: prog, cfg: Config{Tests: tests}}
	err := b.findRuns()
	return b.names, err
}

func (b *Build) findRuns() error {
	found := map[string]string{}
	for _, p := range b.roots() {
		if p.Syntax == nil || p.TypesInfo == nil {
			return fmt.Errorf("package %s was loaded without its syntax: load the program with KeepSyntax", p.PkgPath)
		}
		dir := ""
		if len(p.GoFiles) > 0 {
			dir = filepath.Dir(p.GoFiles[0])
		}
		if _, of, ok := strings.Cut(strings.TrimSuffix(p.ID, "]"), " ["); ok && b.cfg.Tests {
			found[strings.TrimSuffix(of, ".test")] = dir
		} else if !b.cfg.Tests && p.Name == "main" {
			found[p.PkgPath] = dir
		}
	}
	b.names = slices.Sorted(maps.Keys(found))
	for _, path := range b.names {
		b.dirs = append(b.dirs, found[path])
	}
	switch {
	case len(found) == 0 && b.cfg.Tests:
		return fmt.Errorf("%w has tests: name one, or run a main package", ErrNoRuns)
	case len(found) == 0:
		return fmt.Errorf("%w is a main package: name one, or run the tests", ErrNoRuns)
	case len(found) > 1 && !b.cfg.Tests:
		return fmt.Errorf("there are %d main packages (%s): name one of them", len(found), strings.Join(b.names, ", "))
	}
	return nil
}
