// Package replay shows runs of a program to analyses: the dynamic driver. It splits the events of a run by thread and
// gives each frame an instance of the analysis (thesis, section 6.4.2).
//
// A Watch takes in events. It tells the modules, which know the locks, memory and order of the run, and then each
// Listener. A Replay is the Listener for an Analysis.
//
//	watch.go     events, in their order
//	stacks.go    threads, their frames, and how often operations were executed
//	audience.go  to whom an operation means something
//	show.go      showing something to all, and what happens if one fails
//	replay.go    the states of one analysis, frame by frame
//	env.go       what analyses ask
//	reports.go   what analyses report
package replay

import (
	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// An Analysis is an analysis of runs. Its parts are those of dataflow.Analysis, where they are described.
type Analysis[S lattice.Mergeable[S]] struct {
	Entry   func(env envs.Env, fn *envs.Func) S
	Step    func(env envs.Env, op *envs.Op, s S) S
	Branch  func(env envs.Env, op *envs.Op, taken int, s S) (S, bool)
	Enter   func(env envs.Env, call *envs.Op, s S, fn *envs.Func) (S, string)
	Return  func(env envs.Env, call *envs.Op, exit, s S) S
	Thrown  func(env envs.Env, call *envs.Op, thrown, s S) S
	Signals func(env envs.Env, m Message, s S)
	Selects func(*envs.Op) bool

	Gathered
	Cost       ground.Cost // of the facets that are required
	Unfinished bool        // Signals is told of threads that do not finish
	Checker    string      // the name of the checker, if it is one
	Provider   string      // its name in errors, if it provides a facet; what it reports is dropped then
}

// Gathered is what an analysis gathers beside its states.
type Gathered interface {
	Again() bool
	Forget(run bool, l envs.Lock, v envs.Variable)
}

// A Message is a dataflow.Message.
type Message struct {
	Kind   envs.EventKind
	Thread envs.Thread
	Of     uint64
	At     envs.Point
	Op     *envs.Op
	Done   bool
	Cut    bool
	Text   string
}
