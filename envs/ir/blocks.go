package ir

import (
	"slices"

	"github.com/seed38182bad/parallax/envs/explore"
)

// block executes the rest of a block: what a thread does until it gives back a monitor.
func (s *System) block(t *thread) {
	for left := budget; left > 0 && len(t.held) > 0 && (!s.gave || s.reduce.Releases); left-- {
		if t.status != running || s.m.mustWait(t) || s.noticed(t) && s.divides(t) {
			return
		}
		s.exec(t)
	}
}

// note adds what the next operation of a thread accesses to what the present step does.
func (s *System) note(t *thread) {
	in := &t.top().code.insts[t.top().pc]
	switch a, _, ok := s.access(t); {
	case in.code == oAcquire || in.code == oExit || in.code == oRelease:
		s.monitors = append(s.monitors, s.m.value(t.regs[t.top().base:], in.a).ref)
	case in.code == oNotify || in.code == oNotifyAll || in.code == oWait:
		if x := s.m.value(t.regs[t.top().base:], in.a); x.ref > 0 {
			s.accessed = append(s.accessed, explore.Access{Object: s.lock(x.ref), Mode: explore.Write})
		}
	case ok:
		s.accessed = append(s.accessed, a)
	}
}

// Accessed is what the latest step has accessed, if threads stop at blocks. A monitor that was taken and given back
// counts as read: who takes it before or after does not matter for itself (ExitBlock/RW), but who keeps it does.
func (s *System) Accessed() (acc []explore.Access, more bool) {
	if s.opts.Stops != Blocks && s.reduce == (Reduce{}) {
		return nil, false
	}
	acc = append(acc, s.accessed...)
	for _, id := range s.monitors {
		if id > 0 {
			mode := explore.Read
			if s.p.tries || (s.m.objs[id-1].owner != 0) != slices.Contains(s.owned, id) {
				mode = explore.Write
			}
			acc = append(acc, explore.Access{Object: s.lock(id), Mode: mode})
		}
	}
	return acc, true
}

// divides reports whether a thread in a block stops before its next operation.
func (s *System) divides(t *thread) bool {
	f := t.top()
	switch f.code.insts[f.pc].code {
	case oAcquire, oTryAcquire, oNondet:
		return true
	case oLoadField, oLoadElem, oLoadGlobal, oStoreField, oStoreElem, oStoreGlobal:
		return s.reduce.Protected // it is not
	case oNotify:
		x := s.m.value(t.regs[f.base:], f.code.insts[f.pc].a)
		return (s.m.drawn || x.ref != s.entered) && s.waiters(x.ref) > 1
	}
	return false
}

// idle reports whether a thread can take a monitor again, and then only gives it back. If that is done at once, a later
// deadlock in which others keep the monitor is found without this thread, which waits there, too.
func (s *System) idle(t *thread) bool {
	m, f := s.m, t.top()
	if !m.enabled(t) || t.count != 1 {
		return false
	}
	pc := f.pc + 1
	for n := 0; n < len(f.code.insts) && f.code.insts[pc].code == oJump; n++ {
		pc = f.code.insts[pc].to
	}
	in := &f.code.insts[pc]
	return (in.code == oExit || in.code == oRelease) && m.value(t.regs[f.base:], in.a).ref == t.on
}

// notifies is how many results a block of a monitor has in which a thread may be notified: who waits does not change up
// to then.
func (s *System) notifies(id int32) int {
	if s.opts.Stops == Blocks && s.p.notifies {
		return s.waiters(id)
	}
	return 0
}
