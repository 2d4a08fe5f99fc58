package ir

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
)

// An End says how a run ended.
type End uint8

// How a run may end.
const (
	Completed   End = iota // every thread ended
	Deadlock               // some threads have not ended, and none can go on
	StepLimit              // Options.MaxSteps was reached
	ThreadLimit            // more than Options.MaxThreads threads were started
)

// String is "completed", "deadlock", "step limit" or "thread limit".
func (e End) String() string {
	if e <= ThreadLimit {
		return [...]string{"completed", "deadlock", "step limit", "thread limit"}[e]
	}
	return fmt.Sprintf("end(%d)", uint8(e))
}

// A Result is how a run ended and what it left behind.
type Result struct {
	End      End
	Steps    int        // operations executed, by all threads
	Threads  int        // threads started, main included
	Uncaught []Uncaught // in the order in which they were thrown
	Blocked  []Blocked  // in a deadlock: the threads that cannot go on

	m *machine
}

// Uncaught is an exception that ended a thread. The other threads go on.
type Uncaught struct {
	Thread envs.Thread
	Value  Value
	At     envs.Point // where it was thrown
}

// Blocked is a thread that cannot go on.
type Blocked struct {
	Thread envs.Thread
	At     envs.Point
	Obj    uint64      // the lock, 0 at a join
	For    envs.Thread // who holds the lock or is to be joined, 0 if nobody
	Notify bool        // it waits to be notified
}

// Global is the value of a variable, object or constant that the program
// declares, 0 if there is none of this name.
func (r *Result) Global(name string) Value { return r.m.global(name) }

// Field is the value of a field of an object; false if v has no such field.
func (r *Result) Field(v Value, field string) (Value, bool) { return r.m.fieldOf(v, field) }

func (m *machine) global(name string) Value {
	g, ok := m.p.byName[name].(*global)
	switch {
	case !ok:
		return Value{}
	case g.kind == finalGlobal:
		return g.value
	}
	return m.vars[g.slot]
}

func (m *machine) fieldOf(v Value, field string) (Value, bool) {
	f, o := m.p.fields[field], m.object(v)
	if f == nil || o == nil || o.class != f.class {
		return Value{}, false
	}
	return o.slots[f.slot], true
}

// A State is the concrete state before an operation, seen from the thread that
// is about to execute it.
type State struct {
	m *machine
	t *thread
}

// Thread is the thread that is about to execute the operation.
func (s *State) Thread() envs.Thread { return envs.Thread(s.t.id) }

// Point is the operation.
func (s *State) Point() envs.Point {
	f := s.t.top()
	return envs.At(f.code.fn.ID, f.pc)
}

// Depth is the number of the thread's frames, from 1.
func (s *State) Depth() int { return len(s.t.frames) }

// Frame is where the frame stands that is n calls below the topmost: Frame(0) is
// Point(), Frame(1) the call that entered it.
func (s *State) Frame(n int) envs.Point {
	f := &s.t.frames[len(s.t.frames)-1-n]
	return envs.At(f.code.fn.ID, f.pc)
}

// Reg is the contents of a register of the topmost frame. A register that was
// not assigned yet holds 0.
func (s *State) Reg(r envs.Reg) Value {
	if r <= 0 {
		return Value{}
	}
	return s.t.regs[int(s.t.top().base)+int(r)]
}

// Len is the length of the array that v refers to, and whether it refers to one.
func (s *State) Len(v Value) (int, bool) {
	if o := s.m.object(v); o != nil && o.class == anArray {
		return len(o.slots), true
	}
	return 0, false
}
