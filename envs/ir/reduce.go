package ir

import (
	"slices"

	"github.com/seed38182bad/parallax/envs/explore"
)

// Reduce says which operations are no stops in a search of states, beyond those that Stops names. Each field leaves out
// interleavings only, and each can be used without the others. The package comment says what they preserve, and why.
type Reduce struct {
	// Local is for accesses of objects, and operations on monitors, that only one thread can reach at present.
	Local bool
	// Ahead is for accesses of memory, and operations on monitors, that no other thread can come to by what it has still
	// to execute. It includes Local, but effects of steps are not remembered then, so that steps take longer.
	Ahead bool
	// Protected is for accesses of memory that is always accessed under a common monitor. With Blocks, it checks what
	// blocks take for granted: threads stop before accesses of other memory.
	Protected bool
	// Dominated is for operations on monitors that are always taken and given back under another one.
	Dominated bool
	// Releases is for operations that give a monitor back, and waits, if the program does not try to take any.
	Releases bool
}

// guards are what the present search has found out about accesses. Memory and monitors are known by place.
type guards struct {
	of      map[place]*cover
	refuted bool // something that was relied on is not so
}

// A place is a variable, or a field or element of an object that exists from the beginning. All other objects of a
// class are one: they have other identities on other paths.
type place struct{ object, slot int32 }

// monitor is the slot of a monitor.
const monitor = -1

// A cover says which monitors were held at all accesses of a place.
type cover struct {
	locks  []int32 // objects that exist from the beginning, in order; 0 is the object itself
	relied bool    // some access was no stop
}

// anonymous is the object of all objects of a class that do not exist from the beginning.
func anonymous(class int32) int32 { return -(class + 2) }

// placeOf is where an operation of a running thread accesses memory or a monitor, and the object if it is one that the
// program has made.
func (s *System) placeOf(t *thread) (p place, made int32, ok bool) {
	m, f := s.m, t.top()
	in, regs := &f.code.insts[f.pc], t.regs[f.base:]
	var x Value
	switch in.code {
	case oLoadGlobal, oStoreGlobal:
		return place{m.varIDs[in.n], 0}, 0, !f.code.fn.Ops[f.pc].Loc.Final
	case oLoadField, oStoreField:
		x = m.value(regs, in.a)
		o := m.object(x)
		if o == nil || o.class != int32(in.b) || f.code.fn.Ops[f.pc].Loc.Final {
			return p, 0, false
		}
		p.slot = in.n
	case oLoadElem, oStoreElem:
		x = m.value(regs, in.a)
		i, o := m.value(regs, in.b), m.object(x)
		if o == nil || o.class != anArray || i.ref != 0 || i.num < 0 || i.num >= int64(len(o.slots)) ||
			f.code.fn.Ops[f.pc].Loc.Final {
			return p, 0, false
		}
		if p.slot = int32(i.num); int(x.ref) > s.initial { // elements are one
			p.slot = 0
		}
	case oAcquire, oTryAcquire, oRelease, oExit, oWait, oNotify, oNotifyAll:
		x = m.value(regs, in.a)
		if m.object(x) == nil {
			return p, 0, false
		}
		p.slot = monitor
	default:
		return p, 0, false
	}
	if p.object = x.ref; int(x.ref) > s.initial {
		p.object, made = anonymous(m.objs[x.ref-1].class), x.ref
	}
	return p, made, true
}

// candidates are the monitors that a thread holds and that may guard a place.
func (s *System) candidates(t *thread, p place, made int32) []int32 {
	list := s.locks[:0]
	for _, id := range t.held {
		switch {
		case p.slot == monitor && (id == p.object || id == made): // of itself
		case id == made:
			list = append(list, 0)
		case int(id) <= s.initial:
			list = append(list, id)
		}
	}
	s.locks = list
	return list
}

// reduced reports whether nobody else needs to go on before the next operation of a thread, which is running.
func (s *System) reduced(t *thread) bool {
	if s.reduce == (Reduce{}) {
		return false
	}
	p, made, ok := s.placeOf(t)
	switch {
	case !ok:
		return false
	case (s.reduce.Local || s.reduce.Ahead) && (s.m.live == 1 || made > 0 && s.local(t, made)),
		s.reduce.Ahead && made == 0 && s.local(t, p.object):
		return true
	case !s.reduce.guards(p):
		return false
	case s.exempt(t, made):
		return true
	}
	list, g := s.candidates(t, p, made), s.guards.of[p]
	if g == nil {
		return len(list) > 0
	}
	return slices.ContainsFunc(list, func(l int32) bool { return slices.Contains(g.locks, l) })
}

// guards reports whether it matters which monitors are held where a place is accessed.
func (r Reduce) guards(p place) bool {
	if p.slot == monitor {
		return r.Dominated
	}
	return r.Protected
}

// disciplined reports whether something is relied on that is to be checked.
func (r Reduce) disciplined() bool { return r.Protected || r.Dominated }

// retakes notes that a thread that was notified takes its monitor again.
func (s *System) retakes(t *thread) {
	if p, made, ok := s.placeOf(t); ok && s.reduce.guards(p) && !s.exempt(t, made) {
		s.held(p, s.candidates(t, p, made), true)
	}
}

// exempt reports whether no other thread can access what a thread does now in another order: nobody else ever could
// reach the object, or all other threads have ended and were waited for.
func (s *System) exempt(t *thread, made int32) bool {
	if made > 0 {
		if s.stale {
			s.mark()
		}
		if !s.m.objs[made-1].escaped {
			return true
		}
	}
	for i, u := range s.m.threads {
		if u != t && !(u.status == ended && s.threads[i].joined) {
			return false
		}
	}
	return true
}

// discipline notes which monitors are held at the next operation of a thread; stops says that the thread had stopped.
func (s *System) discipline(t *thread, stops bool) {
	in := &t.top().code.insts[t.top().pc]
	if p, made, ok := s.placeOf(t); ok && s.reduce.guards(p) && !s.exempt(t, made) && !s.reenters(t, in, p, made) {
		s.held(p, s.candidates(t, p, made), stops)
	}
	if s.reduce.Dominated && (in.code == oRelease || in.code == oExit || in.code == oWait) {
		given := s.m.value(t.regs[t.top().base:], in.a).ref
		for _, id := range t.held { // they are held without this one from now on
			p, made := place{id, monitor}, int32(0)
			if int(id) > s.initial {
				p, made = place{anonymous(s.m.objs[id-1].class), monitor}, id
			}
			if id != given && !s.exempt(t, made) {
				s.held(p, slices.DeleteFunc(s.candidates(t, p, made), func(l int32) bool { return l == given }), true)
			}
		}
	}
}

// reenters reports whether an operation takes a monitor once more, or gives it back and still has it.
func (s *System) reenters(t *thread, in *inst, p place, made int32) bool {
	if p.slot != monitor || in.code == oWait || in.code == oNotify || in.code == oNotifyAll {
		return false
	}
	o := &s.m.objs[max(p.object, made)-1]
	if in.code == oAcquire || in.code == oTryAcquire {
		return o.owner == t.id
	}
	return o.owner != t.id || o.count > 1
}

// held notes that a place is accessed while some monitors are held.
func (s *System) held(p place, list []int32, stops bool) {
	g := s.guards.of[p]
	if g == nil {
		if s.guards.of == nil {
			s.guards.of = map[place]*cover{}
		}
		g = &cover{locks: slices.Clone(list)}
		s.guards.of[p] = g
	} else {
		g.locks = slices.DeleteFunc(g.locks, func(l int32) bool { return !slices.Contains(list, l) })
	}
	g.relied = g.relied || !stops && len(g.locks) > 0 // otherwise it was no stop for another reason
	s.guards.refuted = s.guards.refuted || g.relied && len(g.locks) == 0
}

// Refuted reports whether what the search has relied on since Rewind is not so: memory is accessed, or a monitor taken,
// without the monitor that guarded it so far. What was learned is known to the next search.
func (s *System) Refuted() bool { return s.guards.refuted }

// local reports whether a thread alone can reach an object, or access a variable.
func (s *System) local(t *thread, id int32) bool {
	if s.stale {
		s.mark()
	}
	return int(id) > len(s.reach) || s.reach[id-1] == t.id
}

// several is who can reach an object if that are several threads, or may be.
const several = -1

// mark finds out which threads can reach the objects, and notes which of them several can.
func (s *System) mark() {
	m := s.m
	s.stale = false
	s.reach = append(s.reach[:0], make([]int32, len(m.objs))...)
	work := s.work[:0]
	see := func(v Value, by int32) {
		if v.ref <= 0 {
			return
		}
		switch r := &s.reach[v.ref-1]; *r {
		case by, several:
			return
		case 0:
			*r = by
		default:
			*r = several
		}
		work = append(work, v.ref)
	}
	follow := func() {
		for len(work) > 0 {
			id := work[len(work)-1]
			work = work[:len(work)-1]
			for _, v := range m.objs[id-1].slots {
				see(v, s.reach[id-1])
			}
		}
	}
	if !s.reduce.Ahead {
		for id := range int32(s.initial) {
			see(object(id+1), several)
		}
		for _, v := range m.vars {
			see(v, several)
		}
	}
	follow()
	for _, t := range m.threads { // and if that is asked, what they name in what they have still to execute
		if t.status == ended {
			continue
		}
		see(t.exc, t.id)
		for i := range t.frames {
			f := &t.frames[i]
			if s.reduce.Ahead {
				members(s.ahead[f.code].from(f.pc), func(id int32) {
					see(object(id), t.id)
					if k := s.cells[id-1]; k > 0 {
						see(m.vars[k-1], t.id)
					}
				})
			}
			alive := s.space.live(f.code).regs(f.pc, i == len(t.frames)-1)
			for r, v := range t.regs[f.base : int(f.base)+f.code.regs] {
				if v.ref > 0 && has(alive, r) {
					see(v, t.id)
				}
			}
		}
		for _, id := range t.held {
			see(object(id), t.id)
		}
		follow()
	}
	s.work = work
	for i := s.initial; i < len(m.objs); i++ {
		if o := &m.objs[i]; s.reach[i] == several && !o.escaped {
			o.escaped = true
			s.changedObject(int32(i + 1))
		}
	}
}

// retraceReduced executes some choices with the same reductions, and has a system without any execute the operations in
// the same order.
func (s *System) retraceReduced(again *System, path []explore.Choice) (schedule explore.Schedule) {
	again.rewinds = true
	again.guards.of = map[place]*cover{}
	for p, g := range s.guards.of {
		again.guards.of[p] = &cover{locks: slices.Clone(g.locks)}
	}
	opts := *again.opts
	opts.Stops, opts.Reduce = Noticed, Reduce{}
	plain := &System{p: s.p, opts: &opts, names: s.names, made: s.made}
	var order []int32 // the threads that execute
	again.executes = func(t *thread) { order = append(order, t.name) }
	ahead := map[int32]int{} // by thread: how many operations it has executed beyond those
	plain.executes = func(t *thread) { ahead[t.name]++ }
	follow := func(by explore.Choice) {
		for _, name := range order {
			for ahead[name] == 0 {
				t := plain.m.threads[slices.IndexFunc(plain.m.threads, func(t *thread) bool { return t.name == name })]
				c := explore.Choice{Thread: int(name)}
				if _, values, _ := plain.access(t); c.Thread == by.Thread && by.Value < values {
					c.Value = by.Value
				}
				schedule = append(schedule, explore.Choice{Thread: int(t.id - 1), Value: c.Value})
				plain.step(c)
			}
			ahead[name]--
		}
		order = order[:0]
	}
	again.space.names = s.space.names
	again.Begin(explore.NewReplay(nil))
	plain.Begin(explore.NewReplay(nil))
	for follow(explore.Choice{Thread: -1}); len(path) > 0; path = path[1:] {
		again.appendState(nil) // it puts threads into the order in which the search has looked at them
		again.step(path[0])
		follow(path[0])
	}
	return schedule
}
