package ir

import (
	enc "encoding/binary"
	"slices"
	"strconv"

	"github.com/seed38182bad/parallax/envs/explore"
)

// space describes states of a machine. A state is put together of parts: threads, objects, variables, and the
// exceptions that nobody caught. Each part that was ever seen is kept once, and has a number; a state is a list of
// numbers. So the states that differ in one thread share all others.
//
// Objects that nothing refers to are no part of a state, and the others are numbered in the order in which they are
// found. So states are the same that differ in the order in which objects were made.
type space struct {
	threadParts partsOf[threadPart]
	objectParts partsOf[objectPart]
	rests       partsOf[restPart]

	parts         // of the machine; 0 for those that have changed
	loading parts // scratch

	names  bool // states are different if the names of objects are
	lives  map[*code]*live
	key    []byte
	order  []int32 // the objects of the state, as they are numbered
	number []int32 // by object: its number, from 1; 0 for one that nothing refers to
}

func (sp *space) live(c *code) *live {
	l := sp.lives[c]
	if l == nil {
		if sp.lives == nil {
			sp.lives = map[*code]*live{}
		}
		l = findLive(c)
		sp.lives[c] = l
	}
	return l
}

// forget notes that all parts of the machine may have changed.
func (sp *space) forget() {
	sp.threads, sp.objects, sp.rest = sp.threads[:0], sp.objects[:0], 0
}

// changed notes that a thread has changed, and the object or variable that its next operation changes.
func (s *System) changed(t *thread) {
	sp := &s.space
	s.changedThread(t)
	f := t.top()
	in := &f.code.insts[f.pc]
	switch in.code {
	case oStoreGlobal:
		sp.rest = 0
	case oStoreField, oStoreElem, oAcquire, oTryAcquire, oRelease, oExit, oWait, oNotify, oNotifyAll:
		x := s.m.value(t.regs[f.base:], in.a)
		s.changedObject(x.ref)
		if in.code == oNotify || in.code == oNotifyAll {
			for _, w := range s.m.threads {
				if w.status == waiting && w.on == x.ref {
					s.changedThread(w)
				}
			}
		}
	}
	if in.handler == 0 && (opcodes[in.code].throws) {
		sp.rest = 0 // an exception may end the thread
	}
}

func (s *System) changedThread(t *thread) {
	if int(t.id) <= len(s.space.threads) {
		s.space.threads[t.id-1] = 0
	}
}

func (s *System) changedObject(id int32) {
	if id > 0 && int(id) <= len(s.space.objects) {
		s.space.objects[id-1] = 0
	}
}

// Retrace is the schedule of an execution from the beginning with these choices. If operations are no stops because of
// Options.Reduce, it is one of a System that stops at all that are Noticed.
func (s *System) Retrace(path []explore.Choice) (schedule explore.Schedule) {
	opts := *s.opts
	opts.Events, opts.Observe, opts.Begins = nil, nil, nil
	again := &System{p: s.p, opts: &opts, names: s.names, made: s.made, whole: s.whole}
	if s.reduce != (Reduce{}) {
		return s.retraceReduced(again, path)
	}
	again.Begin(explore.NewReplay(nil))
	for _, c := range path {
		for _, op := range again.Ops() {
			if op.Thread == c.Thread {
				schedule = append(schedule, explore.Choice{Thread: op.Started, Value: c.Value})
			}
		}
		again.Step(c)
	}
	return schedule
}

// Rewind says that states will be asked for, and whether those differ in which objects have different names.
func (s *System) Rewind(names bool) {
	s.space, s.quick = space{names: names}, nil
	s.guards.refuted = false
	for _, g := range s.guards.of {
		g.relied = false
	}
	s.rewinds = true
}

// AppendState describes the present state. It is the same for states from which the same can happen.
func (s *System) AppendState(b []byte) []byte {
	if s.quick != nil {
		return s.quick.write(b)
	}
	return s.appendState(b)
}

func (s *System) appendState(b []byte) []byte {
	m, sp := s.m, &s.space
	for i, t := range m.threads {
		if i >= len(sp.threads) || sp.threads[i] == 0 {
			s.bury(t)
		}
	}
	if len(m.objs) > s.initial || len(m.threads) != len(sp.threads) {
		s.canonical() // not in programs that make no objects, once all threads have been started
	}
	for len(sp.threads) < len(m.threads) {
		sp.threads = append(sp.threads, 0)
	}
	for len(sp.objects) < len(m.objs) {
		sp.objects = append(sp.objects, 0)
	}
	if sp.rest == 0 {
		sp.rest = s.findRest()
	}
	for i, id := range sp.threads {
		if id == 0 {
			sp.threads[i] = s.findThread(m.threads[i])
		}
	}
	for i, id := range sp.objects {
		if id == 0 {
			sp.objects[i] = s.findObject(&m.objs[i], s.objects[i])
		}
	}
	return sp.write(b)
}

// bury clears what belongs to a thread and does not matter any more, so that it refers to no object: registers that are
// dead, and if the thread has ended the monitors that it has kept.
func (s *System) bury(t *thread) {
	if t.status == ended {
		t.held = t.held[:0]
	}
	for i := range t.frames {
		f := &t.frames[i]
		alive := s.space.live(f.code).regs(f.pc, i == len(t.frames)-1)
		for r, regs := 0, t.regs[f.base:int(f.base)+f.code.regs]; r < len(regs); r++ {
			if !has(alive, r) {
				regs[r] = Value{}
			}
		}
	}
}

// Load goes to a state that was described.
func (s *System) Load(state []byte) {
	if s.quick != nil {
		s.quick.take(state)
		s.quick.stale = true
		return
	}
	s.load(state)
}

func (s *System) load(state []byte) {
	m, sp := s.m, &s.space
	to := &sp.loading
	to.read(state)
	if to.rest != sp.rest {
		r := &sp.rests.list[to.rest-1]
		m.vars = append(m.vars[:0], r.vars...)
		m.res.Uncaught = append(m.res.Uncaught[:0], r.uncaught...)
	}
	m.live = 0
	for i, id := range to.threads {
		if i == len(m.threads) {
			m.threads = append(m.threads, &thread{})
			s.threads = append(s.threads, scheduled{})
		}
		t := m.threads[i]
		if t.status == blocked || t.status == joining {
			t.status, t.on = running, 0
		}
		if i >= len(sp.threads) || id != sp.threads[i] {
			p := &sp.threadParts.list[id-1]
			s.threads[i] = p.scheduled
			regs, frames, held := t.regs, t.frames, t.held
			*t = p.thread
			t.id = int32(i + 1)
			t.regs, t.frames, t.held = append(regs[:0], p.regs...), append(frames[:0], p.frames...), append(held[:0], p.held...)
		}
		if t.status != ended {
			m.live++
		}
	}
	for i, id := range to.objects {
		if i == len(m.objs) {
			m.objs, s.objects = append(m.objs, obj{}), append(s.objects, 0)
		}
		if i >= len(sp.objects) || id != sp.objects[i] {
			p, o := &sp.objectParts.list[id-1], &m.objs[i]
			slots := o.slots
			*o = p.obj
			o.slots = append(slots[:0], p.slots...)
			s.objects[i] = p.name
		}
	}
	threads, objects := len(to.threads), len(to.objects)
	m.threads, s.threads = m.threads[:threads], s.threads[:threads]
	m.objs, s.objects = m.objs[:objects], s.objects[:objects]
	sp.parts.copy(to)
}

// findThread is the number of a thread as a part. One that waits for a lock, or for another thread to end, is the same
// as one that is about to try.
func (s *System) findThread(t *thread) uint32 {
	c := &s.threads[t.id-1]
	b := s.space.key[:0]
	num := func(n int64) { b = enc.AppendVarint(b, n) }
	num(int64(t.name))
	num(int64(c.starts))
	if s.reduce.disciplined() {
		b = strconv.AppendBool(b, c.joined)
	}
	if s.space.names {
		num(int64(c.makes))
	}
	if s.whole != nil {
		num(int64(c.call))
		b = strconv.AppendBool(b, c.begun)
	}
	status, on := t.status, t.on
	if status == blocked || status == joining {
		status = running
	}
	if status == running || status == ended {
		on = 0
	}
	num(int64(status))
	if status != ended {
		num(int64(on))
		if status != running {
			num(int64(t.count))
		}
		b = appendValue(b, t.exc)
		num(int64(len(t.held)))
		for _, id := range t.held {
			num(int64(id))
			num(int64(s.m.objs[id-1].count))
		}
		num(int64(len(t.frames)))
		for i := range t.frames {
			f := &t.frames[i]
			num(int64(f.code.fn.ID))
			num(int64(f.pc))
		}
		for _, v := range t.regs { // of which those that are dead are 0
			b = appendValue(b, v)
		}
	}
	s.space.key = b
	return s.space.threadParts.find(b, func() threadPart {
		p := threadPart{*t, *c}
		p.status, p.on = status, on // whether it has to wait is not known where it goes on
		p.regs, p.frames, p.held = slices.Clone(t.regs), slices.Clone(t.frames), slices.Clone(t.held)
		return p
	})
}

// objectPart is an object with the number that is the same in all executions.
type objectPart struct {
	obj
	name explore.Object
}

func (s *System) findObject(o *obj, name explore.Object) uint32 {
	b := s.appendObject(s.space.key[:0], o)
	if s.space.names {
		b = enc.AppendUvarint(b, uint64(name))
	}
	s.space.key = b
	return s.space.objectParts.find(b, func() objectPart {
		p := objectPart{*o, name}
		p.slots = slices.Clone(o.slots)
		return p
	})
}

func (s *System) appendObject(b []byte, o *obj) []byte {
	for _, n := range [...]int32{o.class, o.owner, o.count, o.thread} {
		b = enc.AppendVarint(b, int64(n))
	}
	b = strconv.AppendBool(b, o.escaped)
	for _, v := range o.slots {
		b = appendValue(b, v)
	}
	return b
}

func (s *System) findRest() uint32 {
	b := s.appendRest(s.space.key[:0])
	s.space.key = b
	return s.space.rests.find(b, func() restPart {
		return restPart{slices.Clone(s.m.vars), slices.Clone(s.m.res.Uncaught)}
	})
}

func (s *System) appendRest(b []byte) []byte {
	for _, v := range s.m.vars {
		b = appendValue(b, v)
	}
	list := s.m.res.Uncaught
	if len(list) > 1 { // in which order they were thrown is no part of a state
		list = slices.SortedStableFunc(slices.Values(list), func(x, y Uncaught) int { return int(x.Thread) - int(y.Thread) })
	}
	for _, u := range list {
		for _, n := range [...]int64{int64(u.Thread), int64(u.At.Func()), int64(u.At.PC())} {
			b = enc.AppendVarint(b, n)
		}
		b = appendValue(b, u.Value)
	}
	return b
}

func appendValue(b []byte, v Value) []byte {
	if v.ref == 0 {
		return enc.AppendVarint(append(b, 0), v.num)
	}
	return enc.AppendVarint(append(b, 1), int64(v.ref))
}
