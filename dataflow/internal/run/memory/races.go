package memory

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/dataflow/internal/run/happens"
	"github.com/seed38182bad/parallax/domains/clock"
	"github.com/seed38182bad/parallax/envs"
)

// A variable is what is known of a variable: its owner, and the accesses with which one to come may be in a race.
// Mostly there is one write and one read at most.
type variable struct {
	owner  envs.Thread // the only one to access it so far; 0 if there are several or none
	shared bool        // several threads have accessed it
	write  access
	read   access
	more   *accesses // in place of write and read, if there are more
}

const variableBits = 8 // of a variable's number, for its place in a part of the variables

// variable is what is known of a variable.
func (m *Memory) variable(v envs.Variable) *variable {
	for int(v)>>variableBits >= len(m.variables) {
		m.variables = append(m.variables, make([]variable, 1<<variableBits))
	}
	return &m.variables[v>>variableBits][v&(1<<variableBits-1)]
}

// An access has the step of its thread in which it was made; that is 0 if there is none.
type access struct {
	step   clock.Epoch
	thread envs.Thread
	at     envs.Point
	locks  envs.LockSet
	write  bool
	atomic bool
}

// accesses are all that may still be in a race. swept is how many reads were left when they were last compared with
// another read.
type accesses struct {
	writes, reads []access
	swept         int
}

// fewReads is up to how many reads of a variable each read is compared with, to forget those that happened before it.
// More are compared with a read whenever they have become twice as many, so that n threads do not compare n² times.
const fewReads = 32

// maxRacing is how many accesses are told of that race with one: beyond that they are the same few places, or nobody
// reads on. Without a bound, n accesses of n threads cost n².
const maxRacing = 256

// compareLast compares an access with those before it. Then it takes the place of those of them that happen before it,
// if it is at least as strong. Whatever comes later and is unordered with one of these is unordered with it, too. A
// write is stronger than a read. So an access is found to be in a race exactly if some earlier one makes it one. A
// list has two accesses of a thread at most, one of them atomic.
func (m *Memory) compareLast(t *run.Thread, c *happens.Clock, v *variable, op *envs.Op) {
	write, atomic := op.Writes(), op.Synchronises()
	last, next := &v.write, &v.read
	if write {
		last, next = next, last
	}
	if v.more == nil && last.step == 0 && next.step == c.Now() && next.atomic == atomic {
		return // nothing has happened since that would make a difference
	}
	c.Note()
	if v.more == nil && v.write.replacedBy(c, atomic) && v.read.replacedBy(c, atomic) {
		if write {
			v.read.step = 0
		}
	} else if !m.compareAll(c, v, write, atomic) {
		list := &v.more.reads
		if write {
			list = &v.more.writes
		}
		*list = append(*list, access{c.Now(), t.ID, m.pos.Point(), m.locks.MustLocks(), write, atomic})
		return
	}
	next.step, next.thread, next.at, next.write, next.atomic = c.Now(), t.ID, m.pos.Point(), write, atomic
	if locks := m.locks.MustLocks(); next.locks != locks {
		next.locks = locks
	}
}

// replacedBy reports whether an access, if it is one, happened before now, and is atomic if the one that is made now
// is.
func (a *access) replacedBy(c *happens.Clock, atomic bool) bool {
	return a.step == 0 || a.atomic == atomic && c.Has(a.step)
}

// compareAll looks for races of an access with those before it, and forgets those in whose place it comes. It reports
// whether there is none left that is like it, and at most one that is not: then v.more is not needed any more.
func (m *Memory) compareAll(c *happens.Clock, v *variable, write, atomic bool) (few bool) {
	lists := v.more
	if lists == nil {
		if n := len(m.spare); n > 0 {
			lists, m.spare = m.spare[n-1], m.spare[:n-1]
		} else {
			lists = &accesses{}
		}
		lists.writes, lists.reads = v.write.listed(lists.writes), v.read.listed(lists.reads)
		v.more, v.write.step, v.read.step = lists, 0, 0
	}
	lists.writes = m.compare(c, lists.writes, write, atomic, false)
	if n := len(lists.reads); write || n < fewReads || n >= 2*lists.swept {
		lists.reads = m.compare(c, lists.reads, true, atomic, !write)
		lists.swept = len(lists.reads)
	}
	same, other, to := lists.reads, lists.writes, &v.write
	if write {
		same, other, to = other, same, &v.read
	}
	if len(same) > 0 || len(other) > 1 {
		return false
	}
	if len(other) == 1 {
		*to = other[0]
	}
	m.spare, v.more = append(m.spare, lists), nil
	return true
}

// listed is a list of an access, if it is one.
func (a *access) listed(list []access) []access {
	if list = list[:0]; a.step != 0 {
		list = append(list, *a)
	}
	return list
}

// compare looks for races with accesses in a list, unless both sides read, and gives the list without those that
// happened before now, if these can be forgotten. It stops when enough races are known. Then it has not looked at the
// rest, which stays.
func (m *Memory) compare(c *happens.Clock, list []access, forget, atomic, bothRead bool) []access {
	n, i := 0, 0
	for ; i < len(list) && len(m.racing) < maxRacing; i++ {
		a := &list[i]
		before := c.Has(a.step)
		if !before && !bothRead && !(atomic && a.atomic) {
			m.racing = append(m.racing, envs.Access{
				At: a.at, Thread: a.thread, Write: a.write, Atomic: a.atomic, Locks: a.locks, Certain: !m.incomplete,
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
func (m *Memory) races(a envs.Access) bool {
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
