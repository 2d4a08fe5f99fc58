package gosrc

import (
	"context"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/calls"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/declared"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/details"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/lower"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/memory"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/perfunc"
)

// Load reads the packages that the patterns match and lowers their functions.
//
// What cannot be read does not stop it. A package with an error, or one that imports such a package, is listed in
// Program.Errors, and the others are lowered. Load fails if nothing at all can be read: the go command does not work,
// no package matches, or ctx is done.
func Load(ctx context.Context, cfg Config) (*Program, error) {
	p, err := open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if err := p.lowering.All(ctx); err != nil {
		return nil, err
	}
	if !cfg.KeepSyntax {
		p.dropRest()
	}
	return p, nil
}

// open loads and builds, and numbers the functions of the source, but lowers nothing.
func open(ctx context.Context, cfg Config) (*Program, error) {
	of, err := loading.Load(ctx, cfg, declared.Atomic, declared.Mark)
	if err != nil {
		return nil, err
	}
	p := &Program{src: of, Packages: of.Packages, annotated: declared.Read(of), calls: calls.New(of)}
	p.classes = memory.New(of, p.calls, p.annotated)
	p.lowering = lower.New(of, p.annotated, p.calls, p.classes)
	p.values = details.New(of, p.Func, p.classes.IsFinal)
	for i := range of.Source {
		p.roots = append(p.roots, envs.FuncID(i))
	}
	p.knows = envs.Knowledge{
		Structured: true, Packages: packageNames(of.Packages), NameOf: p.nameOf,
		Start: p.start, Ends: p.ends, Closed: p.closed, Starts: p.starts, Group: p.group, Forced: p.forced,
		Base: p.base, Around: p.around, Beside: p.beside, Divided: p.divided,
		MayRefer: p.mayRefer, Makes: p.makes, ReturnsNone: p.returnsNone, ReturnsError: p.returnsError,
	}
	p.src.SortErrors()
	p.Errors = of.Errors
	if !cfg.KeepSyntax {
		p.src.DropSyntax()
	}
	return p, nil
}

// dropRest lets the collector have what is not needed once all functions are lowered.
func (p *Program) dropRest() {
	if len(p.src.Rest) > 0 { // what these say of variables and calls is wanted later
		p.values.Complete()
		p.calls.Complete()
	}
	p.src.DropBodies()
}

// A Program is a set of Go packages as operations. It implements envs.Program and may be used by several goroutines
// at once.
type Program struct {
	// Packages are those with bodies, by import path.
	Packages []*Package
	// Errors is what could not be read, by position.
	Errors []Error

	src       *loading.Program
	annotated *declared.Annotations
	calls     *calls.Graph    // who is called
	classes   *memory.Classes // of memory
	lowering  *lower.Program
	values    *details.Details // what operations do with values

	roots []envs.FuncID
	knows envs.Knowledge

	positions perfunc.Table[[]token.Pos] // by pc, like all tables of slices
	details   perfunc.Table[[]*envs.Detail]
	groups    perfunc.Table[map[int32]groupOp]
	spelled   perfunc.Table[map[envs.Reg]string]
	bases     perfunc.Table[[]*envs.Path]
	portions  perfunc.Table[map[int32]local.Portion]
	arounds   perfunc.Table[map[int32]*envs.Loc]
	starting  perfunc.Table[map[envs.Reg]ssa.Value]
	spawns    perfunc.Table[map[int32]*envs.Callee]
	referred  perfunc.Table[details.References]
}

// NumFuncs is the number of functions.
func (p *Program) NumFuncs() int { return len(p.src.Funcs) }

// Func returns a function. It is never nil: functions without a body have no number.
func (p *Program) Func(id envs.FuncID) *envs.Func { return p.lowering.Func(id) }

// Knows is what the source tells beyond operations. It is Structured: Go code pairs Lock with Unlock, conditions
// included, and unlocks by defer what must not stay locked in a panic.
func (p *Program) Knows() *envs.Knowledge { return &p.knows }

// Roots are the functions of the packages that the patterns matched, generic ones as they are written and function
// literals included, but not instances and wrappers.
func (p *Program) Roots() []envs.FuncID {
	return p.roots
}

// SSA is the function that was lowered to function id.
func (p *Program) SSA(id envs.FuncID) *ssa.Function { return p.src.Funcs[id].SSA }

// FuncOf is the number of an SSA function, if it has one.
func (p *Program) FuncOf(fn *ssa.Function) (envs.FuncID, bool) {
	f := p.src.IDs[fn]
	if f == nil {
		return 0, false
	}
	return f.ID, true
}

// Fset maps the positions in SSA and syntax.
func (p *Program) Fset() *token.FileSet { return p.src.Fset }

// Position is where a point lies: the operation's own place, that of its operands, or that of the nearest operation
// that has one.
func (p *Program) Position(pt envs.Point) envs.Position { return p.src.Position(p.positionIn(pt)) }

// PositionOf is a place in SSA or syntax.
func (p *Program) PositionOf(pos token.Pos) envs.Position { return p.src.Position(pos) }

func (p *Program) positionIn(pt envs.Point) token.Pos {
	return p.positions.Of(p.NumFuncs(), pt.Func(), p.positionsOf)[pt.PC()]
}

var _ envs.Program = (*Program)(nil)
