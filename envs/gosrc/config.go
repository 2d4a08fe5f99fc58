package gosrc

import (
	"path"

	"golang.org/x/tools/go/packages"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
)

// Config says which packages to load, and how.
type Config = loading.Config

// A Package is one loaded package whose functions have bodies. It has its Path, its form in SSA and as it was loaded,
// and whether it is a Root, which a pattern matched.
type Package = loading.Package

// An Error is something that kept a package, or a part of it, from being read: its Pos, the Package by its path, and
// the message.
type Error = loading.Error

// packageNames are the names of packages and of all that they import, where they are not the last element of the path.
func packageNames(of []*Package) envs.PackageNames {
	names := envs.PackageNames{}
	var roots []*packages.Package
	for _, pkg := range of {
		roots = append(roots, pkg.Load)
	}
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if pkg.Name != "" && pkg.Name != path.Base(pkg.PkgPath) {
			names[pkg.PkgPath] = pkg.Name
		}
	})
	return names
}
