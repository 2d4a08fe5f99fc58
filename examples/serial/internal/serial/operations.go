package serial

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A record is an operation that a later one may conflict with, and its node: nil if that is on no cycle to
// come.
type record struct {
	node  *node
	event Event
}

// shared is what is known of a variable or of a lock. Of a variable that is the last write, and of each thread the
// last read after it. Of a lock it is the last release of the exclusive side, and those of the shared side after it.
type shared struct {
	write record
	reads []record
	// Writes before that one of which it is not known whether they were made before it; none of a lock.
	unordered []record
}

// node is where the thread is now: nil if it does something that is on no cycle to come.
func (a *Actor) node() *node {
	if a.open != nil {
		return a.open
	}
	a.past = a.h.current(a.past)
	return a.past
}

// record notes what the thread does now.
func (a *Actor) record() record {
	n := a.node()
	if n != nil {
		n.held = true
	}
	return record{n, a.now}
}

// after adds an edge from an operation to the one that the thread executes.
func (a *Actor) after(r *record) {
	if r.node == nil || r.event.Thread == a.id {
		return
	}
	n := a.h.current(r.node)
	if n == nil {
		r.node = nil
		return
	}
	a.h.arrive(a, n, Edge{r.event, a.now})
}

func (a *Actor) afterAll(rs []record) {
	for i := range rs {
		a.after(&rs[i])
	}
}

// put notes what the thread does now in place of what it did before.
func put(rs []record, r record) []record {
	for i := range rs {
		if rs[i].event.Thread == r.event.Thread {
			rs[i] = r
			return rs
		}
	}
	if r.node == nil {
		return rs
	}
	return append(rs, r)
}

// replace notes a write, or a release of the exclusive side.
func (s *shared) replace(r record) {
	s.write = r
	if len(s.reads) > 0 {
		clear(s.reads)
		s.reads = s.reads[:0]
	}
}

func (h *History) variable(v envs.Variable) *shared {
	if int(v) >= len(h.vars) {
		h.vars = slices.Grow(h.vars, int(v)+1-len(h.vars))
		h.vars = h.vars[:cap(h.vars)]
	}
	return &h.vars[v]
}

// Anyone stands for all threads that may come later.
const Anyone envs.Thread = -1 << 31

// Read says that the thread reads a variable. Accesses of the threads that may come later, though they were told of
// before, may have been made after this one. They are no conflict, since their order is not known. What came before
// them then counts only by what orders it with this access: locks, channels, or starts and ends of threads.
func (a *Actor) Read(v envs.Variable, later ...envs.Thread) {
	s := a.h.variable(v)
	a.afterBut(&s.write, later)
	for i := range s.unordered {
		a.afterBut(&s.unordered[i], later)
	}
	if r := a.record(); r.node != nil || len(s.reads) > 0 {
		s.reads = put(s.reads, r)
	}
}

// Write says that the thread writes a variable, and may read it before. The threads that may come later are those of
// Read.
func (a *Actor) Write(v envs.Variable, later ...envs.Thread) {
	s := a.h.variable(v)
	if len(later) == 0 && len(s.unordered) == 0 {
		a.after(&s.write)
		a.afterAll(s.reads)
		s.replace(a.record())
		return
	}
	of := func(r record) bool { return comes(later, r.event.Thread) }
	writes := append(s.unordered, s.write)
	for i := range writes {
		a.afterBut(&writes[i], later)
	}
	for i := range s.reads {
		a.afterBut(&s.reads[i], later)
	}
	s.unordered = slices.DeleteFunc(writes, func(r record) bool { return r.node == nil || !of(r) })
	s.reads = slices.DeleteFunc(s.reads, func(r record) bool { return !of(r) })
	s.write = a.record()
}

// afterBut is after, unless the operation is of one of the threads that may come later.
func (a *Actor) afterBut(r *record, later []envs.Thread) {
	if !comes(later, r.event.Thread) {
		a.after(r)
	}
}

// comes reports whether a thread is one of those that may come later.
func comes(later []envs.Thread, id envs.Thread) bool {
	return len(later) > 0 && (later[0] == Anyone || slices.Contains(later, id))
}

// Drop says that a variable is no more. Its number may be used again.
func (h *History) Drop(v envs.Variable) {
	if int(v) < len(h.vars) {
		h.vars[v] = shared{}
	}
}

func (h *History) lock(l envs.Lock) *shared {
	s := h.locks[l]
	if s == nil {
		s = &shared{}
		h.locks[l] = s
	}
	return s
}

// Acquire says that the thread has taken a lock, on the shared side if read is true.
func (a *Actor) Acquire(l envs.Lock, read bool) {
	s := a.h.lock(l)
	a.after(&s.write)
	if !read {
		a.afterAll(s.reads)
	}
}

// Release says that the thread gives a lock back.
func (a *Actor) Release(l envs.Lock, read bool) {
	if s := a.h.lock(l); read {
		s.reads = put(s.reads, a.record())
	} else {
		s.replace(a.record())
	}
}

// Wait says that the thread gives a lock back, and takes it again before it does anything else.
func (a *Actor) Wait(l envs.Lock) {
	a.now.step = step{}
	a.Release(l, false)
	a.waits = l
}

// Part says that a lock is no more.
func (h *History) Part(l envs.Lock) { delete(h.locks, l) }

// Fork says that the thread starts another one.
func (a *Actor) Fork(id envs.Thread) {
	n := a.node()
	if n == nil || id == a.id {
		return
	}
	child := a.h.actor(id)
	if child.began { // it was there already
		a.h.arrive(child, n, Edge{a.now, child.now})
		return
	}
	child.past = &node{thread: id, updated: a.h.version}
	child.past.gain(n, Edge{From: a.now, To: Event{Thread: id}})
	for _, r := range child.past.clock {
		child.starts = append(child.starts, r.how)
	}
}

// Join says that the thread has waited for the end of another one.
func (a *Actor) Join(id envs.Thread) {
	if child := a.h.actors[id]; child != nil && child.began {
		r := child.record()
		a.after(&r)
	}
}

// Tell says that what the thread did so far comes before what others do after they have heard of obj. With replaces,
// what was told of obj before is not heard any more.
func (a *Actor) Tell(obj uint64, replaces bool) {
	rs := a.h.signals[obj]
	if replaces {
		rs = rs[:0]
	}
	if rs = put(rs, a.record()); len(rs) > 0 {
		a.h.signals[obj] = rs
	} else {
		delete(a.h.signals, obj)
	}
}

// Hear says that what was told of obj so far comes before what the thread does from now on. With last, nothing will be
// told or heard of obj again.
func (a *Actor) Hear(obj uint64, last bool) {
	a.Learn(Heard{a.h.signals[obj], a.now.step})
	if last {
		delete(a.h.signals, obj)
	}
}

// Heard is what a thread has heard at an operation.
type Heard struct {
	told []record
	by   step
}

// Listen is what the thread of e hears of obj while it is at e. It comes before what the thread does from the operation
// on that is told to Learn it. With last, nothing will be told or heard of obj again.
func (h *History) Listen(e Event, obj uint64, last bool) Heard {
	told := h.signals[obj]
	if last {
		delete(h.signals, obj)
	} else {
		told = slices.Clone(told)
	}
	return Heard{told, h.actor(e.Thread).stepAt(e)}
}

// Learn says that what was heard comes before what the thread does from now on. One operation is one step, though it
// may tell something before it hears the last: an answer to what it has told itself closes no cycle.
func (a *Actor) Learn(x Heard) {
	for i := range x.told {
		r := &x.told[i]
		if r.node != nil && a.open != nil && x.by != (step{}) {
			n := a.h.current(r.node)
			if n != nil && n.has.has(a.open.slot) && n.route(a.open).first().From.step == x.by {
				continue
			}
		}
		a.after(r)
	}
}
