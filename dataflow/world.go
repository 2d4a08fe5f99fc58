package dataflow

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
)

// A world is a run as far as it does not depend on a checker: who executes what,
// which locks are held, what was accessed, and what happened before what. Checkers of
// one run share it.
type world struct {
	prog    envs.Program
	needs   Needs
	objects bool // some checker takes objects for what threads share
	sparse  bool // all checkers select
	threads map[envs.Thread]*thread
	last    *thread
	free    []int32 // indices of threads that have ended
	size    int32   // indices in use, or that were

	inSequence  bool                  // see sequenced
	sharedSides map[*envs.Op]*envs.Op // see onSharedSide

	audience func(*envs.Op) audience // to whom an operation means something

	starts map[envs.FuncID]bool      // what threads were started with
	told   map[envs.Thread]envs.Lock // the groups that ends of threads are told
	blocks int64                     // blocks opened so far
	whole  bool                      // the run is over, and may be shown again
	seen   bool                      // it was shown before
	counts []*counter                // by function

	ids    *identities
	memory memory
	later  later // of a whole run
	order  order

	popped frameAt
}

// A thread is what a world knows of a thread.
type thread struct {
	id    envs.Thread
	index int32 // small, and used again after the thread has ended

	held     holds
	released envs.Point
	away     *lockState // the lock that it has given back to wait, and takes again before it does anything
	frames   []frameAt
	forked   envs.Thread // lately, 0 if it is not known
	clocks
}

// frameAt is where a frame of a thread is.
type frameAt struct {
	fn     *envs.Func
	op     *envs.Op // the operation it is at
	call   *envs.Op // the call it was entered by, nil if unknown
	counts *counter
	direct bool // called by the frame below's operation
}

// sequenced reports whether runs of a program show accesses in the order in which they were made.
func sequenced(prog envs.Program) bool {
	s, ok := prog.(envs.Sequenced)
	return ok && s.Sequenced()
}

// sequenced may become true with the first event of a run: a file says so.
func (w *world) sequenced() bool {
	w.inSequence = w.inSequence || sequenced(w.prog)
	return w.inSequence
}

func newWorld(prog envs.Program, needs Needs, to func(*envs.Op) audience) *world {
	w := &world{prog: prog, needs: needs, audience: to, counts: make([]*counter, prog.NumFuncs())}
	w.forget()
	return w
}

// forget begins another run: threads, locks and objects are new.
func (w *world) forget() {
	w.threads, w.last = map[envs.Thread]*thread{}, nil
	w.starts = map[envs.FuncID]bool{}
	w.told = map[envs.Thread]envs.Lock{}
	w.free, w.size = nil, 0
	ids := newIdentities(w.prog)
	if w.seen {
		ids.recall(w.ids)
	}
	w.ids = ids
	w.memory = memory{}
	w.order = newOrder()
}

// thread finds the thread of an event.
func (w *world) thread(id envs.Thread) *thread {
	t := w.last
	if t != nil && t.id == id {
		return t
	}
	if t = w.threads[id]; t == nil {
		t = &thread{id: id}
		if n := len(w.free); n > 0 {
			t.index, w.free = w.free[n-1], w.free[:n-1]
		} else {
			t.index = w.size
			w.size++
		}
		w.threads[id] = t
		if w.needs.Ordering() {
			w.order.begin(t)
		}
	}
	w.last = t
	return t
}

// forgetObject forgets what has an identity, and gives the variables that are no more.
func (w *world) forgetObject(obj uint64) []envs.Variable {
	w.memory.forget(obj)
	w.order.drop(obj)
	gone := w.ids.forget(obj)
	for _, v := range gone {
		*w.memory.shadow(v) = shadow{}
	}
	return gone
}

// end forgets a thread.
func (w *world) end(t *thread, awaited bool) {
	if w.needs.Ordering() {
		w.order.end(t, awaited)
	}
	delete(w.threads, t.id)
	delete(w.told, t.id)
	w.free = append(w.free, t.index)
	w.last = nil
}

// enter pushes a frame.
func (w *world) enter(t *thread, ev *envs.Event) error {
	if ev.Func < 0 || int(ev.Func) >= w.prog.NumFuncs() || w.prog.Func(ev.Func) == nil {
		return fmt.Errorf("thread %d enters function %d, which the program does not have", ev.Thread, ev.Func)
	}
	fn := w.prog.Func(ev.Func)
	f := frameAt{fn: fn, counts: w.countsOf(fn)}
	if n := len(t.frames); n > 0 && ev.Direct {
		f.direct = true
		if f.call = t.frames[n-1].op; f.call != nil {
			f.call = f.call.Calling(fn.ID)
		}
	}
	t.frames = append(t.frames, f)
	return nil
}

// A counter is how often the operations of a function were executed, and to whom they
// mean something, by pc.
type counter struct {
	n  []int64
	to []audience
}

// countsOf makes room for the counts of a function, which may have grown: a trace
// shows its operations one after the other.
func (w *world) countsOf(fn *envs.Func) *counter {
	for int(fn.ID) >= len(w.counts) {
		w.counts = append(w.counts, nil)
	}
	c := w.counts[fn.ID]
	if c == nil {
		c = &counter{}
		w.counts[fn.ID] = c
	}
	if more := len(fn.Ops) - len(c.n); more > 0 {
		c.n = append(c.n, make([]int64, more)...)
		for pc := len(c.to); pc < len(c.n); pc++ {
			c.to = append(c.to, w.audience(&fn.Ops[pc]))
		}
	}
	return c
}

// leave pops a frame, which is valid until the next one is popped.
func (w *world) leave(t *thread, ev *envs.Event) (*frameAt, error) {
	n := len(t.frames)
	if n == 0 {
		return nil, fmt.Errorf("thread %d leaves a function that it did not enter", ev.Thread)
	}
	w.popped = t.frames[n-1]
	f := &w.popped
	t.held.lower(int32(n), func(p *envs.Path) *envs.Path { // what the callee still holds goes by the caller's names
		if p = p.In(argsOfOrNil(f.call)); p != nil && p.Root == envs.AtReg && w.sparse {
			return nil // when the register gets another value may not be told
		}
		return p
	})
	t.frames[n-1] = frameAt{}
	t.frames = t.frames[:n-1]
	return f, nil
}

func argsOfOrNil(call *envs.Op) []*envs.Path {
	if call == nil {
		return nil
	}
	return argsOf(call)
}

// step finds the operation that the topmost frame executes. What it does to locks,
// memory and order is the business of effect, once checkers know how control came to
// it.
func (w *world) step(t *thread, ev *envs.Event) (f *frameAt, op *envs.Op, err error) {
	n := len(t.frames)
	if n == 0 {
		return nil, nil, fmt.Errorf("thread %d executes operation %d outside any function", ev.Thread, ev.PC)
	}
	f = &t.frames[n-1]
	if uint32(ev.PC) >= uint32(len(f.counts.n)) {
		if ev.PC < 0 || int(ev.PC) >= len(f.fn.Ops) {
			return nil, nil, fmt.Errorf("thread %d: %s has no operation %d", ev.Thread, f.fn.Name, ev.PC)
		}
		w.countsOf(f.fn)
	}
	return f, &f.fn.Ops[ev.PC], nil
}

// onSharedSide is an operation of a lock that was executed on its shared side.
func (w *world) onSharedSide(op *envs.Op) *envs.Op {
	shared := w.sharedSides[op]
	if shared == nil {
		c := *op
		c.Flags |= envs.Shared
		shared = &c
		if w.sharedSides == nil {
			w.sharedSides = map[*envs.Op]*envs.Op{}
		}
		w.sharedSides[op] = shared
	}
	return shared
}

// pass moves a frame to an operation.
func (w *world) pass(t *thread, f *frameAt, op *envs.Op, ev *envs.Event) {
	if f.op = op; !op.Synchronises() {
		t.deaf = nil
	}
	if !w.seen {
		f.counts.n[ev.PC]++
	}
	if op.Results > 0 && t.held.named > 0 {
		t.held.rename(int32(len(t.frames)), func(p *envs.Path) *envs.Path { // a path means the register's latest value
			if p.Root == envs.AtReg && op.Defines(p.Reg) {
				return nil
			}
			return p
		})
	}
}

// effect is what an operation that means something to the world does to it. e is told of it.
func (w *world) effect(e *runEnv, t *thread, op *envs.Op, ev *envs.Event) {
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait:
		if ev.Obj != 0 {
			w.lock(e, t, op, ev)
		}
	case envs.Load, envs.Store, envs.Atomic:
		w.access(e, t, op, ev)
	case envs.Fork:
		if op.Callee != nil {
			for _, fn := range op.Callee.Funcs {
				w.starts[fn] = true
			}
		}
		if t.forked = envs.Thread(ev.Obj); ev.Obj != 0 && w.needs.Has(Meetings) {
			e.changed, e.lock = true, threadLock(t.forked)
		}
		if ev.Obj != 0 && w.needs.Ordering() {
			w.order.threads(w, t, true, t.forked)
		}
	case envs.Join, envs.Notify, envs.Send, envs.Receive, envs.Close:
		w.meet(e, t, op, ev)
	case envs.Return:
		if len(t.frames) == 1 && w.needs.Has(Meetings) {
			e.changed, e.lock = true, w.ending(t)
		}
	}
}

// lock moves the thread's locks over a lock operation.
func (w *world) lock(e *runEnv, t *thread, op *envs.Op, ev *envs.Event) {
	site := w.blocks + 1
	read := op.Is(envs.Shared)
	at := envs.At(t.frames[len(t.frames)-1].fn.ID, op.PC)
	l := w.ids.lock(ev.Obj, op)
	l.taken = true
	e.changed = true
	e.lock = l.number
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire:
		if op.Kind == envs.TryAcquire && !ev.Done {
			return
		}
		if !read && !op.Is(envs.Reentrant) {
			w.missed(l, ev.Obj, t, site, at)
		}
		h := hold{obj: ev.Obj, lock: e.lock, path: op.Path, site: site, at: at, read: read, from: int32(len(t.frames))}
		if o := t.held.find(ev.Obj); o != nil {
			e.again = true
			if op.Path != nil && !op.Path.Same(o.path) {
				t.held.name(o, op.Path, h.from)
			}
		}
		e.opened = t.held.take(h, l)
		if !read {
			l.owner = t
		}
		if w.needs.locking() {
			w.order.acquire(t, l, read)
		}
	case envs.Release:
		o := t
		if t.held.find(ev.Obj) == nil {
			// In Go a lock may be given back by another thread than took it.
			if !read {
				o = w.holder(l, ev.Obj, t)
			}
		}
		t.released = at
		opened := o.held.release(ev.Obj, site, at)
		e.opened = opened && o == t
		e.foreign = o != t
		if !read && o.held.find(ev.Obj) == nil {
			l.owner = nil
		}
		if opened {
			w.blocks = site
		}
		if w.needs.locking() {
			w.order.release(t, l, read)
		}
	case envs.Wait:
		t.released = at
		e.opened = t.held.wait(ev.Obj, site, at)
		if l.owner == t {
			l.owner, t.away = nil, l
		}
		if w.needs.locking() {
			// The monitor is given back now, and taken again before the next event.
			w.order.release(t, l, false)
			t.waits = l
		}
	}
	if e.opened {
		w.blocks = site
	}
}

// back is called before a thread does something: it has again what it gave back to wait.
func (t *thread) back() {
	t.away.owner, t.away = t, nil
}

// missed drops a lock that nobody else can hold now, since a thread has taken it: it was given back where that is not told,
// or not of which lock.
func (w *world) missed(l *lockState, obj uint64, t *thread, site int64, at envs.Point) {
	for _, o := range [...]*thread{l.owner, t} {
		if o == nil {
			continue
		}
		if x := o.held.find(obj); x != nil {
			o.held.drop(x, site, at)
		}
	}
	l.owner = nil
}

// lockSet is the set of the locks that a thread holds.
func (w *world) lockSet(t *thread) envs.LockSet {
	return t.held.locks(w.ids.table.Must())
}

// holder is the thread that holds a lock exclusively, or t if none does. It may have taken
// it again after a Wait, during which others had it.
func (w *world) holder(l *lockState, obj uint64, t *thread) *thread {
	if l.owner != nil {
		return l.owner
	}
	h := t
	for _, o := range w.threads {
		if x := o.held.find(obj); x != nil && !x.read && o.away != l && (h == t || o.id < h.id) {
			h = o
		}
	}
	return h
}
