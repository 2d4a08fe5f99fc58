package loading

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
)

// build makes SSA of what is well-typed. A package has source if it is in checked or the bodies of dependencies are
// wanted; the others are known by their types.
//
// go/ssa panics where it meets what it does not expect. That leaves functions half built, for which other builders wait
// for ever. So the first panic ends the attempt. The program is then made anew by one builder, which waits for nobody,
// each time without one package more that cannot be built. Function build reports whether that was not needed. If it
// was, builders of the first attempt may still read syntax and types.
func (p *Program) build(roots []*packages.Package, checked map[*packages.Package]bool, deps bool) bool {
	failed := make(map[*packages.Package]bool)
	hasSource := func(pkg *packages.Package) bool {
		return (checked[pkg] || deps) && !failed[pkg] && !pkg.IllTyped && len(pkg.Syntax) > 0 && pkg.TypesInfo != nil
	}
	p.create(roots, hasSource)
	whole := p.buildSideBySide()
	for built := whole; !built; {
		p.create(roots, hasSource)
		pkg, err := p.buildInTurn()
		if err != nil {
			failed[pkg.Load] = true
			p.Errors = append(p.Errors, Error{
				Pos: p.errorPos("", pkg.Load), Package: pkg.Path,
				Msg: fmt.Sprintf("%s is not analysed, because go/ssa cannot build it: %v; please report that at go.dev/issue",
					pkg.Load.ID, err),
			})
		}
		built = err == nil
	}
	p.Library = !slices.ContainsFunc(p.Packages, func(pkg *Package) bool {
		return pkg.Root && pkg.SSA.Pkg.Name() == "main"
	})
	p.bodies = make(map[*types.Package]bool, len(p.Packages))
	for _, pkg := range p.Packages {
		p.bodies[pkg.SSA.Pkg] = true
	}
	return whole
}

// create makes an empty program of the packages and all that they import.
func (p *Program) create(roots []*packages.Package, hasSource func(*packages.Package) bool) {
	prog := ssa.NewProgram(p.Fset, ssa.InstantiateGenerics)
	prog.SetNoReturn(library.NeverReturns)
	p.Prog, p.Packages = prog, nil
	isRoot := setOf(roots)
	created := make(map[*types.Package]bool)
	var bare func(*types.Package)
	bare = func(t *types.Package) {
		if created[t] {
			return
		}
		created[t] = true
		for _, imp := range t.Imports() {
			bare(imp)
		}
		prog.CreatePackage(t, nil, nil, true)
	}
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if pkg.Types == nil || created[pkg.Types] {
			return
		}
		if !hasSource(pkg) {
			bare(pkg.Types)
			return
		}
		for _, imp := range pkg.Types.Imports() {
			if !loads(pkg, imp) {
				bare(imp)
			}
		}
		created[pkg.Types] = true
		s := prog.CreatePackage(pkg.Types, pkg.Syntax, pkg.TypesInfo, true)
		lp := &Package{Path: pkg.PkgPath, SSA: s, Load: pkg, Root: isRoot[pkg], start: pkg.Syntax[0].Package}
		p.Packages = append(p.Packages, lp)
	})
	slices.SortFunc(p.Packages, func(a, b *Package) int { return comparePaths(a.Load, b.Load) })
}

// comparePaths orders packages by path, and the copies of one by what they are copies for.
func comparePaths(a, b *packages.Package) int {
	return cmp.Or(strings.Compare(a.PkgPath, b.PkgPath), strings.Compare(a.ID, b.ID))
}

func setOf(list []*packages.Package) map[*packages.Package]bool {
	set := make(map[*packages.Package]bool, len(list))
	for _, pkg := range list {
		set[pkg] = true
	}
	return set
}

// DropSyntax lets the collector have what is not needed once the functions are built. Every function of go/ssa holds
// on to its declaration, and every generic one to the type information of its package, so both are emptied.
func (p *Program) DropSyntax() {
	if !p.whole {
		return // builders of the first attempt may still read it
	}
	p.WrittenAll(func(fn *ssa.Function) {
		if body := bodyOf(fn); body != nil {
			body.List = nil // where it ends is still known
			if d, ok := fn.Syntax().(*ast.FuncDecl); ok {
				d.Recv, d.Type = nil, &ast.FuncType{Func: d.Type.Func}
			}
		}
	})
	packages.Visit(p.matched, nil, func(pkg *packages.Package) {
		if pkg.TypesInfo != nil {
			*pkg.TypesInfo = types.Info{}
		}
		pkg.TypesInfo, pkg.Syntax = nil, nil
		if pkg.Types != nil {
			files := pkg.Types.Scope()
			for i := range files.NumChildren() {
				for j := range files.Child(i).NumChildren() {
					dropScope(files.Child(i).Child(j))
				}
			}
		}
	})
	// Most of what loading has made is garbage from here on, and nothing is larger than what was there just now. Left
	// to itself, the collector waits until as much again has been made, with std some 300 MB more than need be.
	runtime.GC()
}

// dropScope empties the scope of a function, to which its parameters hold on, with those in it. It keeps scopes where
// types are declared, of which owners knows the names by their scopes.
func dropScope(s *types.Scope) {
	if !declaresTypes(s) {
		*s = types.Scope{}
		return
	}
	for i := range s.NumChildren() {
		dropScope(s.Child(i))
	}
}

// declaresTypes reports whether a scope, or one in it, declares a type, or a variable of one that has no name.
func declaresTypes(s *types.Scope) bool {
	for _, name := range s.Names() {
		o := s.Lookup(name)
		if _, named := o.(*types.TypeName); named {
			return true
		}
		if _, unnamed := o.Type().(*types.Struct); unnamed {
			return true
		}
	}
	for i := range s.NumChildren() {
		if declaresTypes(s.Child(i)) {
			return true
		}
	}
	return false
}

// bodyOf is the body of a function as it is written, nil if there is none.
func bodyOf(fn *ssa.Function) *ast.BlockStmt {
	switch s := fn.Syntax().(type) {
	case *ast.FuncDecl:
		return s.Body
	case *ast.FuncLit:
		return s.Body
	case *ast.RangeStmt:
		return s.Body
	}
	return nil
}

// buildSideBySide builds the packages at the same time. It reports whether all could be built, as soon as one could
// not.
func (p *Program) buildSideBySide() bool {
	list := p.Packages
	workers := min(runtime.GOMAXPROCS(0), len(list))
	done := make(chan bool, workers)
	var next atomic.Int64
	var stop atomic.Bool
	for range workers {
		go func() {
			for !stop.Load() {
				i := int(next.Add(1)) - 1
				if i >= len(list) {
					break
				}
				if buildPackage(list[i].SSA) != nil {
					stop.Store(true)
					done <- false
					return
				}
			}
			done <- true
		}()
	}
	for range workers {
		if !<-done {
			return false
		}
	}
	return true
}

// buildInTurn builds one package after the other, up to one that cannot be built.
func (p *Program) buildInTurn() (*Package, error) {
	for _, pkg := range p.Packages {
		if err := buildPackage(pkg.SSA); err != nil {
			return pkg, err
		}
	}
	return nil, nil
}

func buildPackage(s *ssa.Package) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	s.Build()
	return nil
}

// loads reports whether t is what pkg has loaded by an import.
func loads(pkg *packages.Package, t *types.Package) bool {
	for _, imp := range pkg.Imports {
		if imp.Types == t {
			return true // visited before, with source or without
		}
	}
	return false
}
