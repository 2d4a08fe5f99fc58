// Package run is what follows a run of a program: modules, each with a state of its own. A module takes in events by
// one method and answers one facet of envs.Env. Here is what they have in common: threads, their frames, and the place
// that a question is about.
//
//	module   follows                                              answers        is told after
//	intern   numbers of locks and variables                       names
//	held     the locks that each thread holds, monitor blocks     envs.Locks     intern
//	happens  vector clocks of threads, locks and signals          envs.Threads   intern
//	memory   last and next accesses of variables, ownership       envs.Memory    held, happens
//
// The driver (package dataflow) finds the thread, the frame and the operation of an event. It tells the modules of it
// in this order, and then shows it to the checkers.
package run

import "github.com/seed38182bad/parallax/envs"

// A Module follows one side of a run.
type Module interface {
	// Begin begins a pass: another run, or the same one if it is shown again. Threads, locks and objects are new.
	Begin(Pass)
	// Selects says what events of a kind are to the module, and those of Steps by their operation: op is nil for all
	// other kinds. It is asked once for each of them.
	Selects(kind envs.EventKind, op *envs.Op) Interest
	// Event takes in an event that the module selects: what a thread does, and if that is a Step the operation. A Leave
	// is told before the frame is popped.
	Event(t *Thread, op *envs.Op, ev Event)
}

// An Interest says what an event is to a module.
type Interest uint8

// What an event may be to a module.
const (
	Nothing Interest = iota // it is not told of it
	Told                    // it is told of it, but runs may leave it out
	Needed                  // runs must not leave it out
)

// An Event is what modules have to know of an envs.Event beside its thread and operation. As a value it needs no
// memory.
type Event struct {
	Obj    uint64
	Kind   envs.EventKind
	Done   bool
	Direct bool
}

// EventOf is the event for modules.
func EventOf(ev *envs.Event) Event { return Event{ev.Obj, ev.Kind, ev.Done, ev.Direct} }

// Two more kinds of events for modules.
const (
	// Start comes before the first event of a thread that is no Observe: so far the thread has only learned.
	Start = envs.NumEventKinds + iota
	// Resume comes before what a thread does after a Wait: it has its monitor again. Signals and Observes may be told
	// of a thread that still waits.
	Resume

	NumKinds // the number of kinds, not one of them
)

// A Pass is one time that a run is shown.
type Pass struct {
	Whole bool // the run is over: each pass shows all of it
	Again bool // it was shown before
}

// A Thread is a thread and its frames.
type Thread struct {
	ID     envs.Thread
	Index  int32 // for tables of what is known of threads: small, and used again after the thread has ended
	Frames []Frame
	Steps  int64 // that the thread has made
}

// Depth is how many frames there are.
func (t *Thread) Depth() int32 { return int32(len(t.Frames)) }

// Top is the frame that executes.
func (t *Thread) Top() *Frame { return &t.Frames[len(t.Frames)-1] }

// A Frame is a frame on the stack of a thread.
type Frame struct {
	Fn     *envs.Func
	Op     *envs.Op // the operation that it is at, nil before the first
	Call   *envs.Op // the call it was entered by, nil if unknown
	Direct bool     // called by the frame below's operation
}

// Args are the names that the caller has for what it passed, nil if they are not known.
func (f *Frame) Args() []*envs.Path {
	if f.Call == nil || f.Call.Callee == nil {
		return nil
	}
	return f.Call.Callee.Args
}

// A Position is the place that questions are about. It belongs to the driver, which moves it.
type Position struct {
	Thread *Thread
	Depth  int // of the frame, from 0 on
	Fn     *envs.Func
	Op     *envs.Op // nil at the beginning of a frame
	Moves  uint64   // how often it was moved: an answer about a Step is valid as long as this stays the same
	Asker  *Asker
}

// An Asker is what the checker that asks requires. What it is told does not depend on who else listens.
type Asker struct {
	Variables bool // questions about variables, and not about objects only
	Order     bool // questions about happens-before
	Signals   bool // what orders threads is followed for it
}

// Move moves the position to op in the frame with index depth.
func (p *Position) Move(t *Thread, depth int, op *envs.Op) {
	p.Thread, p.Depth, p.Op, p.Fn = t, depth, op, t.Frames[depth].Fn
	p.Moves++
}

// Point is the operation.
func (p *Position) Point() envs.Point {
	if p.Op == nil {
		return envs.At(p.Fn.ID, 0)
	}
	return envs.At(p.Fn.ID, p.Op.PC)
}
