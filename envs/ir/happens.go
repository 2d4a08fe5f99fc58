package ir

import "github.com/seed38182bad/parallax/envs"

// step emits the event of the operation that t executed. It also emits what orders the
// operation with those of other threads, beyond locks, Fork and Join. A store to a
// volatile variable happens before every later load of it (JLS, section 17.4.4). A wait
// and a notify order through the monitor alone.
func (m *machine) step(t *thread, obj uint64, done bool) {
	if m.emit != nil {
		m.tell(t, obj, done)
	}
}

func (m *machine) tell(t *thread, obj uint64, done bool) {
	f := t.top()
	op := &f.code.fn.Ops[f.pc]
	if op.Is(envs.Volatile) && op.Kind == envs.Load {
		m.event(envs.Event{Kind: envs.Observe, Func: f.code.fn.ID, PC: f.pc, Thread: envs.Thread(t.id),
			Obj: m.volatile(f, obj)})
	}
	m.event(envs.Event{Kind: envs.Step, Done: done, Func: f.code.fn.ID, PC: f.pc, Thread: envs.Thread(t.id), Obj: obj})
	if op.Is(envs.Volatile) && op.Kind == envs.Store {
		m.event(envs.Event{Kind: envs.Signal, Func: f.code.fn.ID, PC: f.pc, Thread: envs.Thread(t.id),
			Obj: m.volatile(f, obj)})
	}
}

// volatile is the identity of the volatile variable that a frame accesses: that of the
// object and, in the upper half, the number of the field. It is no object's, which may be a
// lock.
func (m *machine) volatile(f *frame, obj uint64) uint64 {
	if in := &f.code.insts[f.pc]; in.code == oLoadField || in.code == oStoreField {
		return obj | uint64(in.n+1)<<32
	}
	return obj | 1<<63
}

// element is the identity of an element: that of the array and, in the upper half, the
// number of the element. What is beyond the cut-off is one.
func (m *machine) element(array int32, i int64) uint64 {
	if i >= int64(m.opts.Elements) {
		return uint64(array)
	}
	return uint64(array) | uint64(i+1)<<32
}
