package loading

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
)

// Packages are initialised one after the other, in one thread, before anything else. At each step it is the first by
// its path of those all of whose imports are initialised (Go specification, Program initialization). What else a
// program links changes nothing in the order of the packages that are loaded, for these come with all that they import.
//
// A test is a program of its own, with packages as they are compiled for it. All of them are put in one order, which
// is that of each.

// noteInitialisation finds the order in which the packages with bodies are initialised, and the others that import
// one of them: these may call it before all are.
func (p *Program) noteInitialisation(roots []*packages.Package) {
	byLoad := make(map[*packages.Package]*Package, len(p.Packages))
	for _, pkg := range p.Packages {
		byLoad[pkg.Load] = pkg
	}
	var all []*packages.Package
	missing := map[*packages.Package]int{} // imports that are not initialised yet
	importers := map[*packages.Package][]*packages.Package{}
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		all = append(all, pkg)
		missing[pkg] = len(pkg.Imports)
		for _, path := range sortedKeys(pkg.Imports) {
			importers[pkg.Imports[path]] = append(importers[pkg.Imports[path]], pkg)
		}
	})
	p.Between, p.Alone = map[*types.Package]bool{}, true
	leads := map[*packages.Package]bool{} // has a body, or imports what has
	var ready []*packages.Package
	add := func(pkg *packages.Package) {
		i, _ := slices.BinarySearchFunc(ready, pkg, comparePaths)
		ready = slices.Insert(ready, i, pkg)
	}
	for _, pkg := range all {
		if missing[pkg] == 0 {
			add(pkg)
		}
	}
	for len(ready) > 0 {
		pkg := ready[0]
		ready = ready[1:]
		if own := byLoad[pkg]; own != nil {
			p.Initial = append(p.Initial, own)
			leads[pkg] = true
		} else if leads[pkg] && pkg.Types != nil {
			p.Between[pkg.Types] = true
			p.Alone = p.Alone && p.Shown[pkg.Types] != nil
		}
		for _, by := range importers[pkg] {
			leads[by] = leads[by] || leads[pkg]
			if missing[by]--; missing[by] == 0 {
				add(by)
			}
		}
	}
}
