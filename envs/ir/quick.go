package ir

import (
	"slices"

	"github.com/seed38182bad/parallax/envs/explore"
)

// quick remembers what steps do to the parts of a state, so that most steps of a search of states are looked up and not
// executed. A step is remembered if it depends on the thread's part and one other alone, and changes no more. The other
// is the object that its operation accesses, or what belongs to no object. In programs that make objects, or in which
// threads wait for others to end, the parts of others may count as well, and nothing is remembered.
type quick struct {
	s     *System
	stale bool // the machine is in another state
	parts
	latest        *byte // the description that was taken latest, and its parts
	copied        parts
	before, after []uint32 // scratch
	infos         []info   // by number of a thread's part
	effects       map[deed]effect
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

// deed is a step.
type deed struct {
	thread, other uint32
	value         int32
	number        int32 // of the thread, by which objects know it
}

// effect is what it does; unknown if it is to be executed each time.
type effect struct {
	thread, other uint32
	unknown       bool
}

func newQuick(s *System) *quick {
	heard := s.opts.Events != nil || s.opts.Observe != nil
	if heard || s.whole != nil || s.p.creates || s.p.joins || s.opts.Stops != Noticed || s.reduce != (Reduce{}) {
		return nil
	}
	return &quick{s: s, effects: map[deed]effect{}}
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
	x := q.info(i)
	var other *uint32
	switch {
	case !x.known:
		q.execute(c)
		return
	case x.object >= 0:
		other = &q.objects[x.object]
	default:
		other = &q.rest
	}
	d := deed{q.threads[i], *other, int32(c.Value), int32(i)}
	e, ok := q.effects[d]
	if ok && !e.unknown {
		q.threads[i], *other, q.stale = e.thread, e.other, true
		return
	}
	if ok {
		q.execute(c)
		return
	}
	rest, threads, objects := q.rest, len(q.threads), len(q.objects)
	q.before = append(append(q.before[:0], q.threads...), q.objects...)
	q.s.notified = false
	q.execute(c)
	e = effect{unknown: true}
	if !q.s.notified && len(q.threads) == threads && len(q.objects) == objects {
		e = effect{thread: q.threads[i], other: q.rest}
		if x.object >= 0 {
			e.other, e.unknown = q.objects[x.object], q.rest != rest
		}
		q.after = append(append(q.after[:0], q.threads...), q.objects...)
		for k, id := range q.before {
			now := q.after[k]
			e.unknown = e.unknown || id != now && k != i && (x.object < 0 || k != threads+int(x.object))
		}
	}
	q.effects[d] = e
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
		case oLoadField, oStoreField, oLoadElem, oStoreElem, oAcquire, oRelease, oExit:
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
