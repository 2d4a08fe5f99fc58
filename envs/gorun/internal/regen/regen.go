package regen

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// Options of [Regenerate]. The zero value writes every function that can be written, without probes.
type Options struct {
	// Probes are inserted.
	Probes Probes
	// Overlay are texts of files that were loaded in place of those that are there.
	Overlay map[string][]byte
	// Keep returns why a function shall keep its body, or "". Nil keeps none but those that cannot be written.
	Keep func(*ssa.Function) string
}

// A Result is regenerated source and what was left as it was.
type Result struct {
	Files    map[string][]byte // file name -> new text, to be used as an overlay
	Packages []Coverage        // in the order of the packages given
	Kept     []Kept            // by position
}

// Coverage counts the functions of a package: declarations with a body and the function literals of package-level
// initialisers. Literals within functions count with them.
type Coverage struct {
	Package            string
	Functions, Written int
}

// Kept is a function that keeps its body.
type Kept struct {
	Func   string
	At     token.Pos
	Pos    token.Position // the same for people
	Reason string
}

func (k Kept) String() string {
	return fmt.Sprintf("%s: %s keeps its body: %s", k.Pos, k.Func, k.Reason)
}

// Regenerate writes the functions of the packages back as Go source. The program must have been built from the same
// packages, which have been loaded with their files, syntax, types and imports. A file that belongs to several packages
// (a package and its test variant) is written once, from the package with the most files.
//
// A package with errors is an error. A function that cannot be written is none: it keeps its body and is listed in
// Kept. So does one whose text is not Go or does not type-check.
func Regenerate(prog *ssa.Program, pkgs []*packages.Package, opts Options) (*Result, error) {
	res := &Result{Files: map[string][]byte{}}
	imports := newImportMap(pkgs)
	for _, p := range pick(pkgs) {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("package %s: %w", p.ID, p.Errors[0])
		}
		g, err := newPackageGen(prog, p, &opts, imports)
		if err != nil {
			return nil, err
		}
		g.generate()
		c := Coverage{Package: p.ID}
		for _, f := range g.files {
			for _, t := range f.targets {
				c.Functions++
				if t.kept == "" {
					c.Written++
					continue
				}
				pos := token.NoPos
				if t.decl != nil {
					pos = t.decl.Name.Pos()
				} else {
					pos = t.lit.Pos()
				}
				res.Kept = append(res.Kept, Kept{t.name(), pos, p.Fset.Position(pos), t.kept})
			}
			res.Files[f.name] = f.text
		}
		res.Packages = append(res.Packages, c)
	}
	slices.SortFunc(res.Kept, func(a, b Kept) int {
		return cmp.Or(cmp.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Offset, b.Pos.Offset))
	})
	return res, nil
}

// pick chooses, of packages that share a file, the one with the most files.
func pick(pkgs []*packages.Package) []*packages.Package {
	best := map[string]*packages.Package{}
	for _, p := range pkgs {
		for _, f := range p.GoFiles {
			if b := best[f]; b == nil || len(p.GoFiles) > len(b.GoFiles) {
				best[f] = p
			}
		}
	}
	var list []*packages.Package
	for _, p := range pkgs {
		if !strings.HasSuffix(p.ID, ".test") && len(p.Syntax) > 0 && len(p.GoFiles) > 0 && best[p.GoFiles[0]] == p {
			list = append(list, p)
		}
	}
	return list
}

// declared finds the SSA function of a declaration.
func declared(sp *ssa.Package, p *packages.Package, d *ast.FuncDecl) *ssa.Function {
	o, ok := p.TypesInfo.Defs[d.Name].(*types.Func)
	if !ok {
		return nil
	}
	return sp.Prog.FuncValue(o)
}
