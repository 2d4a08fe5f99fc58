package held

import (
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// A stack is the locks that a thread holds, by the rules of figure 2.7 of the thesis. Which block is current after a
// lock was given back:
//
//	the innermost lock, back to a block that is not pending    that block
//	the innermost lock, back to a pending block                a new one of the lock further out
//	another lock                                               a new one of the innermost lock; the blocks
//	                                                           of those between are pending
//	a lock, to wait, and taken again                           likewise
type stack struct {
	inner *heldLock // the innermost one, and so on outwards
	outer *heldLock // the outermost one, and so on inwards
	n     int
	named int                  // those with names
	taken uint64               // how many were taken so far
	byObj map[uint64]*heldLock // nil while there are few
	spare *heldLock            // those that are not held any more, and so on outwards

	known   bool // the lock set is locks, but for changes
	locks   envs.LockSet
	changes []setChange

	listed bool // list gives may, if around is that of the operation
	may    []envs.HeldLock
	around envs.LockSet
}

// A hold is one lock that is held.
type hold struct {
	naming
	obj   uint64
	lock  *lock
	block int64      // that its acquisition or a later release has opened; 0 if it is pending
	at    envs.Point // where it was opened
	count int32      // acquisitions not yet released
	read  bool       // held on the shared side
}

// A naming is a name of a lock that is held, in one frame.
type naming struct {
	path  *envs.Path // nil if it is not known
	depth int32      // of the frame, from 1 on
	next  *naming    // another name, by which the lock was taken again
}

// A heldLock is a hold among others.
type heldLock struct {
	hold
	isNamed bool      // it has a name, or had one
	number  uint64    // of its taking: larger than those of the locks further out
	in, out *heldLock // its neighbours
	fresh   *heldLock // the next one further out whose block is not pending; of no meaning if its own block is
}

// A setChange is a lock that was taken, or that is not held any more.
type setChange struct {
	of    *lock
	read  bool
	taken bool
}

// fewHeld is up to how many locks are found faster one by one than by a map.
const fewHeld = 8

// find is the hold of a lock, or nil.
func (s *stack) find(obj uint64) *heldLock {
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

// take takes a lock; it reports whether h.block was opened. A lock that is held already is counted.
func (s *stack) take(h *hold) (opened bool) {
	if x := s.find(h.obj); x != nil {
		x.count++
		return false
	}
	x := s.spare
	if x == nil {
		x = &heldLock{}
	}
	s.spare = x.out
	s.taken++
	*x = heldLock{hold: *h, number: s.taken, out: s.inner, fresh: s.inner}
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
	s.changed(setChange{h.lock, h.read, true})
	return true
}

// release gives a lock back once; it reports whether that opened a block.
func (s *stack) release(obj uint64, block int64, at envs.Point) (opened bool) {
	x := s.find(obj)
	if x == nil {
		return false
	}
	if x.count > 1 {
		x.count--
		return false
	}
	return s.drop(x, block, at)
}

// drop takes a lock away, however often it is held. It reports whether that opened a block.
func (s *stack) drop(x *heldLock, block int64, at envs.Point) (opened bool) {
	innermost := x == s.inner
	if !innermost {
		s.suspend(x.number)
	}
	s.changed(setChange{x.lock, x.read, false})
	s.unlink(x)
	if s.n == 0 || innermost && s.inner.block != 0 {
		return false
	}
	s.reopen(block, at)
	return true
}

// wait gives a lock back and takes it again; it reports whether that opened a block.
func (s *stack) wait(obj uint64, block int64, at envs.Point) (opened bool) {
	x := s.find(obj)
	if x == nil {
		return false
	}
	s.suspend(x.number)
	s.reopen(block, at)
	return true
}

// suspend makes the blocks pending of the locks taken from a number on, but for the innermost one. Each is made so once
// until it is the innermost and opened anew.
func (s *stack) suspend(from uint64) {
	x := s.inner.fresh
	for ; x != nil && x.number >= from; x = x.fresh {
		x.block = 0
	}
	s.inner.fresh = x
}

// reopen opens a block of the innermost lock.
func (s *stack) reopen(block int64, at envs.Point) {
	s.inner.block, s.inner.at, s.listed = block, at, false
}

// unlink takes a lock out. If it is the innermost one, that further out comes in its place, also where blocks are not
// pending.
func (s *stack) unlink(x *heldLock) {
	if x.in != nil {
		x.in.out = x.out
	} else if s.inner = x.out; s.inner != nil && s.inner.block == 0 {
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
func (s *stack) name(x *heldLock, n naming) {
	n.next = x.next
	x.next = &n
	if !x.isNamed {
		x.isNamed = true
		s.named++
	}
}

// changed notes a change of the set of locks. What is never asked for is not kept.
func (s *stack) changed(c setChange) {
	s.listed = false
	last := len(s.changes) - 1
	switch {
	case !s.known:
	case !c.taken && last >= 0 && s.changes[last].taken && s.changes[last].of == c.of:
		s.changes = s.changes[:last]
	case last >= fewHeld+2*s.n:
		s.known, s.changes = false, nil
	default:
		s.changes = append(s.changes, c)
	}
}

// set is the set of the locks that are held, on the sides on which they were taken first.
func (s *stack) set(d lockset.MustDomain[envs.Lock]) envs.LockSet {
	if s.known && len(s.changes) == 0 {
		return s.locks
	}
	if !s.known {
		s.known, s.locks, s.changes = true, d.Empty(), s.changes[:0]
		for x := s.outer; x != nil; x = x.in {
			s.changes = append(s.changes, setChange{x.lock, x.read, true})
		}
	}
	for _, c := range s.changes {
		if c.taken {
			s.locks = d.Acquire(s.locks, c.of.number, sideOf(c.read))
		} else {
			s.locks = d.Release(s.locks, c.of.number, sideOf(c.read)) // which is remembered, as Clear is not
		}
	}
	s.changes = s.changes[:0]
	return s.locks
}

func sideOf(read bool) lockset.Side {
	if read {
		return lockset.Read
	}
	return lockset.Write
}

// list has all locks that are held, outermost first.
func (s *stack) list(d lockset.MustDomain[envs.Lock], around envs.LockSet) []envs.HeldLock {
	if s.listed && s.around == around {
		return s.may
	}
	s.may, s.around, s.listed = s.may[:0], around, true
	for x := s.outer; x != nil; x = x.in {
		names := &x.lock.alone[sideOf(x.read)]
		if names.IsBottom() {
			*names = d.Acquire(d.Empty(), x.lock.number, sideOf(x.read))
		}
		s.may = append(s.may, envs.HeldLock{Lock: x.lock.number, Read: x.read, At: x.at, Names: *names, Around: around})
	}
	return s.may
}

// current is the current monitor block.
func (s *stack) current() envs.Block {
	if s.inner == nil {
		return envs.Block{}
	}
	return s.inner.token()
}

// token is the block of a lock. It is not certain which it will be if it is pending.
func (h *hold) token() envs.Block {
	if h.block == 0 {
		return envs.Loose()
	}
	return envs.OpenedBlock(h.block)
}

// rename changes the names of the locks that the frame of a depth has.
func (s *stack) rename(depth int32, by func(*envs.Path) *envs.Path) {
	if s.named == 0 {
		return
	}
	for x := s.inner; x != nil; x = x.out {
		for n := &x.naming; n != nil; n = n.next {
			if n.depth == depth && n.path != nil {
				n.path = by(n.path)
			}
		}
	}
}

// lower makes the names that a frame had, of which the callee is gone, those of its caller.
func (s *stack) lower(depth int32, by func(*envs.Path) *envs.Path) {
	s.rename(depth, by)
	if s.named == 0 {
		return
	}
	for x := s.inner; x != nil; x = x.out {
		for n := &x.naming; n != nil; n = n.next {
			if n.depth == depth {
				n.depth--
			}
		}
	}
}
