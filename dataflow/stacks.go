package dataflow

import (
	"fmt"

	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/envs"
)

// stacks are the threads of a run, and which frames they have.
type stacks struct {
	prog    envs.Program
	threads map[envs.Thread]*thread
	last    *thread
	free    []int32 // indices of threads that have ended
	size    int32   // indices in use, or that were

	counts      []*counter            // by function
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

// A counter is how often the operations of a function were executed, and to whom they mean something, by pc.
type counter struct {
	n  []int64
	to []audience
}

// forget begins another run.
func (s *stacks) forget() {
	s.threads, s.last = map[envs.Thread]*thread{}, nil
	s.free, s.size = nil, 0
}

// thread finds a thread.
func (s *stacks) thread(id envs.Thread) *thread {
	t := s.last
	if t != nil && t.ID == id {
		return t
	}
	if t = s.threads[id]; t == nil {
		t = &thread{Thread: run.Thread{ID: id}}
		if n := len(s.free); n > 0 {
			t.Index, s.free = s.free[n-1], s.free[:n-1]
		} else {
			t.Index = s.size
			s.size++
		}
		s.threads[id] = t
	}
	s.last = t
	return t
}

// end forgets a thread.
func (s *stacks) end(t *thread) {
	delete(s.threads, t.ID)
	s.free = append(s.free, t.Index)
	s.last = nil
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

// step finds the operation that the topmost frame executes, and the counts of its function.
func (x *Watch) operation(t *thread, ev *envs.Event) (f *run.Frame, op *envs.Op, c *counter, err error) {
	if len(t.Frames) == 0 {
		return nil, nil, nil, fmt.Errorf("thread %d executes operation %d outside any function", ev.Thread, ev.PC)
	}
	f = t.Top()
	if id := int(f.Fn.ID); id < len(x.counts) {
		c = x.counts[id]
	}
	if c == nil || uint32(ev.PC) >= uint32(len(c.n)) {
		if ev.PC < 0 || int(ev.PC) >= len(f.Fn.Ops) {
			return nil, nil, nil, fmt.Errorf("thread %d: %s has no operation %d", ev.Thread, f.Fn.Name, ev.PC)
		}
		c = x.countsOf(f.Fn)
	}
	op = &f.Fn.Ops[ev.PC]
	if ev.Direct && (op.Kind == envs.Acquire || op.Kind == envs.TryAcquire || op.Kind == envs.Release) {
		op = x.onSharedSide(op)
	}
	return f, op, c, nil
}

// countsOf makes room for the counts of a function, which may have grown: a trace shows its operations one after the
// other.
func (x *Watch) countsOf(fn *envs.Func) *counter {
	for int(fn.ID) >= len(x.counts) {
		x.counts = append(x.counts, nil)
	}
	c := x.counts[fn.ID]
	if c == nil {
		c = &counter{}
		x.counts[fn.ID] = c
	}
	if more := len(fn.Ops) - len(c.n); more > 0 {
		c.n = append(c.n, make([]int64, more)...)
		for pc := len(c.to); pc < len(c.n); pc++ {
			c.to = append(c.to, x.audience(&fn.Ops[pc], run.Told))
		}
	}
	return c
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
