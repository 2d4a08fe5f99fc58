package loading

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
	"github.com/seed38182bad/parallax/envs/internal/shape"
)

func (p *Program) HasBodies(pkg *types.Package) bool { return pkg != nil && p.bodies[pkg] }

// FunctionVariable is the key of the package variable at an address, if it is of a function type; otherwise nil.
func (p *Program) FunctionVariable(addr ssa.Value) any {
	g, ok := addr.(*ssa.Global)
	if !ok || g.Object() == nil || !shape.IsFunc(g.Object().(*types.Var)) {
		return nil
	}
	return p.KeyOf(g.Pkg.Pkg, g.Object())
}

// GlobalVar is the package variable that is declared as v, nil if it is none.
func (p *Program) GlobalVar(v *types.Var) *ssa.Global {
	if v == nil || v.Pkg() == nil {
		return nil
	}
	pkg := p.Prog.Package(v.Pkg())
	if pkg == nil {
		return nil
	}
	return pkg.Var(v.Name())
}

// IsPrivate reports whether only the package of a declared function can name it, and all of the package is known.
func (p *Program) IsPrivate(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	return ok && !obj.Exported() && fn.Pkg != nil && p.HasBodies(fn.Pkg.Pkg)
}

// Declared is the function in the source that fn is, is an instance of, or wraps; of a copy of a package, that of the
// one which is shown.
func (p *Program) Declared(fn *ssa.Function) *ssa.Function {
	if fn.Synthetic != "" {
		if obj, ok := fn.Object().(*types.Func); ok {
			if f := p.Prog.FuncValue(obj.Origin()); f != nil {
				fn = f
			}
		}
	}
	return p.ShownFunc(fn)
}

// ShownFunc is fn, or if it belongs to a copy of a package the same function of the one which is shown.
func (p *Program) ShownFunc(fn *ssa.Function) *ssa.Function {
	if f := p.IDs[fn]; f != nil {
		return f.SSA
	}
	return fn
}

// PlaceOf is a place for a function none of whose instructions has one: its own, that of what it was made from, or
// the beginning of its package.
func (p *Program) PlaceOf(fn *ssa.Function) token.Pos {
	for f := fn; f != nil; f = f.Parent() {
		if f.Pos().IsValid() {
			return f.Pos()
		}
		if s := f.Syntax(); s != nil {
			return s.Pos()
		}
		if o := f.Origin(); o != nil && o.Pos().IsValid() {
			return o.Pos()
		}
		for _, pkg := range p.Packages {
			if pkg.SSA == f.Pkg {
				return pkg.start
			}
		}
	}
	if len(p.Packages) > 0 {
		return p.Packages[0].start
	}
	return token.NoPos
}

// A Package is one loaded package whose functions have bodies.
type Package struct {
	Path string
	SSA  *ssa.Package
	Load *packages.Package
	Root bool // a pattern matched it

	start token.Pos
}

// Program is what was loaded of some packages: their SSA form, and numbers of their functions.
type Program struct {
	Packages []*Package // those with bodies, by import path
	Errors   []Error

	Fset  *token.FileSet
	Prog  *ssa.Program
	names naming.Files
	Funcs []*Function
	IDs   map[*ssa.Function]*Function
	// Source is how many functions the matched packages write; what calls lead to comes after them.
	Source int
	Rest   []*ssa.Function               // what other packages write
	ifs    map[*ssa.Function][]condition // as written; see noteConditions
	// Library says that no main package was matched: code that is not seen may use what is exported.
	Library bool
	Initial []*Package                        // in the order of their initialisation
	Between map[*types.Package]bool           // of packages without bodies: whether they import one with
	Alone   bool                              // all of these are copies of packages with bodies
	Shown   map[*types.Package]*types.Package // of copies of a package, and of itself: the one that is shown
	// bodies are the packages all of whose functions are known.
	bodies  map[*types.Package]bool
	matched []*packages.Package // by the patterns
	whole   bool                // all of them could be built at once
}

// Function is one function of the program; a FuncID is its index.
type Function struct {
	ID     envs.FuncID
	SSA    *ssa.Function
	Name   string
	Callee *envs.Callee // of a static call whose arguments have no paths
	File   string       // for sorting
	offset int
}

func (p *Program) Position(pos token.Pos) envs.Position {
	at := p.Fset.Position(pos)
	return envs.Position{File: p.names.Name(at.Filename), Line: max(at.Line, 1), Col: max(at.Column, 1)}
}

// number lists the functions that are written in the source: those of the matched packages in the order of package,
// place and name, and the others in rest.
func (p *Program) number() {
	p.IDs = make(map[*ssa.Function]*Function)
	for _, pkg := range p.Packages {
		fns := p.written(pkg)
		if !pkg.Root {
			p.Rest = append(p.Rest, fns...)
			continue
		}
		start := len(p.Funcs)
		for _, fn := range fns {
			if p.IDs[fn] != nil {
				continue
			}
			f := &Function{SSA: fn}
			if file := p.Fset.File(fn.Pos()); file != nil {
				f.File, f.offset = file.Name(), file.Offset(fn.Pos())
			}
			p.IDs[fn] = f
			p.Funcs = append(p.Funcs, f)
		}
		slices.SortStableFunc(p.Funcs[start:], func(a, b *Function) int {
			return cmp.Or(
				strings.Compare(a.File, b.File),
				cmp.Compare(a.offset, b.offset),
				strings.Compare(a.SSA.Name(), b.SSA.Name()),
			)
		})
	}
	p.Source = len(p.Funcs)
	p.assign(0)
	p.numberCopies()
}

// written lists the functions with bodies that a package writes.
func (p *Program) written(pkg *Package) []*ssa.Function {
	var all []*ssa.Function
	var add func(*ssa.Function)
	add = func(fn *ssa.Function) {
		if fn == nil || fn.Blocks == nil {
			return
		}
		all = append(all, fn)
		for _, a := range fn.AnonFuncs {
			add(a)
		}
	}
	for _, name := range sortedKeys(pkg.SSA.Members) {
		switch m := pkg.SSA.Members[name].(type) {
		case *ssa.Function:
			add(m)
		case *ssa.Type:
			if named, ok := types.Unalias(m.Type()).(*types.Named); ok && named.Obj().Pkg() == pkg.SSA.Pkg {
				for i := range named.NumMethods() {
					add(p.Prog.FuncValue(named.Method(i)))
				}
			}
		}
	}
	return all
}

// WrittenAll goes through the functions that are written in the source.
func (p *Program) WrittenAll(visit func(*ssa.Function)) {
	for _, f := range p.Funcs[:p.Source] {
		visit(f.SSA)
	}
	for _, fn := range p.Rest {
		visit(fn)
	}
}

// assign gives the functions from index i on their numbers.
func (p *Program) assign(i int) {
	for ; i < len(p.Funcs); i++ {
		f := p.Funcs[i]
		f.ID, f.Name = envs.FuncID(i), naming.Func(f.SSA)
		f.Callee = &envs.Callee{Name: f.SSA.Name(), Full: (*naming.LateFunc)(f.SSA), Funcs: []envs.FuncID{f.ID}}
		if recv := f.SSA.Signature.Recv(); recv != nil {
			f.Callee.Name = naming.Method(recv.Type(), f.SSA.Name())
		}
	}
}

// Admit gives a function and its literals numbers, unless they have some, or no body.
func (p *Program) Admit(fn *ssa.Function) {
	if fn.Blocks == nil || p.IDs[fn] != nil {
		return
	}
	f := &Function{SSA: fn}
	p.IDs[fn] = f
	p.Funcs = append(p.Funcs, f)
	p.assign(len(p.Funcs) - 1)
	for _, a := range fn.AnonFuncs {
		p.Admit(a)
	}
}

// EveryFunc goes through all functions with bodies, once when they are lowered.
func (p *Program) EveryFunc(visit func(*ssa.Function)) {
	for _, f := range p.Funcs {
		visit(f.SSA)
	}
	for _, fn := range p.Rest {
		if p.IDs[fn] == nil {
			visit(fn)
		}
	}
}

// DropBodies lets the collector have the bodies of functions without a number. The literals of a generic one stay
// listed: those of its instances find their origin there.
func (p *Program) DropBodies() {
	for _, fn := range p.Rest {
		if f := p.IDs[fn]; f == nil || f.SSA != fn {
			fn.Blocks, fn.Locals, fn.Recover = nil, nil, nil
		}
	}
	p.Rest = nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// MainPackage is the one main package that the patterns match, nil if there are several, or tests.
func (p *Program) MainPackage() (of *Package) {
	for _, pkg := range p.Packages {
		switch {
		case !pkg.Root:
		case pkg.Load.ForTest != "" || of != nil && pkg.SSA.Pkg.Name() == "main":
			return nil
		case pkg.SSA.Pkg.Name() == "main":
			of = pkg
		}
	}
	return of
}

// Still reports whether a function that is not known starts no thread that executes something of the program: it is
// given no code, and its package imports none.
func (p *Program) Still(fn *ssa.Function) bool {
	return fn.Pkg != nil && !p.Between[fn.Pkg.Pkg] && !p.bodies[fn.Pkg.Pkg] && !library.TakesCode(fn)
}

// IsStd reports whether a function without a body is one of the standard library, where the path of its package says
// where it lies. None of these recovers when it is deferred.
func (p *Program) IsStd(fn *ssa.Function) bool {
	if fn.Pkg == nil {
		return false
	}
	_, err := os.Stat(filepath.Join(p.names.Goroot, "src", filepath.FromSlash(fn.Pkg.Pkg.Path())))
	return err == nil && p.names.Goroot != ""
}
