package dataflow

import (
	"context"
	"fmt"
	"sync"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// A Source answers facets that no analysis of states provides. What it is made for knows an environment from within:
// package world is the only one. The facets that an analysis requires, also by way of providers, are of one Source.
type Source interface {
	// Paths makes what answers an analysis over all paths.
	Paths() Paths
	// Runs makes what answers those who listen to runs of a program; at is where they ask.
	Runs(prog envs.Program, at *run.Position) Runs
	// Unknown answers all questions as if nothing was known.
	Unknown() any
}

// A Cost is what a Source has to find out for a facet, beyond what it knows at any time: a set of bits of its own.
type Cost uint8

// Paths answer facets over all paths, for one analysis: their methods are the questions.
type Paths interface {
	// Solve finds out what has a cost, and keeps it in shared for other analyses. solved stands for what it has found.
	Solve(ctx context.Context, shared *Shared, cost Cost) (solved any, err error)
	// Pass begins a pass over what was solved, by these Paths or by others of their Source, for an analysis with a cost.
	Pass(solved any, cost Cost) *Ground
}

// A Ground is what an engine stands on in a pass over all paths.
type Ground struct {
	Env    envs.Env
	At     *fixpoint.At // in Env
	Below  fixpoint.Below
	Roots  []fixpoint.Root
	Shapes fixpoint.Shapes // nil if they are not known yet

	// Aged is what a block is called from an operation on that opens a block, and Imported what the block of a callee that
	// has returned is called in its caller. Without them blocks keep their names.
	Aged, Imported func(envs.Block) envs.Block
	// Steady reports whether the locks held stay the same in the frame, and what that calls.
	Steady func() bool
	// Sites, if it is not nil, has an analysis without states shown each access once in each surrounding that makes a
	// difference to questions, in place of all paths. It gives false if the analysis selects something else.
	Sites func(selects func(*envs.Op) bool, scan Scan) (done bool, err error)
}

// A Scan steps over single operations of a function; see fixpoint.Engine.Scan.
type Scan = func(fn *envs.Func, each func(step func(*envs.Op))) error

// Runs answer facets in runs, for all who listen to them: their methods are the questions.
type Runs interface {
	// Asker is what somebody is answered who requires what has a cost.
	Asker(Cost) run.Asker
	// Follow makes the modules that find out what has a cost, in the order in which they are told of events. objects says
	// that objects have to be told apart, and sparse that all who listen select what they are shown.
	Follow(cost Cost, objects, sparse bool) []run.Module
	// IsLock reports whether an object of a run is a lock.
	IsLock(uint64) bool
	// Gone are the lock and the variables that the last event has ended.
	Gone() (envs.Lock, []envs.Variable)
	// Incomplete says that events of the run are missing from here on.
	Incomplete()
}

// Shared is what is solved for a program, once for all analyses that run over its paths. Analyses may share it side by
// side as far as what they require has no cost in common.
type Shared struct {
	prog   envs.Program
	mu     sync.Mutex
	solved map[any]any
}

// Share makes a Shared in which nothing is solved yet.
func Share(prog envs.Program) *Shared { return &Shared{prog: prog, solved: map[any]any{}} }

// Program is the program.
func (s *Shared) Program() envs.Program { return s.prog }

// Of is what a Source or a facet keeps under a key; make makes it the first time.
func (s *Shared) Of(key any, make func() any) any {
	s.mu.Lock()
	defer s.mu.Unlock()
	x, ok := s.solved[key]
	if !ok {
		x = make()
		s.solved[key] = x
	}
	return x
}

// Prepare solves what several analyzers require together, so that it is not solved for each of them. The more they
// require, the more calls are told apart. A checker that gives up where too much comes together may say a little more
// then than it says alone.
func (s *Shared) Prepare(ctx context.Context, analyzers ...*Analyzer) error {
	costs := map[Source]Cost{}
	var sources []Source
	for _, a := range On(OverPaths, analyzers) {
		r := a.requires()
		from := r.driver.(*paths).source
		if from == nil {
			continue
		}
		if _, known := costs[from]; !known {
			sources = append(sources, from)
		}
		costs[from] |= r.cost
	}
	for _, from := range sources {
		if _, err := from.Paths().Solve(ctx, s, costs[from]); err != nil {
			return err
		}
	}
	return nil
}

// paths are what answers an analysis over all paths: the facets of the driver itself, and those of a Source.
type paths struct {
	source Source
	world  Paths // nil if there is no source
	judges bool  // a pass came before, or none will follow
}

// of has a source answer, too.
func (p *paths) of(source Source) {
	switch {
	case p.source == nil:
		p.source, p.world = source, source.Paths()
	case p.source != source:
		panic(fmt.Sprintf("an analysis requires facets of %T and of %T, which know nothing of each other", p.source, source))
	}
}

// solve solves what the source has to find out, and gives what stands for it.
func (p *paths) solve(ctx context.Context, shared *Shared, cost Cost) (solved any, err error) {
	if p.world == nil {
		return nil, nil
	}
	return p.world.Solve(ctx, shared, cost)
}

// pass begins a pass.
func (p *paths) pass(prog envs.Program, solved any, cost Cost) *Ground {
	if p.world != nil {
		return p.world.Pass(solved, cost)
	}
	at := &fixpoint.At{Prog: prog}
	return &Ground{Env: at, At: at, Below: fixpoint.Ground(prog), Roots: fixpoint.Roots(prog, prog.Roots()...),
		Steady: func() bool { return true }}
}

func (p *paths) Moment() envs.Moment                   { return 0 }
func (p *paths) Gathers() bool                         { return !p.judges }
func (p *paths) Judges() bool                          { return p.judges }
func (p *paths) MayFail(*envs.Check) bool              { return true }
func (p *paths) MustFail(*envs.Check) bool             { return false }
func (p *paths) Known(envs.Term) (machine.Value, bool) { return machine.Value{}, false }
