package regen

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"runtime"

	"golang.org/x/tools/go/packages"
)

// A checker type-checks the regenerated text of one package against the packages that were loaded.
type checker struct {
	pkg     *packages.Package
	imports *importMap
	fset    *token.FileSet
	parsed  map[*fileGen]*ast.File
	others  []*ast.File // files that are not regenerated
}

type checkError struct {
	file *fileGen
	line int
	msg  string
}

// importMap finds loaded packages by path.
type importMap struct{ byPath map[string]*types.Package }

func newImportMap(pkgs []*packages.Package) *importMap {
	m := &importMap{byPath: map[string]*types.Package{}}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if p.Types != nil && p.ID == p.PkgPath && p.Types.Complete() {
			m.byPath[p.PkgPath] = p.Types
		}
	})
	return m
}

// pathImporter resolves the imports of one package: its own first, then any package it depends on.
type pathImporter struct {
	p    *packages.Package
	all  *importMap
	near map[string]*types.Package
}

func (i *pathImporter) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if q := i.p.Imports[path]; q != nil && q.Types != nil {
		return q.Types, nil
	}
	if i.near == nil {
		i.near = map[string]*types.Package{}
		seen := map[*types.Package]bool{}
		var visit func(*types.Package)
		visit = func(q *types.Package) {
			if seen[q] {
				return
			}
			seen[q] = true
			if i.near[q.Path()] == nil && q != i.p.Types {
				i.near[q.Path()] = q
			}
			for _, r := range q.Imports() {
				visit(r)
			}
		}
		visit(i.p.Types)
	}
	if q := i.near[path]; q != nil && q.Complete() {
		return q, nil
	}
	for _, path := range []string{path, "vendor/" + path} {
		if q := i.all.byPath[path]; q != nil {
			return q, nil
		}
	}
	return nil, fmt.Errorf("package %s is not among those loaded", path)
}

// run type-checks the files; errors outside of them are returned as err.
func (c *checker) run(files []*fileGen) ([]checkError, error) {
	if c.fset == nil {
		c.fset = token.NewFileSet()
		c.parsed = map[*fileGen]*ast.File{}
		own := map[string]bool{}
		for _, f := range files {
			own[f.name] = true
		}
		for _, name := range c.pkg.CompiledGoFiles {
			if !own[name] {
				f, err := parser.ParseFile(c.fset, name, nil, parser.SkipObjectResolution)
				if err != nil {
					return nil, err
				}
				c.others = append(c.others, f)
			}
		}
	}
	var errs []checkError
	byFile := map[*token.File]*fileGen{}
	syntax := append([]*ast.File(nil), c.others...)
	for _, f := range files {
		if f.dirty {
			s, err := parser.ParseFile(c.fset, f.name, f.text, parser.SkipObjectResolution|parser.ParseComments)
			if err != nil {
				return nil, fmt.Errorf("regenerated text is not Go, please report: %w", err)
			}
			c.parsed[f] = s
			f.dirty = false
		}
		byFile[c.fset.File(c.parsed[f].FileStart)] = f
		syntax = append(syntax, c.parsed[f])
	}
	var outside error
	conf := types.Config{
		Importer:  &pathImporter{p: c.pkg, all: c.imports},
		Sizes:     types.SizesFor("gc", runtime.GOARCH),
		GoVersion: c.pkg.Types.GoVersion(),
		Error: func(err error) {
			e := err.(types.Error)
			f := byFile[c.fset.File(e.Pos)]
			if f == nil {
				outside = err
				return
			}
			errs = append(errs, checkError{f, c.fset.PositionFor(e.Pos, false).Line, e.Msg})
		},
	}
	_, err := conf.Check(c.pkg.PkgPath, c.fset, syntax, nil)
	if err != nil && len(errs) == 0 {
		return nil, outside
	}
	return errs, nil
}
