// Package held follows which locks each thread of a run holds, and the monitor blocks that follow from it (thesis,
// sections 2.3.4 and 4.2). It answers the questions of envs.Locks.
//
//	event                     effect
//	Step of Acquire           the lock is the thread's innermost one, and opens a block
//	        Release           the lock is given back; if it was not the innermost one, a block is opened
//	        Wait              the lock is given back and taken again, which opens a block
//	        another one       names of locks by registers that it defines are no names any more
//	Leave                     the names that the callee had for locks become those of the caller
//	Resume                    the thread has the monitor again for which it waited
//	Await                     what the thread waits for is what is asked about (Lock)
//	Halt                      the thread stays at the operation (MayStay)
//	End, Forget               the thread or lock is forgotten
//
// Steps of operations at which threads wait for each other, of all kinds, tell what is waited for as well (Lock).
//
// A lock operation takes constant time, however many locks are held. A stack is a doubly linked list, and its lock set
// is brought up to date only when it is asked for (domains/lockset).
package held

import (
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/dataflow/internal/run/intern"
	"github.com/seed38182bad/parallax/envs"
)

// Config says what is followed beside locks.
type Config struct {
	Meetings bool // what operations are about at which threads wait for each other
	Sparse   bool // registers may get values of which no Step tells
}

// Locks are the locks that threads hold.
type Locks struct {
	Config
	pos   *run.Position
	names *intern.Table

	threads []*thread // by index, nil if nothing is known
	locks   []*lock   // by slot, likewise
	blocks  int64     // blocks opened so far
	groups  map[envs.Thread]envs.Lock

	step latest
}

// latest is what the latest Step was about, as long as the position is there.
type latest struct {
	at     uint64
	lock   envs.Lock
	retake bool // the lock was held before
	stays  bool // the thread never goes on from there
}

// A thread is what is known of a thread.
type thread struct {
	stack
	id       envs.Thread
	released envs.Point  // where it has last given back a lock
	waits    *lock       // that it has given back to wait, and takes again before it does anything
	forked   envs.Thread // the thread that it has started last, 0 if it is not known
}

// A lock is what is known of a lock.
type lock struct {
	number envs.Lock
	owner  *thread         // who holds it exclusively
	alone  [2]envs.LockSet // the set of it alone, by side; bottom until it is asked for
}

// New follows the locks of a run. Questions are about pos.
func New(pos *run.Position, names *intern.Table, c Config) *Locks {
	return &Locks{Config: c, pos: pos, names: names}
}

// Begin begins another pass.
func (l *Locks) Begin(run.Pass) {
	*l = Locks{Config: l.Config, pos: l.pos, names: l.names, groups: map[envs.Thread]envs.Lock{}}
}

// Selects says that operations are needed that are about a lock, a thread, or something else that threads wait for. One
// that gives a register a value may change what a lock is called.
func (l *Locks) Selects(kind envs.EventKind, op *envs.Op) run.Interest {
	switch kind {
	case envs.Step:
	case run.Start, envs.Leave, run.Resume, envs.End, envs.Forget, envs.Await, envs.Halt:
		return run.Needed
	default:
		return run.Nothing
	}
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait, envs.Fork, envs.Return,
		envs.Join, envs.Notify, envs.Send, envs.Receive, envs.Close:
		return run.Needed
	}
	if op.Results > 0 {
		return run.Told
	}
	return run.Nothing
}

// Event takes in an event.
func (l *Locks) Event(t *run.Thread, op *envs.Op, ev run.Event) {
	switch ev.Kind {
	case envs.Step:
		l.takeStep(t, op, ev)
	case run.Start:
		for int(t.Index) >= len(l.threads) {
			l.threads = append(l.threads, nil)
		}
		l.threads[t.Index] = &thread{id: t.ID}
	case envs.Leave:
		if x := l.of(t); x.named > 0 {
			x.lower(t.Depth(), func(p *envs.Path) *envs.Path { // what the callee still holds goes by the caller's names
				if p = p.In(t.Top().Args()); p != nil && p.Root == envs.AtReg && l.Sparse {
					return nil // when the register gets another value may not be told
				}
				return p
			})
		}
	case run.Resume:
		if x := l.of(t); x.waits != nil {
			x.waits.owner, x.waits = x, nil
		}
	case envs.Await:
		if op != nil && ev.Obj != 0 {
			l.await(t, op, ev)
		}
	case envs.Halt:
		l.step = latest{at: l.pos.Moves, stays: op != nil}
	case envs.End:
		l.threads[t.Index] = nil
		delete(l.groups, t.ID)
	case envs.Forget:
		if slot := l.names.Gone().Slot; slot >= 0 && int(slot) < len(l.locks) {
			l.locks[slot] = nil
		}
	}
}

func (l *Locks) takeStep(t *run.Thread, op *envs.Op, ev run.Event) {
	x := l.of(t)
	if op.Kind == envs.Fork && ev.Direct {
		if l.Meetings && x.forked != 0 && ev.Obj != 0 {
			l.groups[x.forked] = l.names.Rendezvous(ev.Obj, op)
		}
		return
	}
	if op.Results > 0 && x.named > 0 {
		x.rename(t.Depth(), func(p *envs.Path) *envs.Path { // a path means the register's latest value
			if p.Root == envs.AtReg && op.Defines(p.Reg) {
				return nil
			}
			return p
		})
	}
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait:
		if ev.Obj != 0 {
			l.move(t, x, op, ev)
		}
	case envs.Fork, envs.Return, envs.Join, envs.Notify, envs.Send, envs.Receive, envs.Close:
		if at := l.waitedFor(t, x, op, ev); at != 0 {
			l.step = latest{at: l.pos.Moves, lock: at}
		}
	}
}

// await makes what a thread waits for what the position is about.
func (l *Locks) await(t *run.Thread, op *envs.Op, ev run.Event) {
	l.step = latest{at: l.pos.Moves}
	switch op.Kind {
	case envs.Acquire, envs.Wait:
		l.step.lock = l.lock(ev.Obj, op).number
	default:
		l.step.lock = l.waitedFor(t, l.of(t), op, ev)
	}
}

// waitedFor is what an operation is about at which threads wait for each other, and which is about no lock.
func (l *Locks) waitedFor(t *run.Thread, x *thread, op *envs.Op, ev run.Event) envs.Lock {
	switch {
	case (op.Kind == envs.Return || op.Kind == envs.Fork) && !l.Meetings, op.Kind == envs.Return && t.Depth() > 1:
		return 0
	case op.Kind == envs.Return:
		if group := l.groups[t.ID]; group != 0 {
			return group // which the end of the thread is told
		}
		return intern.OfThread(t.ID)
	case op.Kind == envs.Fork:
		x.forked = envs.Thread(ev.Obj)
		return intern.OfThread(x.forked)
	case ev.Obj == 0:
		return 0
	case op.Kind == envs.Join && !op.Is(envs.Group):
		return intern.OfThread(envs.Thread(ev.Obj))
	}
	return l.names.Rendezvous(ev.Obj, op)
}

// of is what is known of a thread after its Start.
func (l *Locks) of(t *run.Thread) *thread { return l.threads[t.Index] }

// lock is what is known of a lock.
func (l *Locks) lock(obj uint64, op *envs.Op) *lock {
	of := l.names.Lock(obj, op)
	for int(of.Slot) >= len(l.locks) {
		l.locks = append(l.locks, nil)
	}
	x := l.locks[of.Slot]
	if x == nil {
		x = &lock{number: of.Number}
		l.locks[of.Slot] = x
	}
	return x
}

// move moves the thread's locks over a lock operation.
func (l *Locks) move(t *run.Thread, x *thread, op *envs.Op, ev run.Event) {
	y := l.lock(ev.Obj, op)
	l.step = latest{at: l.pos.Moves, lock: y.number}
	block, at := l.blocks+1, envs.At(t.Top().Fn.ID, op.PC)
	opened := false
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire:
		if ev.Done || op.Kind == envs.Acquire {
			opened = l.acquire(x, &hold{
				naming: naming{path: op.Path, depth: t.Depth()}, obj: ev.Obj, lock: y,
				block: block, at: at, count: 1, read: op.Is(envs.Shared),
			}, op.Is(envs.Reentrant))
		}
	case envs.Release:
		x.released = at
		opened = l.release(x, y, ev.Obj, op.Is(envs.Shared), block, at)
	case envs.Wait:
		x.released = at
		opened = x.wait(ev.Obj, block, at)
		if y.owner == x {
			y.owner, x.waits = nil, y
		}
	}
	if opened {
		l.blocks = block
	}
}

// acquire takes a lock.
func (l *Locks) acquire(x *thread, h *hold, reentrant bool) (opened bool) {
	if !h.read && !reentrant {
		l.repair(h.lock, h.obj, x, h.block, h.at)
	}
	if o := x.find(h.obj); o != nil {
		l.step.retake = true
		if h.path != nil && !h.path.Same(o.path) {
			x.name(o, h.naming)
		}
	}
	opened = x.take(h)
	if !h.read {
		h.lock.owner = x
	}
	return opened
}

// repair takes a lock away from those who had it, since a thread has taken it exclusively. They have given it back
// where that is not told, or not of which lock.
func (l *Locks) repair(y *lock, obj uint64, t *thread, block int64, at envs.Point) {
	for _, x := range [...]*thread{y.owner, t} {
		if x == nil {
			continue
		}
		if h := x.find(obj); h != nil {
			x.drop(h, block, at)
		}
	}
	y.owner = nil
}

// release gives a lock back. In Go another thread may do so than took it.
func (l *Locks) release(x *thread, y *lock, obj uint64, read bool, block int64, at envs.Point) (opened bool) {
	if !read && x.find(obj) == nil {
		x = l.holder(y, obj, x)
	}
	opened = x.release(obj, block, at)
	if !read && x.find(obj) == nil {
		y.owner = nil
	}
	return opened
}

// holder is the thread that holds a lock exclusively, or t if none does. It may have taken it again after a Wait,
// during which others had it.
func (l *Locks) holder(y *lock, obj uint64, t *thread) *thread {
	if y.owner != nil {
		return y.owner
	}
	h := t
	for _, o := range l.threads {
		if o == nil {
			continue
		}
		if x := o.find(obj); x != nil && !x.read && o.waits != y && (h == t || o.id < h.id) {
			h = o
		}
	}
	return h
}
