package dataflow

import (
	"github.com/seed38182bad/parallax/domains/clock"
	"github.com/seed38182bad/parallax/envs"
)

// memory is what was accessed in a run: of each variable by whom, and those accesses
// that may still be unordered with one to come.
type memory struct {
	shadows []shadow // by variable
	objects map[uint64]envs.Thread
	racing  []envs.Access // with the access that is executed now
}

// shadow is what is known of a variable.
type shadow struct {
	thread envs.Thread // the only one to access it so far; 0 if there are several or none
	shared bool        // several threads have accessed it
	writes []shadowed
	reads  []shadowed
}

// shadowed is an access, and the step of its thread in which it was made.
type shadowed struct {
	step clock.Epoch
	envs.Access
}

// access notes an access. Those before it with which it may be a race are in
// w.memory.racing afterwards.
func (w *world) access(e *runEnv, t *thread, op *envs.Op, ev *envs.Event) {
	w.memory.racing = w.memory.racing[:0]
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
	e.variable = v
	m := &w.memory
	for int(v) >= len(m.shadows) {
		m.shadows = append(m.shadows, shadow{})
	}
	s := &m.shadows[v]
	switch {
	case s.shared || s.thread == t.id:
	case s.thread == 0:
		s.thread = t.id
	default:
		s.shared, s.thread = true, 0
	}
	e.unshared = !s.shared
	if w.needs.Has(Order) {
		w.ordered(e, t, s, op)
	}
}

// alone notes an access and reports whether no other thread has accessed the
// object so far.
func (m *memory) alone(t envs.Thread, obj uint64) bool {
	if m.objects == nil {
		m.objects = map[uint64]envs.Thread{}
	}
	switch u, ok := m.objects[obj]; {
	case !ok:
		m.objects[obj] = t
	case u != t:
		m.objects[obj] = 0
		return false
	}
	return true
}

// ordered compares an access with those before it. Then the access takes the place of
// those of them that happen before it, if it is at least as strong: whatever comes later
// and is unordered with one of these is unordered with it, too. A write is stronger than
// a read. So an access is found to be in a race exactly if some earlier one makes it
// one, and a list has two accesses of a thread at most, one of them atomic. Most lists have
// one in all (the epochs of Flanagan and Freund, "FastTrack", PLDI 2009, section 3; which keep
// only the last write, and so do not find all accesses that are in races).
func (w *world) ordered(e *runEnv, t *thread, s *shadow, op *envs.Op) {
	m := &w.memory
	write := op.Writes()
	atomic := op.Synchronises()
	if write && len(s.reads) == 0 && len(s.writes) == 1 && s.writes[0].covers(t, atomic) ||
		!write && len(s.reads) == 1 && len(s.writes) == 0 && s.reads[0].covers(t, atomic) {
		return
	}
	t.noted = t.full.last
	now := shadowed{t.full.last, envs.Access{At: e.Point(), Thread: t.id, Write: write, Atomic: atomic, Locks: w.lockSet(t)}}
	s.writes = m.compare(t, s.writes, write, atomic, false)
	s.reads = m.compare(t, s.reads, true, atomic, !write)
	if write {
		s.writes = append(s.writes, now)
	} else {
		s.reads = append(s.reads, now)
	}
}

// covers reports whether nothing has happened since that would make a difference.
func (a *shadowed) covers(t *thread, atomic bool) bool {
	return a.step == t.full.last && a.Atomic == atomic
}

// compare looks for races with accesses in a list, unless both sides read, and gives the
// list without those that happened before now, if these can be forgotten.
func (m *memory) compare(t *thread, list []shadowed, forget, atomic, bothRead bool) []shadowed {
	n := 0
	for i := range list {
		a := &list[i]
		before := t.full.has(a.step)
		if !before && !bothRead && !(atomic && a.Atomic) {
			m.racing = append(m.racing, a.Access)
			m.racing[len(m.racing)-1].Certain = true
		}
		if !before || !forget || a.Atomic != atomic {
			if n < i {
				list[n] = *a
			}
			n++
		}
	}
	return list[:n]
}
