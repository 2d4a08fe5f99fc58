package ir

import (
	"slices"

	"github.com/seed38182bad/parallax/envs/explore"
)

// quick remembers what steps do to the parts of a state, so that most steps of a search of states are looked up and not
// executed. A step is remembered if it depends on the thread's part and on objects and variables alone, and changes no
// more. In programs that make objects, or in which threads wait for others to end, the parts of others may count as
// well, and nothing is remembered.
type quick struct {
	s     *System
	stale bool // the machine is in another state
	parts
	latest        *byte // the description that was taken latest, and its parts
	copied        parts
	before, after []uint32 // scratch
	infos         []info   // by number of a thread's part
	effects       [][]deed // by number of a thread's part, less 1
	state         []byte
}

// info is what a thread is about to do, as far as its part tells.
type info struct {
	asked, known bool
	ended, waits bool
	object       int32 // that is accessed, less 1; -1 for what belongs to no object
	values       int
	access       explore.Access
	none         bool // there is no access
}

func newQuick(s *System) *quick {
	heard := s.opts.Events != nil || s.opts.Observe != nil
	if heard || s.reduce.Ahead || s.whole != nil || s.p.creates || s.p.joins || s.opts.Stops == Every {
		return nil
	}
	wide := s.opts.Stops == Blocks || s.reduce != (Reduce{})
	if wide && s.space.names { // a search with sleep sets asks what steps access
		return nil
	}
	if s.opts.Stops == Blocks && s.p.waits { // threads that were notified go on by themselves
		return nil
	}
	return &quick{s: s}
}

// take notes which state a description is of.
func (q *quick) take(state []byte) {
	if &state[0] == q.latest {
		q.copy(&q.copied)
		return
	}
	q.read(state)
	q.latest = &state[0]
	q.copied.copy(&q.parts)
}

// sync brings the machine to the state.
func (q *quick) sync() {
	if q.stale {
		q.state = q.write(q.state[:0])
		q.s.load(q.state)
		q.stale = false
	}
}

// step takes a step.
func (q *quick) step(c explore.Choice) {
	i := slices.IndexFunc(q.threads, func(id uint32) bool {
		return int(q.s.space.threadParts.list[id-1].name) == c.Thread && q.s.space.threadParts.list[id-1].status != ended
	})
	if !q.info(i).known {
		q.execute(c)
		return
	}
	root := q.root(i, int32(c.Value))
	e := root.does
	for e != nil && !e.known && !e.unknown {
		e = e.next(q)
	}
	switch {
	case e == nil:
		q.learn(c, root)
	case e.unknown:
		q.execute(c)
	default:
		q.threads[i], q.stale = e.thread, true
		for _, w := range e.writes {
			if w.part == variables {
				q.rest = w.is
			} else {
				q.objects[w.part] = w.is
			}
		}
	}
}

// at is the number of a part.
func (q *quick) at(part int32) *uint32 {
	if part == variables {
		return &q.rest
	}
	return &q.objects[part]
}

// ends reports whether a thread has ended where others may go on by themselves then.
func (q *quick) ends(i int) bool {
	return q.s.reduce != (Reduce{}) && q.s.space.threadParts.list[q.threads[i]-1].status == ended
}

// look notes the part that the next operation of a thread looks at.
func (s *System) look(t *thread) {
	part, f := int32(variables), t.top()
	if t.status == notified {
		part = t.on - 1
	} else {
		in := &f.code.insts[f.pc]
		switch in.code {
		case oLoadGlobal, oStoreGlobal:
		case oLoadField, oLoadElem, oStoreField, oStoreElem, oAcquire, oTryAcquire, oRelease, oExit, oWait, oNotify,
			oNotifyAll:
			x := s.m.value(t.regs[f.base:], in.a)
			if x.ref <= 0 {
				return
			}
			part = x.ref - 1
		default:
			return
		}
	}
	if !slices.Contains(s.looked, part) {
		s.looked = append(s.looked, part)
	}
}

// others is how many threads but one have not ended, as far as that matters for where threads stop.
func (q *quick) others(i int) (n uint8) {
	if q.s.reduce == (Reduce{}) {
		return 0
	}
	for k, id := range q.threads {
		if k != i && n < 2 && q.s.space.threadParts.list[id-1].status != ended {
			n++
		}
	}
	return n
}

// learn takes a step by the machine, and remembers what it does.
func (q *quick) learn(c explore.Choice, d deed) {
	i, threads, objects := int(d.number), len(q.threads), len(q.objects)
	q.before = append(append(append(q.before[:0], q.threads...), q.objects...), q.rest)
	q.s.notified, q.s.looked, q.s.looks = false, q.s.looked[:0], true
	q.execute(c)
	q.s.looks = false
	looked := q.s.looked
	is := effect{known: true}
	switch {
	case q.s.notified || q.notifies(i) || len(q.threads) != threads || len(q.objects) != objects:
		is = effect{unknown: true}
	case q.ends(i) && (d.others == 1 || q.s.reduce.Dominated):
		is = effect{unknown: true} // others may go on then
	default:
		is.thread = q.threads[i]
		if q.rest != q.before[threads+objects] && !slices.Contains(looked, variables) {
			looked = append(looked, variables) // by an exception
		}
		for _, part := range looked {
			if int(part) >= q.s.initial {
				is.unknown = true
			} else {
				is.writes = append(is.writes, written{part, *q.at(part)})
			}
		}
		q.after = append(append(q.after[:0], q.threads...), q.objects...)
		for k, id := range q.after {
			if id != q.before[k] && k != i && (k < threads || !slices.Contains(looked, int32(k-threads))) {
				is.unknown = true
			}
		}
		if is.unknown {
			is = effect{unknown: true}
		}
	}
	q.s.looked = looked
	old := func(part int32) uint32 {
		if part == variables {
			return q.before[threads+objects]
		}
		return q.before[threads+int(part)]
	}
	e := d.does
	for _, part := range looked {
		if int(part) >= objects {
			break
		}
		e.part = part
		e = e.add(old(part))
	}
	by, more, part := e.by, e.more, e.part
	*e = is
	e.by, e.more, e.part = by, more, part
}

// notifies reports whether a thread is about to notify one of several that wait. It would not have stopped there if
// fewer waited.
func (q *quick) notifies(i int) bool {
	t := q.s.m.threads[i]
	return t.status == running && t.top().code.insts[t.top().pc].code == oNotify
}

// execute takes a step by the machine.
func (q *quick) execute(c explore.Choice) {
	q.sync()
	q.s.step(c)
	q.state = q.s.appendState(q.state[:0])
	q.latest = nil
	q.take(q.state)
	q.latest = nil // the bytes change
}

// info is what a thread of the present state is about to do.
func (q *quick) info(i int) *info {
	id := int(q.threads[i])
	for len(q.infos) < id {
		q.infos = append(q.infos, info{})
	}
	x := &q.infos[id-1]
	if !x.asked {
		q.sync()
		q.find(q.s.m.threads[i], x)
	}
	return x
}

// find finds out what a thread is about to do. What depends on more than its part is not known.
func (q *quick) find(t *thread, x *info) {
	s := q.s
	x.asked = true
	switch t.status {
	case ended:
		x.ended, x.known = true, true
		return
	case waiting, joining:
		x.waits, x.known = true, true
		return
	}
	object := t.on
	if t.status == running || t.status == blocked {
		f := t.top()
		in := &f.code.insts[f.pc]
		object = 0
		switch in.code {
		case oJoin: // of a thread that has not ended: otherwise it would have gone on
			x.waits, x.known = true, true
			return
		case oLoadGlobal, oStoreGlobal:
		case oLoadField, oStoreField, oLoadElem, oStoreElem, oAcquire, oRelease, oExit, oWait:
			object = s.m.value(t.regs[f.base:], in.a).ref
		case oNondet:
		default:
			return
		}
	}
	if int(object) > s.initial {
		return // the handle of a thread, which has another number in other states
	}
	a, values, ok := s.access(t)
	x.known, x.object, x.values, x.access, x.none = true, max(object, 0)-1, values, a, !ok
}

// ops are the operations of the present state.
func (q *quick) ops() []explore.Op {
	s := q.s
	s.ops, s.acc = s.ops[:0], s.acc[:0]
	if cap(s.acc) < len(q.threads) {
		s.acc = make([]explore.Access, 0, 2*len(q.threads)) // slices of it are handed out
	}
	for i, id := range q.threads {
		x := q.info(i)
		if !x.known {
			q.sync()
			return s.operations()
		}
		if x.ended {
			continue
		}
		op := explore.Op{Thread: int(s.space.threadParts.list[id-1].name), Enabled: !x.waits, Values: x.values}
		if !x.none && !x.waits {
			a := x.access
			if a.Mode == explore.Acquire {
				op.Enabled = s.space.objectParts.list[q.objects[x.object]-1].owner == 0
			}
			s.acc = append(s.acc, a)
			op.Accesses = s.acc[len(s.acc)-1 : len(s.acc) : len(s.acc)]
		}
		s.ops = append(s.ops, op)
	}
	return s.ops
}
