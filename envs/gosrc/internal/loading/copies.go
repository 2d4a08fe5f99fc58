package loading

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// With tests, a package p may be there several times. It is there as it is, as it is compiled for its test, and as it
// is compiled for the test of a package that it imports. They are read from the same files, once, so what is declared
// at one place is one thing. If p has a test, only the copy with the test's files is shown. What others call of p, and
// what they access of it, is meant to be of the copy that is shown.

// noteCopies finds the copies of the packages that are shown.
func (p *Program) noteCopies(all []*packages.Package) {
	p.Shown = make(map[*types.Package]*types.Package)
	byPath := make(map[string]*types.Package)
	for _, pkg := range p.Packages {
		if pkg.Root {
			byPath[pkg.Path] = pkg.SSA.Pkg
		}
	}
	packages.Visit(all, nil, func(pkg *packages.Package) {
		if of := byPath[pkg.PkgPath]; of != nil && pkg.Types != nil && pkg.Types != of {
			p.Shown[pkg.Types], p.Shown[of] = of, of
		}
	})
}

// Show is the copy of a package that is shown.
func (p *Program) Show(pkg *types.Package) *types.Package {
	if of := p.Shown[pkg]; of != nil {
		return of
	}
	return pkg
}

// KeyOf is a key for a variable or field: where it is declared, if there are copies of its package. It is so for a
// field in the source, too, since package ssa makes new ones for an instance of a generic function.
func (p *Program) KeyOf(pkg *types.Package, v interface{ Pos() token.Pos }) any {
	field, _ := v.(*types.Var)
	if v.Pos().IsValid() && (p.Shown[pkg] != nil || field != nil && field.IsField() && p.HasBodies(p.Show(pkg))) {
		return v.Pos()
	}
	return v
}

// numberCopies gives the functions of copies the numbers of those that are shown.
func (p *Program) numberCopies() {
	if len(p.Shown) == 0 {
		return
	}
	type declaration struct {
		pkg  *types.Package
		pos  token.Pos
		name string
	}
	at := func(fn *ssa.Function) declaration {
		return declaration{p.Show(fn.Pkg.Pkg), fn.Pos(), fn.Name()}
	}
	shown := make(map[declaration]*Function)
	for _, f := range p.Funcs {
		if f.SSA.Pkg != nil && p.Shown[f.SSA.Pkg.Pkg] != nil {
			shown[at(f.SSA)] = f
		}
	}
	for _, fn := range p.Rest {
		if fn.Pkg != nil && p.Shown[fn.Pkg.Pkg] != nil {
			if f := shown[at(fn)]; f != nil {
				p.IDs[fn] = f
			}
		}
	}
}
