package probe

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// Package is what generated code imports, by its types. What it needs of package runtime is not there, so that it has
// errors, but none in a name that is exported.
func Package() (*packages.Package, error) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range []string{"rt/zzparallax.go.txt", "rt/word.go.txt", "rt/perturb.go.txt"} {
		text, err := source.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	conf := types.Config{IgnoreFuncBodies: true, Importer: unsafeOnly{}, Error: func(error) {}}
	t, _ := conf.Check(ImportPath, fset, files, nil)
	return &packages.Package{ID: ImportPath, PkgPath: ImportPath, Types: t}, nil
}

type unsafeOnly struct{}

func (unsafeOnly) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	return nil, fmt.Errorf("package %s is not needed", path)
}
