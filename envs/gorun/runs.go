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

// There is nothing to run.
var (
	ErrNoMain  = errors.New("none of the packages is a main package: name one, or run the tests")
	ErrNoTests = errors.New("none of the packages has tests: name one, or run a main package")
)

// Runs lists the runs that a program has, by the import paths of their packages: those with tests, or the
// main package. It is ErrNoTests or ErrNoMain if there are none.
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
		return ErrNoTests
	case len(found) == 0:
		return ErrNoMain
	case len(found) > 1 && !b.cfg.Tests:
		return fmt.Errorf("there are %d main packages (%s): name one of them", len(found), strings.Join(b.names, ", "))
	}
	return nil
}
