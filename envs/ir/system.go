package ir

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/explore"
)

// A System is the program under a scheduler from outside: explore.Run executes it. Threads stop before each operation
// that another thread can notice, and where the program draws a number. Each other operation commutes with what other
// threads do, and is executed at once. Such are operations on registers, on memory that is never written, and on
// monitors that the thread holds already. Calls are, starts of threads, and joins of threads that have ended.
type System struct {
	p     *Program
	opts  *Options
	m     *machine
	order explore.Orderer

	threads  []scheduled      // by number of the machine's thread, less 1
	names    map[born]int32   // of threads: the same in all executions
	objects  []explore.Object // by identity, less 1: the same in all executions
	made     map[born]explore.Object
	initial  int // how many objects there are at the beginning
	ops      []explore.Op
	acc      []explore.Access
	space    space
	rewinds  bool                  // to states
	looks    bool                  // at which parts a step looks is noted
	looked   []int32               // these, in the order in which it looks at them
	executes func(*thread)         // is told of each operation; nil if nobody is
	whole    func(*envs.Func) bool // which calls are executed as if at once; nil if none
	quick    *quick                // nil if each step is executed

	// Of the latest step, if threads stop at blocks: what it has accessed but for monitors, the monitors that it has taken
	// or given back, and those that the thread held before.
	accessed        []explore.Access
	monitors, owned []int32

	// In a search of states with Options.Reduce; see reduce.go.
	reduce Reduce
	guards guards
	ahead  map[*code]*ahead // nil unless it is asked
	cells  []int32          // by object, less 1: 1 + which variable it is; 0 if it is none
	reach  []int32          // by object, less 1: which thread alone can reach it, or several
	stale  bool             // it may have changed
	locks  []int32          // scratch
	work   []int32          // scratch

	notified bool  // a thread has notified others since this was false
	gave     bool  // the latest operation gave a monitor back
	stepped  int   // the thread that has executed the latest step
	stopped  bool  // the thread that goes on had stopped
	entered  int32 // the object whose monitor the present block began with
}

// scheduled is what the scheduler knows of a thread.
type scheduled struct {
	starts, makes int32 // how many threads it has started, and objects made
	call          int32 // the number of the frame whose call is to be executed as if at once; 0 if there is none
	begun         bool  // something was done in that call that others notice
	ordered       bool  // after who has notified it
	joined        bool  // another thread has waited for its end
}

// born is how a thread or an object comes about: by which thread, as its which one.
type born struct {
	by int32
	n  int32
}

// budget is how many operations that nobody notices are executed at once. A thread that goes on for longer stops
// without a reason, so that a limit of steps can end it.
const budget = 10_000

// System makes a system. The options MaxDepth, MaxThreads and MaxSteps bound it, the last one only if it does not go
// back to states. Events and Observe are told what happens in each execution.
func (p *Program) System(opts Options) *System {
	if opts.MaxDepth <= 0 {
		opts.MaxDepth = 100
	}
	return &System{p: p, opts: opts.withDefaults(), names: map[born]int32{}, made: map[born]explore.Object{}}
}

// Begin starts main.
func (s *System) Begin(order explore.Orderer) {
	if s.opts.Begins != nil {
		s.opts.Begins()
	}
	s.order = order
	s.m = newMachine(s.p, s.opts)
	s.m.controlled = true
	if s.opts.Events != nil {
		s.m.emit = func(ev envs.Event) bool { s.opts.Events(ev); return true }
	}
	s.space.forget()
	if s.reduce = (Reduce{}); s.rewinds && s.opts.Stops != Every {
		s.reduce = s.opts.Reduce
		s.reduce.Releases = s.reduce.Releases && !s.p.tries
	}
	s.stale = true
	s.threads, s.objects, s.initial = s.threads[:0], s.objects[:0], len(s.m.objs)
	for i := range s.m.objs {
		s.objects = append(s.objects, explore.Object(i+1))
	}
	if s.reduce.Ahead && s.ahead == nil {
		s.ahead = s.findAhead()
	}
	s.m.spawn(int32(s.p.main), nil)
	s.threads = append(s.threads, scheduled{})
	s.settle(nil)
	if s.quick = nil; s.rewinds {
		if s.quick = newQuick(s); s.quick != nil {
			s.quick.take(s.appendState(nil))
		}
	}
}

// Result says how the latest execution has ended.
func (s *System) Result() *Result {
	if s.quick != nil {
		s.quick.sync()
	}
	for _, t := range s.m.threads {
		if t.status == running {
			s.m.mustWait(t)
		}
	}
	return s.m.finish()
}

// Step has a thread execute its operation, and then what nobody notices.
func (s *System) Step(c explore.Choice) {
	if s.quick != nil {
		s.quick.step(c)
		return
	}
	s.step(c)
}

func (s *System) step(c explore.Choice) {
	for _, t := range s.m.threads {
		if int(t.name) != c.Thread || t.status == ended {
			continue
		}
		s.m.picked, s.m.drawn, s.entered, s.stepped = c.Value, false, 0, c.Thread
		a, _, ok := s.access(t)
		took := ok && (a.Mode == explore.Acquire || s.takes(t))
		if ok && a.Mode == explore.Acquire {
			s.entered = s.acquires(t)
		}
		s.accessed, s.monitors, s.owned, s.gave = s.accessed[:0], s.monitors[:0], append(s.owned[:0], t.held...), false
		if t.status == notified {
			s.monitors = append(s.monitors, t.on)
		}
		s.stale = true
		s.first(t)
		seen := s.p.tries && (took || s.reduce.Protected) // who tries a monitor sees that it is held
		if s.opts.Stops == Blocks && !seen {
			s.block(t)
		}
		s.m.picked = 0
		s.settle(t)
		if s.stale && s.reduce.disciplined() && len(s.m.objs) > s.initial {
			s.mark()
		}
		return
	}
}

// acquires is the object whose monitor a thread is about to take.
func (s *System) acquires(t *thread) int32 {
	if t.status == notified {
		return t.on
	}
	f := t.top()
	return s.m.value(t.regs[f.base:], f.code.insts[f.pc].a).ref
}

// takes reports whether a thread is about to try to take a monitor.
func (s *System) takes(t *thread) bool {
	return t.status == running && t.top().code.insts[t.top().pc].code == oTryAcquire
}

// first executes the operation at which a thread has stopped.
func (s *System) first(t *thread) {
	s.stopped = true
	defer func() { s.stopped = false }()
	if t.status == notified { // to take the monitor again is all that the operation does
		if s.looks {
			s.look(t)
		}
		if s.executes != nil {
			s.executes(t)
		}
		if s.reduce.disciplined() {
			s.retakes(t)
		}
		s.changedObject(t.on)
		s.changedThread(t)
		s.m.resume(t)
		return
	}
	s.m.resume(t)
	s.exec(t)
}

// Limited says that an execution goes no further because of Options.MaxSteps or MaxThreads.
func (s *System) Limited() string {
	switch {
	case len(s.m.threads) > s.opts.MaxThreads:
		return fmt.Sprintf("executions were cut at the limit of %d threads", s.opts.MaxThreads)
	case !s.rewinds && s.m.steps >= s.opts.MaxSteps:
		return fmt.Sprintf("executions were cut at the limit of %d operations", s.opts.MaxSteps)
	}
	return ""
}

// exec executes one operation, and says what it has ordered.
func (s *System) exec(t *thread) {
	m, threads, objs := s.m, len(s.m.threads), len(s.m.objs)
	in := &t.top().code.insts[t.top().pc]
	s.changed(t)
	if s.looks {
		s.look(t)
	}
	if s.executes != nil {
		s.executes(t)
	}
	if by := &s.threads[t.id-1]; by.call > 0 && in.code != oNondet && s.noticed(t) {
		by.begun = true
	}
	if s.opts.Stops == Blocks || s.reduce != (Reduce{}) {
		s.note(t)
	}
	if s.reduce.disciplined() {
		s.discipline(t, s.stopped)
	}
	held := len(t.held)
	if in.code == oJoin {
		if o := m.object(m.value(t.regs[t.top().base:], in.a)); o != nil && o.class == aThread {
			s.order.Order(int(m.threads[o.thread-1].name), int(t.name))
			if s.reduce.disciplined() {
				s.threads[o.thread-1].joined = true
				s.changedThread(m.threads[o.thread-1])
			}
		}
	}
	m.exec(t)
	s.gave = len(t.held) < held
	by := &s.threads[t.id-1]
	if s.whole != nil {
		s.follow(t)
	}
	for range len(m.objs) - objs {
		by.makes++
		s.objects = append(s.objects, named(s.made, born{t.name, by.makes}, explore.Object(s.initial)))
	}
	if len(m.threads) > threads {
		by.starts++
		u := m.threads[threads]
		u.name = named(s.names, born{t.name, by.starts}, 0)
		s.threads = append(s.threads, scheduled{})
		if s.whole != nil {
			s.follow(u)
		}
		s.order.Order(int(t.name), int(u.name))
	}
	switch {
	case s.reduce == (Reduce{}):
	case in.code == oStoreField || in.code == oStoreElem || in.code == oStoreGlobal || in.code == oFork:
		s.stale = true // an object may have become known to others
		if in.code == oFork && s.reduce.disciplined() {
			s.mark()
		}
	}
	if in.code == oNotify || in.code == oNotifyAll {
		s.notified = true
		for _, w := range m.threads {
			if to := &s.threads[w.id-1]; w.status == notified && !to.ordered {
				to.ordered = true
				s.order.Order(int(t.name), int(w.name))
			}
		}
	}
	if in.code == oWait {
		s.threads[t.id-1].ordered = false
	}
}

// named gives what is born the same name in all executions. Names begin behind base.
func named[N ~int32 | ~uint64](names map[born]N, b born, base N) N {
	n, ok := names[b]
	if !ok {
		n = base + N(len(names)) + 1
		names[b] = n
	}
	return n
}

// settle has threads execute what nobody notices, after one has taken a step; nil stands for all. What the others are
// about to do has not changed, but that they may join a thread that has ended. If threads stop at blocks, or someone
// listens who is to be told that they wait, all are looked at.
func (s *System) settle(t *thread) {
	m := s.m
	left, started := budget, len(m.threads)
	all := t == nil || m.emit != nil || s.opts.Stops == Blocks
	if !all {
		all = s.goOn(t, &left) || t.status == ended
		for i := started; i < len(m.threads); i++ {
			all = s.goOn(m.threads[i], &left) || all
		}
	}
	for all {
		all = false
		for i := 0; i < len(m.threads); i++ {
			all = s.goOn(m.threads[i], &left) || all
		}
	}
}

// goOn has a thread execute what nobody notices, and reports whether it has ended by that.
func (s *System) goOn(t *thread, left *int) (hasEnded bool) {
	m := s.m
	for ; *left > 0 && len(m.threads) <= s.opts.MaxThreads; *left-- {
		if t.status == notified && s.opts.Stops == Blocks && !s.p.tries && s.idle(t) {
			s.order.Order(s.stepped, int(t.name)) // who has given the monitor back
			s.first(t)
			for s.gave = false; !s.gave; {
				s.exec(t)
			}
		}
		free := t.status == joining && s.opts.Stops != Every || t.status == blocked && s.reduce != (Reduce{})
		if free && m.enabled(t) {
			m.resume(t)
		}
		if t.status != running {
			break
		}
		if m.mustWait(t) || s.noticed(t) {
			if s.looks && s.reduced(t) { // but for somebody who has the monitor it would go on
				s.look(t)
			}
			break
		}
		s.exec(t)
		hasEnded = hasEnded || t.status == ended
	}
	return hasEnded
}

// enabled reports whether a thread can go on.
func (s *System) enabled(t *thread) bool {
	if t.status == running {
		is, _ := s.m.waits(t)
		return is == running
	}
	return s.m.enabled(t)
}

// noticed reports whether another thread may notice the next operation of one that is running, or it draws a number.
func (s *System) noticed(t *thread) bool {
	m, f := s.m, t.top()
	if s.opts.Stops == Every {
		return true
	}
	switch in := &f.code.insts[f.pc]; in.code {
	case oLoadField, oLoadElem, oLoadGlobal, oStoreField, oStoreElem, oStoreGlobal:
		return !f.code.fn.Ops[f.pc].Loc.Final && !s.reduced(t)
	case oAcquire, oTryAcquire, oRelease, oExit, oWait, oNotify, oNotifyAll:
		o := m.object(m.value(t.regs[f.base:], in.a))
		switch {
		case o == nil:
			return false
		case o.owner != t.id: // an attempt to give back what is not held changes nothing and needs nobody
			return (in.code == oAcquire || in.code == oTryAcquire) && !s.reduced(t)
		case in.code == oRelease || in.code == oExit:
			return o.count == 1 && !s.reduce.Releases && !s.reduced(t)
		case in.code == oNotify: // who waits comes after the monitor is given back
			return s.waiters(m.value(t.regs[f.base:], in.a).ref) > 1
		}
		return in.code == oWait && !s.reduce.Releases
	case oNondet:
		return in.n > 1
	}
	return false
}
