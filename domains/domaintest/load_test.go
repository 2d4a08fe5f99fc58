package domaintest_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

const module = "github.com/seed38182bad/parallax/"

// load returns all packages of lattices and domains with their tests, syntax and
// types.
func load(t *testing.T) []*packages.Package {
	t.Helper()
	if testing.Short() {
		t.Skip("loading the packages takes some seconds")
	}
	pkgs, err := loadOnce()
	require.NoError(t, err)
	return pkgs
}

// The packages of this module are checked here, rather than by packages.Load,
// because it would have each of them compiled first.
var loadOnce = sync.OnceValues(func() ([]*packages.Package, error) {
	const listed = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps
	roots, err := packages.Load(&packages.Config{Mode: listed, Tests: true}, module+"lattice/...", module+"domains/...")
	if err != nil {
		return nil, err
	}
	others := map[string]bool{}
	packages.Visit(roots, nil, func(p *packages.Package) {
		for path := range p.Imports {
			if isOurs(p.PkgPath) && !isOurs(path) && path != "unsafe" {
				others[path] = true
			}
		}
	})
	imported, err := importAll(others)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	var pkgs []*packages.Package
	packages.Visit(roots, nil, func(p *packages.Package) {
		if err == nil && isOurs(p.PkgPath) && !strings.HasSuffix(p.ID, ".test") {
			err = check(fset, p, imported)
			pkgs = append(pkgs, p)
		}
	})
	return pkgs, err
})

func isOurs(path string) bool { return strings.HasPrefix(path, module) }

// importAll loads the types of the packages of others.
func importAll(paths map[string]bool) (map[string]*types.Package, error) {
	var patterns []string
	for path := range paths {
		patterns = append(patterns, path)
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadTypes}, patterns...)
	if err != nil {
		return nil, err
	}
	imported := map[string]*types.Package{"unsafe": types.Unsafe}
	for _, p := range pkgs {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("%s: %w", p.ID, p.Errors[0])
		}
		imported[p.PkgPath] = p.Types
	}
	return imported, nil
}

// check gives p its syntax and types. What it imports of ours has them already.
func check(fset *token.FileSet, p *packages.Package, imported map[string]*types.Package) error {
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		p.Syntax = append(p.Syntax, file)
	}
	p.Fset = fset
	p.TypesInfo = &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Instances:  map[*ast.Ident]types.Instance{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	config := types.Config{Importer: importer(func(path string) (*types.Package, error) {
		if ours := p.Imports[path]; ours != nil && ours.Types != nil {
			return ours.Types, nil
		}
		if other := imported[path]; other != nil {
			return other, nil
		}
		return nil, fmt.Errorf("package %s is not loaded", path)
	})}
	var err error
	p.Types, err = config.Check(p.PkgPath, fset, p.Syntax, p.TypesInfo)
	if err != nil {
		return fmt.Errorf("%s: %w", p.ID, err)
	}
	return nil
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }
