package gosrc

import (
	"path"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/seed38182bad/parallax/envs"
)

// packageNames are found when they are first asked for.
type packageNames struct {
	once  sync.Once
	names envs.PackageNames
}

// PackageNames are the names of all packages that the program has or imports, where they are not the last element of
// the path.
func (p *Program) PackageNames() envs.PackageNames {
	p.packageNames.once.Do(func() {
		names := envs.PackageNames{}
		var roots []*packages.Package
		for _, pkg := range p.Packages {
			if pkg.Load != nil {
				roots = append(roots, pkg.Load)
			}
		}
		packages.Visit(roots, nil, func(pkg *packages.Package) {
			if pkg.Name != "" && pkg.Name != path.Base(pkg.PkgPath) {
				names[pkg.PkgPath] = pkg.Name
			}
		})
		p.packageNames.names = names
	})
	return p.packageNames.names
}

var _ envs.Packaged = (*Program)(nil)
