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

// A checkError is about a function, or about a line of a file.
type checkError struct {
	file   *fileGen
	target *target
	line   int
	msg    string
}

// importMap finds loaded packages by path.
type importMap struct{ byPath map[string]*types.Package }

func newImportMap(pkgs []*packages.Package) *importMap {
	completeImports(pkgs)
	m := &importMap{byPath: map[string]*types.Package{}}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if p.Types != nil && p.ID == p.PkgPath && p.Types.Complete() {
			m.byPath[p.PkgPath] = p.Types
		}
	})
	return m
}

// completeImports makes packages that are known by what others export of them importable. Generated code names what the
// text left unnamed, such as the interface that an argument is converted to.
func completeImports(pkgs []*packages.Package) {
	seen := map[*types.Package]bool{}
	for _, p := range pkgs {
		if p.Types != nil {
			visitTypes(p.Types, seen, (*types.Package).MarkComplete)
		}
	}
}

// visitTypes visits a package and what it imports, each once.
func visitTypes(p *types.Package, seen map[*types.Package]bool, visit func(*types.Package)) {
	if seen[p] {
		return
	}
	seen[p] = true
	visit(p)
	for _, q := range p.Imports() {
		visitTypes(q, seen, visit)
	}
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
		visitTypes(i.p.Types, map[*types.Package]bool{}, func(q *types.Package) {
			if i.near[q.Path()] == nil && q != i.p.Types {
				i.near[q.Path()] = q
			}
		})
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

// run parses and type-checks the files. An error in none of them has no file.
func (c *checker) run(files []*fileGen) []checkError {
	if err := c.begin(files); err != nil {
		return []checkError{{msg: err.Error()}}
	}
	var errs []checkError
	byFile := map[*token.File]*fileGen{}
	syntax := append([]*ast.File(nil), c.others...)
	for _, f := range files {
		if f.dirty {
			s, err := parser.ParseFile(c.fset, f.name, f.text, parser.SkipObjectResolution|parser.ParseComments)
			if err != nil {
				errs = append(errs, notGo(f, err)...)
				continue
			}
			c.parsed[f] = s
			f.dirty = false
		}
		byFile[c.fset.File(c.parsed[f].FileStart)] = f
		syntax = append(syntax, c.parsed[f])
	}
	if len(errs) > 0 {
		return errs
	}
	conf := types.Config{
		Importer:  &pathImporter{p: c.pkg, all: c.imports},
		Sizes:     types.SizesFor("gc", runtime.GOARCH),
		GoVersion: c.pkg.Types.GoVersion(),
		Error: func(err error) {
			e := err.(types.Error)
			errs = append(errs, checkError{
				file: byFile[c.fset.File(e.Pos)], line: c.fset.PositionFor(e.Pos, false).Line,
				msg: "does not type-check: " + e.Msg,
			})
		},
	}
	if _, err := conf.Check(c.pkg.PkgPath, c.fset, syntax, nil); err != nil && len(errs) == 0 {
		errs = append(errs, checkError{msg: "does not type-check: " + err.Error()})
	}
	return errs
}

// begin parses the files that are not regenerated.
func (c *checker) begin(files []*fileGen) error {
	if c.fset != nil {
		return nil
	}
	fset := token.NewFileSet()
	own := map[string]bool{}
	for _, f := range files {
		own[f.name] = true
	}
	for _, name := range c.pkg.CompiledGoFiles {
		if !own[name] {
			f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			c.others = append(c.others, f)
		}
	}
	c.fset, c.parsed = fset, map[*fileGen]*ast.File{}
	return nil
}

// notGo finds the functions of a file with text that is not Go: an error in one may show in another.
func notGo(f *fileGen, inFile error) []checkError {
	var errs []checkError
	for _, t := range f.targets {
		if t.kept != "" {
			continue
		}
		head := "package p\n"
		if t.lit != nil {
			head += "var _ = "
		}
		if _, err := parser.ParseFile(token.NewFileSet(), "", head+t.text, parser.SkipObjectResolution); err != nil {
			errs = append(errs, checkError{file: f, target: t, msg: "its text is not Go (please report): " + err.Error()})
		}
	}
	if len(errs) == 0 {
		errs = append(errs, checkError{file: f, msg: "its text is not Go (please report): " + inFile.Error()})
	}
	return errs
}
