package dataflow

import (
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// holds are the locks that a thread of a run holds. They are a stack by the rules of the static driver: stack.drop and
// stack.wait say which block is current. But a run may hold any number of locks at once, and knows each by its identity.
// So what a lock operation does here takes constant time, however many locks are held.
type holds struct {
	inner *heldLock // the innermost one, and so on outwards
	outer *heldLock // the outermost one, and so on inwards
	n     int
	named int                  // those with names
	taken uint64               // how many were taken so far
	byObj map[uint64]*heldLock // nil while there are few
	spare *heldLock            // those that are not held any more, and so on outwards

	known  bool // the set of the locks is set, but for changes
	set    envs.LockSet
	change []setChange

	answered bool // the answer to runEnv.MayLocks is may, if around is that of the operation
	may      []envs.HeldLock
	around   envs.LockSet
}

// A heldLock is a hold among others.
type heldLock struct {
	hold
	state   *lockState
	isNamed bool      // it has a name, or had one
	number  uint64    // of its taking: larger than those of the locks further out
	in, out *heldLock // its neighbours
	fresh   *heldLock // the next one further out whose block is not pending; of no meaning if its own block is
}

// A setChange is a lock that was taken, or that is not held any more.
type setChange struct {
	of    *lockState
	read  bool
	taken bool
}

// fewHeld is up to how many locks are found faster one by one than by a map.
const fewHeld = 8

// find is the hold of a lock, or nil.
func (s *holds) find(obj uint64) *heldLock {
	if s.byObj != nil {
		return s.byObj[obj]
	}
	for h := s.inner; h != nil; h = h.out {
		if h.obj == obj {
			return h
		}
	}
	return nil
}

// take takes a lock; it reports whether h.site was opened. A lock that is held already is counted.
func (s *holds) take(h hold, l *lockState) (opened bool) {
	if x := s.find(h.obj); x != nil {
		x.count++
		return false
	}
	h.count = 1
	x := s.spare
	if x == nil {
		x = &heldLock{}
	}
	s.spare = x.out
	s.taken++
	*x = heldLock{hold: h, state: l, number: s.taken, out: s.inner, fresh: s.inner}
	if s.inner != nil {
		s.inner.in = x
	} else {
		s.outer = x
	}
	s.inner = x
	if s.n++; h.path != nil {
		x.isNamed = true
		s.named++
	}
	if s.byObj != nil {
		s.byObj[h.obj] = x
	} else if s.n > fewHeld {
		s.byObj = map[uint64]*heldLock{}
		for y := s.inner; y != nil; y = y.out {
			s.byObj[y.obj] = y
		}
	}
	s.changed(setChange{l, h.read, true})
	return true
}

// release gives a lock back once; it reports whether that opened block site.
func (s *holds) release(obj uint64, site int64, at envs.Point) (opened bool) {
	x := s.find(obj)
	if x == nil {
		return false
	}
	if x.count > 1 {
		x.count--
		return false
	}
	return s.drop(x, site, at)
}

// drop takes a lock away, however often it is held. It reports whether that opened block site.
func (s *holds) drop(x *heldLock, site int64, at envs.Point) (opened bool) {
	innermost := x == s.inner
	if !innermost {
		s.suspend(x.number)
	}
	s.changed(setChange{x.state, x.read, false})
	s.unlink(x)
	if s.n == 0 || innermost && s.inner.site != pendingSite {
		return false
	}
	s.reopen(site, at)
	return true
}

// wait gives a lock back and takes it again; it reports whether that opened block site.
func (s *holds) wait(obj uint64, site int64, at envs.Point) (opened bool) {
	x := s.find(obj)
	if x == nil {
		return false
	}
	s.suspend(x.number)
	s.reopen(site, at)
	return true
}

// suspend makes the blocks pending of the locks taken from a number on, but for the innermost one. Each is made so once
// until it is the innermost and opened anew.
func (s *holds) suspend(from uint64) {
	x := s.inner.fresh
	for ; x != nil && x.number >= from; x = x.fresh {
		x.site = pendingSite
	}
	s.inner.fresh = x
}

// reopen opens a block of the innermost lock.
func (s *holds) reopen(site int64, at envs.Point) {
	s.inner.site, s.inner.at, s.answered = site, at, false
}

// unlink takes a lock out. If it is the innermost one, that further out comes in its place, also where blocks are not
// pending.
func (s *holds) unlink(x *heldLock) {
	if x.in != nil {
		x.in.out = x.out
	} else if s.inner = x.out; s.inner != nil && s.inner.site == pendingSite {
		s.inner.fresh = x.fresh
	}
	if x.out != nil {
		x.out.in = x.in
	} else {
		s.outer = x.in
	}
	delete(s.byObj, x.obj)
	if s.n--; x.isNamed {
		s.named--
	}
	*x = heldLock{out: s.spare}
	s.spare = x
}

// name notes that a lock that is held was taken again by another name.
func (s *holds) name(x *heldLock, p *envs.Path, from int32) {
	x.also = &naming{p, from, x.also}
	if !x.isNamed {
		x.isNamed = true
		s.named++
	}
}

// changed notes a change of the set of locks. What is never asked for is not kept.
func (s *holds) changed(c setChange) {
	s.answered = false
	last := len(s.change) - 1
	switch {
	case !s.known:
	case !c.taken && last >= 0 && s.change[last].taken && s.change[last].of == c.of:
		s.change = s.change[:last]
	case last >= fewHeld+2*s.n:
		s.known, s.change = false, nil
	default:
		s.change = append(s.change, c)
	}
}

// locks is the set of the locks that are held, on the sides on which they were taken first.
func (s *holds) locks(d lockset.MustDomain[envs.Lock]) envs.LockSet {
	if s.known && len(s.change) == 0 {
		return s.set
	}
	if !s.known {
		s.known, s.set, s.change = true, d.Empty(), s.change[:0]
		for x := s.outer; x != nil; x = x.in {
			s.change = append(s.change, setChange{x.state, x.read, true})
		}
	}
	for _, c := range s.change {
		if c.taken {
			s.set = d.Acquire(s.set, c.of.number, sideOf(c.read))
		} else {
			s.set = d.Release(s.set, c.of.number, sideOf(c.read)) // which is remembered, as Clear is not
		}
	}
	s.change = s.change[:0]
	return s.set
}

func sideOf(read bool) lockset.Side {
	if read {
		return lockset.Read
	}
	return lockset.Write
}

// list has all locks that are held, outermost first, in answer to runEnv.MayLocks.
func (s *holds) list(d lockset.MustDomain[envs.Lock], around envs.LockSet) []envs.HeldLock {
	if s.answered && s.around == around {
		return s.may
	}
	s.may, s.around, s.answered = s.may[:0], around, true
	for x := s.outer; x != nil; x = x.in {
		names := &x.state.alone[sideOf(x.read)]
		if names.IsBottom() {
			*names = d.Acquire(d.Empty(), x.lock, sideOf(x.read))
		}
		s.may = append(s.may, envs.HeldLock{Lock: x.lock, Read: x.read, At: x.at, Names: *names, Around: around})
	}
	return s.may
}

// block is the current monitor block.
func (s *holds) block() envs.Block {
	if s.inner == nil {
		return envs.Block{}
	}
	return siteBlock(s.inner.site, nil)
}

// rename changes the names of the locks that the frame below index from has.
func (s *holds) rename(from int32, by func(*envs.Path) *envs.Path) {
	if s.named > 0 {
		for x := s.inner; x != nil; x = x.out {
			x.hold.rename(from, by)
		}
	}
}

// lower makes the names that a frame had, of which the callee is gone, those of its caller.
func (s *holds) lower(from int32, by func(*envs.Path) *envs.Path) {
	if s.named > 0 {
		for x := s.inner; x != nil; x = x.out {
			x.hold.lower(from, by)
		}
	}
}
