// Package happens follows what happens before what in a run, by vector clocks (Mattern, 1989; Fidge, 1988), and answers
// the questions of envs.Threads.
//
// Happens-before is known twice. In full it has the order in which locks happened to be taken: a data race is what it
// leaves unordered. Without that order it is what another schedule must keep as well: so it tells which segments of
// threads may overlap.
//
//	event            effect on the clocks
//	Start            the thread has a slot in the vectors
//	Step of Acquire  the thread learns what was known at releases of the lock (full only)
//	        Release  the side of the lock learns what the thread knows (full only)
//	        Wait     both: Release now, Acquire before the next event
//	        Fork     the new thread begins with what this one knows
//	        Join     the thread learns what the other one knew at its end
//	Signal           the object learns what the thread knows
//	Observe          the thread learns what was signalled of the object
//	End              the slot is free for a thread that knows all that is noted of this one
//	Forget           what was signalled of the object, or released of the lock, is dropped
//
// An Acquire on the shared side learns from exclusive releases only. One on the exclusive side learns from all.
//
// Vectors never change and share memory (domains/clock). So an event takes constant time if there is nothing new to
// learn, and otherwise time in the number of threads at most. A thread's own time grows only when another one may
// refer to it: at a release, a fork and a signal. The epochs of accesses (package memory) are those of Flanagan and
// Freund, "FastTrack", PLDI 2009, section 3.
package happens

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/dataflow/internal/run/intern"
	"github.com/seed38182bad/parallax/domains/clock"
	"github.com/seed38182bad/parallax/envs"
)

// Config says what is followed. The functions that threads start with always are.
type Config struct {
	Clocks   bool // happens-before at all
	Locks    bool // the order in which locks happened to be taken, too
	Segments bool // who waits for a thread is asked in which segment it began to wait
}

// An Order is what happened before what.
type Order struct {
	Config
	pos   *run.Position
	names *intern.Table
	pass  run.Pass

	entries map[envs.FuncID]bool // functions that threads are started with

	threads []*Clock // by index, nil if there is none
	byID    map[envs.Thread]*Clock
	locks   []*releases // by slot
	objects map[uint64]*signalled
	starts  map[envs.Thread]stamps
	ends    map[envs.Thread]stamps // of threads that ended, until they are waited for

	free  []freeSlot // of threads that ended
	next  int        // in free: where to look next
	slots int

	waited   *segment // in which a thread began to wait for another one,
	waitedAt uint64   // where the position was then
}

// releases are what happened before a lock was given back, by side.
type releases struct{ write, read stamp }

// New follows the order of a run. Questions are about pos.
func New(pos *run.Position, names *intern.Table, c Config) *Order {
	return &Order{Config: c, pos: pos, names: names}
}

// Begin begins another pass.
func (o *Order) Begin(p run.Pass) {
	*o = Order{
		Config: o.Config, pos: o.pos, names: o.names, pass: p,
		entries: map[envs.FuncID]bool{}, byID: map[envs.Thread]*Clock{}, objects: map[uint64]*signalled{},
		starts: map[envs.Thread]stamps{}, ends: map[envs.Thread]stamps{},
	}
}

// Selects reports whether an event orders threads.
func (o *Order) Selects(kind envs.EventKind, op *envs.Op) run.Interest {
	wanted := o.Clocks && kind != envs.Leave
	if kind == envs.Step {
		switch op.Kind {
		case envs.Fork:
			wanted = true
		case envs.Join:
			wanted = o.Clocks && !op.Is(envs.Group)
		case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait:
			wanted = o.Locks
		default:
			wanted = false
		}
	}
	if wanted {
		return run.Needed
	}
	return run.Nothing
}

// Event takes in an event.
func (o *Order) Event(t *run.Thread, op *envs.Op, ev run.Event) {
	if ev.Kind == envs.Step && op.Kind == envs.Fork && !ev.Direct && op.Callee != nil {
		for _, fn := range op.Callee.Funcs {
			o.entries[fn] = true
		}
	}
	if !o.Clocks {
		return
	}
	switch ev.Kind {
	case envs.Step:
		if ev.Obj != 0 {
			o.step(o.Of(t), op, ev)
		}
	case envs.Signal, envs.Observe:
		o.message(o.begin(t), t.Steps, ev)
	case run.Start:
		o.place(o.begin(t))
	case run.Resume:
		o.resume(o.Of(t))
	case envs.End:
		o.end(t, ev.Done)
	case envs.Forget:
		o.drop(ev.Obj)
		if slot := o.names.Gone().Slot; slot >= 0 && int(slot) < len(o.locks) {
			o.locks[slot] = nil
		}
	}
}

// step is the effect of an operation that is known to be about a lock or thread.
func (o *Order) step(c *Clock, op *envs.Op, ev run.Event) {
	read := op.Is(envs.Shared)
	switch op.Kind {
	case envs.Fork:
		if !ev.Direct {
			o.fork(c, envs.Thread(ev.Obj))
		}
	case envs.Join:
		if o.Segments {
			o.waited, o.waitedAt = c.currentSegment(), o.pos.Moves
		}
		o.join(c, envs.Thread(ev.Obj))
	case envs.Acquire, envs.TryAcquire:
		if ev.Done || op.Kind == envs.Acquire {
			c.acquire(o.lock(ev.Obj, op), read)
		}
	case envs.Release:
		c.release(o.lock(ev.Obj, op), read)
	case envs.Wait: // the monitor is given back now, and taken again before the next event
		c.waits = o.lock(ev.Obj, op)
		c.release(c.waits, false)
	}
}

// lock is what happened before releases of a lock.
func (o *Order) lock(obj uint64, op *envs.Op) *releases {
	slot := int(o.names.Lock(obj, op).Slot)
	for slot >= len(o.locks) {
		o.locks = append(o.locks, nil)
	}
	l := o.locks[slot]
	if l == nil {
		l = &releases{}
		o.locks[slot] = l
	}
	return l
}

// Of is the clock of a thread, after its Start or first Observe.
func (o *Order) Of(t *run.Thread) *Clock { return o.threads[t.Index] }

// begin gives a thread a clock, if it has none: that of its start.
func (o *Order) begin(t *run.Thread) *Clock {
	for int(t.Index) >= len(o.threads) {
		o.threads = append(o.threads, nil)
	}
	if c := o.threads[t.Index]; c != nil {
		return c
	}
	c := &Clock{id: t.ID, version: 1}
	if from, ok := o.starts[t.ID]; ok {
		delete(o.starts, t.ID)
		c.full.base, c.forced.base = from.full.vector(), from.forced.vector()
	}
	o.threads[t.Index], o.byID[t.ID] = c, c
	return c
}

func (o *Order) fork(c *Clock, child envs.Thread) {
	if x := o.byID[child]; x != nil {
		x.learn(c.stamps)
	} else {
		o.starts[child] = c.stamps
	}
	c.tick()
}

func (o *Order) join(c *Clock, child envs.Thread) {
	if end, ok := o.ends[child]; ok {
		c.learn(end)
	} else if x := o.byID[child]; x != nil {
		c.learn(x.stamps) // what it did so far
		x.tick()
	}
}

// resume takes the monitor again that a thread has given back to wait.
func (o *Order) resume(c *Clock) {
	if c.waits != nil {
		c.acquire(c.waits, false)
		c.waits = nil
	}
}

// A freeSlot is a slot in the vectors that may be used again by a thread that knows the step noted, once no signal of
// it is left that nobody has observed.
type freeSlot struct {
	*unobserved
	last clock.Epoch
}

// place gives a thread its slot, before it does more than to observe: the more it knows, the more slots of others it
// can use.
func (o *Order) place(c *Clock) {
	e, noted := o.slot(c)
	c.noted, c.signals = noted, &unobserved{}
	c.own(e)
}

// slotsTried is how many slots are tried of those given up last, and of the others.
const slotsTried = 32

// slot is the first step of a thread in the vectors. A slot is used again if the new thread certainly comes after all
// that is remembered of the old one; then no comparison can confuse the two. What was noted of the old one is then
// noted of the new one.
func (o *Order) slot(c *Clock) (first, noted clock.Epoch) {
	// Those that ended last are tried first, since who starts next often knows one of them.
	for i := range min(len(o.free), 2*slotsTried) {
		n := len(o.free) - 1 - i
		if i >= slotsTried {
			o.next = (o.next + 1) % len(o.free)
			n = o.next
		}
		if g := o.free[n]; g.objects == 0 && c.forced.base.Has(g.noted) {
			o.free = slices.Delete(o.free, n, n+1)
			return g.last + 1, g.noted
		}
	}
	first, _ = clock.At(o.slots, 1) // 0 beyond clock.MaxThreads: those threads count as ordered
	o.slots++
	return first, 0
}

// end notes the clock of a thread that has ended, if somebody may wait for it.
func (o *Order) end(t *run.Thread, awaited bool) {
	c := o.Of(t)
	if awaited {
		o.ends[t.ID] = c.stamps
		c.noted = c.full.last
	}
	c.signals.noted = max(c.signals.noted, c.noted)
	o.free = append(o.free, freeSlot{c.signals, c.full.last})
	delete(o.byID, t.ID)
	o.threads[t.Index] = nil
}

// What envs.Threads asks, at the position. In a run may and must are one.

func (o *Order) Thread() envs.Thread                { return o.pos.Thread.ID }
func (o *Order) MayBeThread(a, b envs.Thread) bool  { return a == b }
func (o *Order) MustBeThread(a, b envs.Thread) bool { return a == b && a != 0 }
func (o *Order) MustStart() bool                    { return o.pos.Depth == 0 && o.entries[o.pos.Fn.ID] }

func (o *Order) MayEnd() bool {
	return o.pos.Op != nil && o.pos.Op.Kind == envs.Return && o.MustStart()
}

func (o *Order) Segment() envs.Segment {
	if o.waited != nil && o.waitedAt == o.pos.Moves {
		return envs.SegmentOf(o.waited)
	}
	return envs.SegmentOf(o.Of(o.pos.Thread).currentSegment())
}

func (o *Order) MayOverlap(a, b envs.Segment) bool {
	x, ok := a.Of().(*segment)
	y, known := b.Of().(*segment)
	return !ok || !known || x.overlaps(y)
}
