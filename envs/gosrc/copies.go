package gosrc

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// With tests, a package may be there several times: p, p as it is compiled for its test,
// and p as it is compiled for the test of a package that it imports. They are read from
// the same files, once, so what is declared at one place is one thing. Of p that has a
// test only the copy with the test's files is shown; what others call of p, and what they
// access of it, is meant to be of the copy that is shown.

// noteCopies finds the copies of the packages that are shown.
func (p *loaded) noteCopies(all []*packages.Package) {
	p.shown = make(map[*types.Package]*types.Package)
	byPath := make(map[string]*types.Package)
	for _, pkg := range p.packages {
		if pkg.Root {
			byPath[pkg.Path] = pkg.SSA.Pkg
		}
	}
	packages.Visit(all, nil, func(pkg *packages.Package) {
		if of := byPath[pkg.PkgPath]; of != nil && pkg.Types != nil && pkg.Types != of {
			p.shown[pkg.Types], p.shown[of] = of, of
		}
	})
}

// show is the copy of a package that is shown.
func (p *loaded) show(pkg *types.Package) *types.Package {
	if of := p.shown[pkg]; of != nil {
		return of
	}
	return pkg
}

// keyOf is a key for a variable or field: where it is declared, if there are copies of
// its package.
func (p *loaded) keyOf(pkg *types.Package, v interface{ Pos() token.Pos }) any {
	if p.shown[pkg] != nil && v.Pos().IsValid() {
		return v.Pos()
	}
	return v
}

// numberCopies gives the functions of copies the numbers of those that are shown.
func (p *loaded) numberCopies() {
	if len(p.shown) == 0 {
		return
	}
	type declaration struct {
		pkg  *types.Package
		pos  token.Pos
		name string
	}
	at := func(fn *ssa.Function) declaration {
		return declaration{p.show(fn.Pkg.Pkg), fn.Pos(), fn.Name()}
	}
	shown := make(map[declaration]*function)
	for _, f := range p.funcs {
		if f.ssa.Pkg != nil && p.shown[f.ssa.Pkg.Pkg] != nil {
			shown[at(f.ssa)] = f
		}
	}
	for _, fn := range p.rest {
		if fn.Pkg != nil && p.shown[fn.Pkg.Pkg] != nil {
			if f := shown[at(fn)]; f != nil {
				p.ids[fn] = f
			}
		}
	}
}
