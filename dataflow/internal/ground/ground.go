// Package ground is what analyses of package dataflow stand on: who answers facets that no analysis provides, over
// all paths and in runs. Package world is the only Source.
package ground

import (
	"context"
	"sync"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/envs"
)

// A Source answers facets that no analysis of states provides. There is one: package world.
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

	// Aged is what a block is called from an operation on that opens a block. Imported is what the block of a callee
	// that has returned is called in its caller. Without them blocks keep their names.
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
	// Follow makes the modules that find out what has a cost, in the order in which they are told of events. objects
	// says that objects have to be told apart. sparse says that all who listen select what they are shown.
	Follow(cost Cost, objects, sparse bool) []run.Module
	// IsLock reports whether an object of a run is a lock.
	IsLock(uint64) bool
	// Gone are the lock and the variables that the last event has ended.
	Gone() (envs.Lock, []envs.Variable)
	// Incomplete says that events of the run are missing from here on.
	Incomplete()
}

// Shared is what is solved for a program, once for all analyses that run over its paths. Analyses may share it side by
// side as far as what they require has no cost in common. With nothing but a Program, nothing is solved yet.
type Shared struct {
	Program envs.Program
	mu      sync.Mutex
	solved  map[any]any
}

// Of is what a Source or a facet keeps under a key; make makes it the first time.
func (s *Shared) Of(key any, make func() any) any {
	s.mu.Lock()
	defer s.mu.Unlock()
	x, ok := s.solved[key]
	if !ok {
		x = make()
		if s.solved == nil {
			s.solved = map[any]any{}
		}
		s.solved[key] = x
	}
	return x
}
