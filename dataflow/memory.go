package dataflow

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/clock"
	"github.com/seed38182bad/parallax/envs"
)

// memory is what was accessed in a run: of each variable by whom, and those accesses
// that may still be unordered with one to come.
type memory struct {
	shadows [][]shadow // by variable, some at a time: they are not moved when there are more
	objects map[uint64]envs.Thread
	owners  [1024]owner
	racing  []envs.Access // with the access that is executed now, at most maxRacing
	asked   int           // where in racing the last question was about
	doubt   bool          // events are missing, which may have told of order
	spare   []*shadowLists
}

const shadowBits = 8 // of a variable's number, for its place in a part of the shadows

// shadow is what is known of a variable.
func (m *memory) shadow(v envs.Variable) *shadow {
	for int(v)>>shadowBits >= len(m.shadows) {
		m.shadows = append(m.shadows, make([]shadow, 1<<shadowBits))
	}
	return &m.shadows[v>>shadowBits][v&(1<<shadowBits-1)]
}

// shadow is what is known of a variable: the accesses with which one to come may be in a
// race. Mostly there is one write and one read at most.
type shadow struct {
	thread envs.Thread // the only one to access it so far; 0 if there are several or none
	shared bool        // several threads have accessed it
	write  shadowed
	read   shadowed
	more   *shadowLists // in place of write and read, if there are more
}

// swept is how many reads were left when they were last compared with another read.
type shadowLists struct {
	writes, reads []shadowed
	swept         int
}

// fewReads is up to how many reads of a variable each read is compared with, to forget those that happened before it.
// More are compared with a read whenever they have become twice as many, so that n threads do not compare n² times.
const fewReads = 32

// maxRacing is how many accesses are told of that race with one: beyond that they are the same few places, or
// nobody reads on. Without a bound, n accesses of n threads cost n².
const maxRacing = 256

// shadowed is an access, and the step of its thread in which it was made; that is 0 if
// there is none.
type shadowed struct {
	step   clock.Epoch
	thread envs.Thread
	at     envs.Point
	locks  envs.LockSet
	write  bool
	atomic bool
}

// access notes an access. Those before it with which it may be a race are in
// w.memory.racing afterwards.
func (w *world) access(e *runEnv, t *thread, op *envs.Op, ev *envs.Event) {
	w.memory.racing, w.memory.asked = w.memory.racing[:0], 0
	if ev.Obj == 0 {
		return
	}
	e.changed = true
	if w.objects {
		e.alone = w.memory.alone(t.id, ev.Obj)
	}
	if w.needs&byVariable == 0 {
		return
	}
	v := w.ids.variable(ev.Obj, op.Loc)
	s := w.memory.shadow(v)
	switch {
	case s.shared || s.thread == t.id:
	case s.thread == 0:
		s.thread = t.id
	default:
		s.shared, s.thread = true, 0
	}
	e.unshared = !s.shared
	if w.whole && w.needs.Has(Order) {
		if w.seen {
			e.foreseen = true
			e.first, e.firstForAll = w.later.precedes(t, v)
		} else {
			w.later.note(t, v, op.Synchronises())
		}
	}
	if op.Splits() {
		return // whether it is shared is all that is asked of it
	}
	e.variable = v
	if w.needs.Has(Order) {
		w.ordered(e, t, s, op)
	}
}

// An owner is the only thread that has accessed an object; 0 if there are several.
type owner struct {
	obj    uint64
	thread envs.Thread
}

// alone notes an access and reports whether no other thread has accessed the
// object so far.
func (m *memory) alone(t envs.Thread, obj uint64) bool {
	c := m.recent(obj)
	if c.obj != obj {
		if m.objects == nil {
			m.objects = map[uint64]envs.Thread{}
		}
		u, ok := m.objects[obj]
		if !ok {
			m.objects[obj], u = t, t
		}
		*c = owner{obj, u}
	}
	if c.thread != t && c.thread != 0 {
		m.objects[obj], c.thread = 0, 0
	}
	return c.thread == t
}

// recent is where the owner of an object is, if it was asked for lately.
func (m *memory) recent(obj uint64) *owner { return &m.owners[(obj^obj>>10)%uint64(len(m.owners))] }

// forget forgets the owner of an object.
func (m *memory) forget(obj uint64) {
	delete(m.objects, obj)
	if c := m.recent(obj); c.obj == obj {
		*c = owner{}
	}
}

// ordered compares an access with those before it. Then the access takes the place of
// those of them that happen before it, if it is at least as strong: whatever comes later
// and is unordered with one of these is unordered with it, too. A write is stronger than
// a read. So an access is found to be in a race exactly if some earlier one makes it
// one, and a list has two accesses of a thread at most, one of them atomic. Most lists have
// one in all (the epochs of Flanagan and Freund, "FastTrack", PLDI 2009, section 3; which keep
// only the last write, and so do not find all accesses that are in races).
func (w *world) ordered(e *runEnv, t *thread, s *shadow, op *envs.Op) {
	write, atomic := op.Writes(), op.Synchronises()
	last, next := &s.write, &s.read
	if write {
		last, next = next, last
	}
	if s.more == nil && last.step == 0 && next.step == t.full.last && next.atomic == atomic {
		return // nothing has happened since that would make a difference
	}
	t.noted = t.full.last
	if s.more == nil && t.hasPlain(&s.write, atomic) && t.hasPlain(&s.read, atomic) {
		if write {
			s.read.step = 0
		}
	} else if !w.memory.compareAll(t, s, write, atomic) {
		lists := s.more
		list := &lists.reads
		if write {
			list = &lists.writes
		}
		*list = append(*list, shadowed{t.full.last, t.id, e.Point(), w.lockSet(t), write, atomic})
		return
	}
	next.step, next.thread, next.at, next.write, next.atomic = t.full.last, t.id, e.Point(), write, atomic
	if locks := w.lockSet(t); next.locks != locks {
		next.locks = locks
	}
}

// hasPlain reports whether an access, if it is one, happened before now, and is atomic if
// the one that is made now is.
func (t *thread) hasPlain(a *shadowed, atomic bool) bool {
	return a.step == 0 || a.atomic == atomic && t.full.has(a.step)
}

// compareAll looks for races of an access with those before it, and forgets those in whose place it
// comes. It reports whether there is none left that is like it, and at most one that is not:
// then s.more is not needed any more.
func (m *memory) compareAll(t *thread, s *shadow, write, atomic bool) (few bool) {
	lists := s.more
	if lists == nil {
		if n := len(m.spare); n > 0 {
			lists, m.spare = m.spare[n-1], m.spare[:n-1]
		} else {
			lists = &shadowLists{}
		}
		lists.writes, lists.reads = s.write.listed(lists.writes), s.read.listed(lists.reads)
		s.more, s.write.step, s.read.step = lists, 0, 0
	}
	lists.writes = m.compare(t, lists.writes, write, atomic, false)
	if n := len(lists.reads); write || n < fewReads || n >= 2*lists.swept {
		lists.reads = m.compare(t, lists.reads, true, atomic, !write)
		lists.swept = len(lists.reads)
	}
	same, other, to := lists.reads, lists.writes, &s.write
	if write {
		same, other, to = other, same, &s.read
	}
	if len(same) > 0 || len(other) > 1 {
		return false
	}
	if len(other) == 1 {
		*to = other[0]
	}
	m.spare, s.more = append(m.spare, lists), nil
	return true
}

// listed is a list of an access, if it is one.
func (a *shadowed) listed(list []shadowed) []shadowed {
	if list = list[:0]; a.step != 0 {
		list = append(list, *a)
	}
	return list
}

// compare looks for races with accesses in a list, unless both sides read, and gives the
// list without those that happened before now, if these can be forgotten. It stops when enough races are known. Then
// it has not looked at the rest, which stays.
func (m *memory) compare(t *thread, list []shadowed, forget, atomic, bothRead bool) []shadowed {
	n, i := 0, 0
	for ; i < len(list) && len(m.racing) < maxRacing; i++ {
		a := &list[i]
		before := t.full.has(a.step)
		if !before && !bothRead && !(atomic && a.atomic) {
			m.racing = append(m.racing, envs.Access{
				At: a.at, Thread: a.thread, Write: a.write, Atomic: a.atomic, Locks: a.locks, Certain: !m.doubt,
			})
		}
		if !before || !forget || a.atomic != atomic {
			if n < i {
				list[n] = *a
			}
			n++
		}
	}
	return slices.Delete(list, n, i)
}

// races reports whether an access is among those that race with the one that is executed now. Questions come mostly in
// the order in which these are told of.
func (m *memory) races(a envs.Access) bool {
	for i := range m.racing {
		at := m.asked + i
		if at >= len(m.racing) {
			at -= len(m.racing)
		}
		if r := &m.racing[at]; r.At == a.At && r.Thread == a.Thread && r.Locks == a.Locks {
			m.asked = at
			return true
		}
	}
	return false
}
