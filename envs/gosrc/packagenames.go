package gosrc

import (
	"path"

	"golang.org/x/tools/go/packages"

	"github.com/seed38182bad/parallax/envs"
)

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
