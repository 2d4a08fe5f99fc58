package replay

import (
	"fmt"

	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/envs"
)

// stacks are the threads of a run, and which frames they have.
type stacks struct {
	prog    envs.Program
	threads map[envs.Thread]*thread
	// by number; where threads take turns, each event saves a look into the map: a tenth of eraser's time
	recent [64]*thread
	free   []int32 // indices of threads that have ended
	size   int32   // indices in use, or that were

	counts      [][]count             // by function and operation
	sharedSides map[*envs.Op]*envs.Op // see onSharedSide
}

// A thread is a thread, and whether the modules have been told that it started and goes on.
type thread struct {
	run.Thread
	state threadState
}

type threadState uint8

const (
	observing threadState = iota // it has only observed so far
	waiting                      // it has given back a monitor, which it takes again before it does anything
	executing
)

// A count is how often an operation was executed, and to whom it means something.
type count struct {
	n  int64
	to audience
}

// forget begins another run.
func (s *stacks) forget() {
	s.threads, s.recent = map[envs.Thread]*thread{}, [len(s.recent)]*thread{}
	s.free, s.size = nil, 0
}

// thread finds a thread.
func (s *stacks) thread(id envs.Thread) *thread {
	recent := &s.recent[uint64(id)%uint64(len(s.recent))]
	if t := *recent; t != nil && t.ID == id {
		return t
	}
	t := s.threads[id]
	if t == nil {
		t = &thread{Thread: run.Thread{ID: id}}
		if n := len(s.free); n > 0 {
			t.Index, s.free = s.free[n-1], s.free[:n-1]
		} else {
			t.Index = s.size
			s.size++
		}
		s.threads[id] = t
	}
	*recent = t
	return t
}

// end forgets a thread.
func (s *stacks) end(t *thread) {
	delete(s.threads, t.ID)
	s.free = append(s.free, t.Index)
	s.recent[uint64(t.ID)%uint64(len(s.recent))] = nil
}

// function finds the function of an event, nil if there is none.
func (s *stacks) function(id envs.FuncID) *envs.Func {
	if id < 0 || int(id) >= s.prog.NumFuncs() {
		return nil
	}
	return s.prog.Func(id)
}

// push pushes a frame.
func (s *stacks) push(t *thread, ev *envs.Event) error {
	fn := s.function(ev.Func)
	if fn == nil {
		return fmt.Errorf("thread %d enters function %d, which the program does not have", ev.Thread, ev.Func)
	}
	for int(fn.ID) >= len(s.counts) {
		s.counts = append(s.counts, nil)
	}
	f := run.Frame{Fn: fn}
	if len(t.Frames) > 0 && ev.Direct {
		f.Direct = true
		if f.Call = t.Top().Op; f.Call != nil {
			f.Call = f.Call.Calling(fn.ID)
		}
	}
	t.Frames = append(t.Frames, f)
	return nil
}

// pop pops a frame.
func (t *thread) pop() {
	*t.Top() = run.Frame{}
	t.Frames = t.Frames[:len(t.Frames)-1]
}

// count is that of an operation of a function that was entered, nil if it has none there.
func (x *Watch) count(fn *envs.Func, pc int32) *count {
	if c := x.counts[fn.ID]; uint32(pc) < uint32(len(c)) {
		return &c[pc]
	}
	return x.newCount(fn, pc)
}

// newCount makes room for the counts of a function, which may have grown: a trace shows its operations one after the
// other.
func (x *Watch) newCount(fn *envs.Func, pc int32) *count {
	if uint32(pc) >= uint32(len(fn.Ops)) {
		return nil
	}
	c := &x.counts[fn.ID]
	for i := len(*c); i < len(fn.Ops); i++ {
		*c = append(*c, count{to: x.audience(&fn.Ops[i], run.Told)})
	}
	return &(*c)[pc]
}

// onSharedSide is an operation of a lock that was executed on its shared side.
func (s *stacks) onSharedSide(op *envs.Op) *envs.Op {
	shared := s.sharedSides[op]
	if shared == nil {
		c := *op
		c.Flags |= envs.Shared
		shared = &c
		if s.sharedSides == nil {
			s.sharedSides = map[*envs.Op]*envs.Op{}
		}
		s.sharedSides[op] = shared
	}
	return shared
}
