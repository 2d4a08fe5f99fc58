package gosrc

import (
	"cmp"
	"context"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/perfunc"
)

// A Package is one loaded package whose functions have bodies.
type Package struct {
	Path string
	SSA  *ssa.Package
	Load *packages.Package
	Root bool // a pattern matched it

	start token.Pos
}

// loaded is what was loaded of some packages: their SSA form, and numbers of their functions.
type loaded struct {
	packages []*Package // those with bodies, by import path
	errors   []Error

	fset  *token.FileSet
	prog  *ssa.Program
	names naming.Files
	funcs []*function
	ids   map[*ssa.Function]*function
	// source is how many functions the matched packages write; what calls lead to
	// comes after them.
	source int
	rest   []*ssa.Function               // what other packages write
	ifs    map[*ssa.Function][]condition // as written; see noteConditions
	// library says that no main package was matched: code that is not seen may use
	// what is exported.
	library bool
	initial []*Package                        // in the order of their initialisation
	between map[*types.Package]bool           // of packages without bodies: whether they import one with
	alone   bool                              // all of these are copies of packages with bodies
	shown   map[*types.Package]*types.Package // of copies of a package, and of itself: the one that is shown
	// bodies are the packages all of whose functions are known.
	bodies  map[*types.Package]bool
	matched []*packages.Package // by the patterns
	whole   bool                // all of them could be built at once
}

// function is one function of the program; a FuncID is its index.
type function struct {
	id     envs.FuncID
	ssa    *ssa.Function
	name   string
	callee *envs.Callee // of a static call whose arguments have no paths
	file   string       // for sorting
	offset int
}

// Load reads the packages that the patterns match and lowers their functions.
//
// What cannot be read does not stop it: a package with an error, or one that
// imports such a package, is listed in Program.Errors, and the others are lowered.
// Load fails if nothing at all can be read: the go command does not work, no
// package matches, or ctx is done.
func Load(ctx context.Context, cfg Config) (*Program, error) {
	p, err := open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if err := p.lowerAll(ctx); err != nil {
		return nil, err
	}
	if !cfg.KeepSyntax {
		p.dropRest()
	}
	return p, nil
}

// open loads and builds, and numbers the functions of the source, but lowers nothing.
func open(ctx context.Context, cfg Config) (*Program, error) {
	of, err := loadPackages(ctx, cfg)
	if err != nil {
		return nil, err
	}
	p := &Program{loaded: of, Packages: of.packages}
	p.effects.p, p.constants.p, p.callers.p, p.uses.p = p, of, of, p
	for i := range of.source {
		p.roots = append(p.roots, envs.FuncID(i))
	}
	p.noteAnnotations()
	p.sortErrors()
	p.Errors = of.errors
	if !cfg.KeepSyntax {
		p.dropSyntax()
	}
	return p, nil
}

// dropRest lets the collector have what is not needed once all functions are lowered.
func (p *Program) dropRest() {
	if len(p.rest) > 0 { // what these say of variables and calls is wanted later
		p.constants.once.Do(p.constants.find)
		p.callers.once.Do(p.callers.find)
		p.uses.once.Do(p.uses.find)
	}
	p.dropBodies()
}

// A Program is a set of Go packages as operations. It implements envs.Program and
// may be used by several goroutines at once.
type Program struct {
	// Packages are those with bodies, by import path.
	Packages []*Package
	// Errors is what could not be read, by position.
	Errors []Error

	*loaded
	packageNames packageNames
	roots        []envs.FuncID
	code         []lowered // by FuncID

	locs  locTable
	cha   hierarchy
	conds condTable

	besides   besides
	iterators iterators
	// accessors are functions that return addresses, by *ssa.Function: *accessor.
	accessors sync.Map
	flows     flows
	alike     alike
	spare     sync.Pool // of *lowerer, for Map
	effects   effects   // what functions write, for details
	constants constants // package variables that are never assigned again
	spawners  spawners  // functions that start what they are given
	callers   callers   // functions all of whose calls are known
	uses      uses
	locked    library.LockedTypes

	annotated annotated

	positions perfunc.Table[[]token.Pos] // by pc, like all tables of slices
	details   perfunc.Table[[]*envs.Detail]
	groups    perfunc.Table[map[int32]groupOp]
	spelled   perfunc.Table[map[envs.Reg]string]
	bases     perfunc.Table[[]*envs.Path]
	portions  perfunc.Table[map[int32]local.Portion]
	arounds   perfunc.Table[map[int32]*envs.Loc]
	starting  perfunc.Table[map[envs.Reg]ssa.Value]
	spawns    perfunc.Table[map[int32]*envs.Callee]
	referred  perfunc.Table[referred]
}

// lowered is a function as operations.
type lowered struct {
	ops       *envs.Func
	divisions []division
	nested    bool // it accesses fields of fields
}

// NumFuncs is the number of functions.
func (p *Program) NumFuncs() int { return len(p.funcs) }

// Func returns a function. It is never nil: functions without a body have no
// number.
func (p *Program) Func(id envs.FuncID) *envs.Func { return p.code[id].ops }

// Structured is true: Go code pairs Lock with Unlock, conditions included, and
// unlocks by defer what must not stay locked in a panic.
func (p *Program) Structured() bool { return true }

// Roots are the functions of the packages that the patterns matched, generic ones
// as they are written and function literals included, but not instances and
// wrappers.
func (p *Program) Roots() []envs.FuncID {
	return p.roots
}

// SSA is the function that was lowered to function id.
func (p *Program) SSA(id envs.FuncID) *ssa.Function { return p.funcs[id].ssa }

// FuncOf is the number of an SSA function, if it has one.
func (p *Program) FuncOf(fn *ssa.Function) (envs.FuncID, bool) {
	f := p.ids[fn]
	if f == nil {
		return 0, false
	}
	return f.id, true
}

// Fset maps the positions in SSA and syntax.
func (p *Program) Fset() *token.FileSet { return p.fset }

// Position is where a point lies: the operation's own place, that of its operands,
// or that of the nearest operation that has one.
func (p *Program) Position(pt envs.Point) envs.Position { return p.position(p.positionIn(pt)) }

func (p *Program) positionIn(pt envs.Point) token.Pos {
	return p.positions.Of(p.NumFuncs(), pt.Func(), p.positionsOf)[pt.PC()]
}

func (p *loaded) position(pos token.Pos) envs.Position {
	at := p.fset.Position(pos)
	return envs.Position{File: p.names.Name(at.Filename), Line: max(at.Line, 1), Col: max(at.Column, 1)}
}

// number lists the functions that are written in the source: those of the matched
// packages in the order of package, place and name, and the others in rest.
func (p *loaded) number() {
	p.ids = make(map[*ssa.Function]*function)
	for _, pkg := range p.packages {
		fns := p.written(pkg)
		if !pkg.Root {
			p.rest = append(p.rest, fns...)
			continue
		}
		start := len(p.funcs)
		for _, fn := range fns {
			if p.ids[fn] != nil {
				continue
			}
			f := &function{ssa: fn}
			if file := p.fset.File(fn.Pos()); file != nil {
				f.file, f.offset = file.Name(), file.Offset(fn.Pos())
			}
			p.ids[fn] = f
			p.funcs = append(p.funcs, f)
		}
		slices.SortStableFunc(p.funcs[start:], func(a, b *function) int {
			return cmp.Or(
				strings.Compare(a.file, b.file),
				cmp.Compare(a.offset, b.offset),
				strings.Compare(a.ssa.Name(), b.ssa.Name()),
			)
		})
	}
	p.source = len(p.funcs)
	p.assign(0)
	p.numberCopies()
}

// written lists the functions with bodies that a package writes.
func (p *loaded) written(pkg *Package) []*ssa.Function {
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
					add(p.prog.FuncValue(named.Method(i)))
				}
			}
		}
	}
	return all
}

// writtenAll goes through the functions that are written in the source.
func (p *loaded) writtenAll(visit func(*ssa.Function)) {
	for _, f := range p.funcs[:p.source] {
		visit(f.ssa)
	}
	for _, fn := range p.rest {
		visit(fn)
	}
}

// assign gives the functions from index i on their numbers.
func (p *loaded) assign(i int) {
	for ; i < len(p.funcs); i++ {
		f := p.funcs[i]
		f.id, f.name = envs.FuncID(i), naming.Func(f.ssa)
		f.callee = &envs.Callee{Name: f.ssa.Name(), Full: (*naming.LateFunc)(f.ssa), Funcs: []envs.FuncID{f.id}}
		if recv := f.ssa.Signature.Recv(); recv != nil {
			f.callee.Name = naming.Method(recv.Type(), f.ssa.Name())
		}
	}
}

// admit gives a function and its literals numbers, unless they have some, or no body.
func (p *loaded) admit(fn *ssa.Function) {
	if fn.Blocks == nil || p.ids[fn] != nil {
		return
	}
	f := &function{ssa: fn}
	p.ids[fn] = f
	p.funcs = append(p.funcs, f)
	p.assign(len(p.funcs) - 1)
	for _, a := range fn.AnonFuncs {
		p.admit(a)
	}
}

// everyFunc goes through all functions with bodies, once when they are lowered.
func (p *loaded) everyFunc(visit func(*ssa.Function)) {
	for _, f := range p.funcs {
		visit(f.ssa)
	}
	for _, fn := range p.rest {
		if p.ids[fn] == nil {
			visit(fn)
		}
	}
}

// dropBodies lets the collector have the bodies of functions without a number. The
// literals of a generic one stay listed: those of its instances find their origin there.
func (p *loaded) dropBodies() {
	for _, fn := range p.rest {
		if f := p.ids[fn]; f == nil || f.ssa != fn {
			fn.Blocks, fn.Locals, fn.Recover = nil, nil, nil
		}
	}
	p.rest = nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

var _ envs.Program = (*Program)(nil)
