package regen

import (
	"errors"
	"fmt"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// Load loads packages by pattern in directory dir, with their tests if asked, and builds their SSA form. Dependencies
// are taken from export data.
func Load(dir string, tests bool, patterns ...string) (*ssa.Program, []*packages.Package, error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
		packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule
	pkgs, err := packages.Load(&packages.Config{Mode: mode, Dir: dir, Tests: tests}, patterns...)
	if err != nil {
		return nil, nil, fmt.Errorf("loading %v: %w", patterns, err)
	}
	var errs []error
	for _, p := range pkgs {
		for _, e := range p.Errors {
			errs = append(errs, e)
		}
	}
	if len(errs) > 0 {
		return nil, nil, fmt.Errorf("loading %v: %w", patterns, errors.Join(errs...))
	}
	prog, _ := ssautil.Packages(pkgs, 0)
	prog.Build()
	return prog, pkgs, nil
}
