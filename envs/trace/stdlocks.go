package trace

// heldLocks are the locks that a thread holds, and how often. A few are found faster one by one than by a map.
type heldLocks struct {
	few  []heldLock
	many map[uint64]int // in place of few once there were more
}

type heldLock struct {
	lock  uint64
	times int
}

const fewLocks = 8

func (s *heldLocks) acquire(lock uint64) {
	if s.many == nil {
		for i := range s.few {
			if s.few[i].lock == lock {
				s.few[i].times++
				return
			}
		}
		if len(s.few) < fewLocks {
			s.few = append(s.few, heldLock{lock, 1})
			return
		}
		s.many = map[uint64]int{}
		for _, h := range s.few {
			s.many[h.lock] = h.times
		}
	}
	s.many[lock]++
}

// holds reports whether a lock is held.
func (s *heldLocks) holds(lock uint64) bool {
	if s.many != nil {
		return s.many[lock] > 0
	}
	for i := range s.few {
		if s.few[i].lock == lock {
			return true
		}
	}
	return false
}

// release reports whether the lock was held.
func (s *heldLocks) release(lock uint64) bool {
	if s.many != nil {
		switch n := s.many[lock]; n {
		case 0:
			return false
		case 1:
			delete(s.many, lock)
		default:
			s.many[lock] = n - 1
		}
		return true
	}
	for i := range s.few {
		if h := &s.few[i]; h.lock == lock {
			if h.times--; h.times == 0 {
				last := len(s.few) - 1
				s.few[i], s.few = s.few[last], s.few[:last]
			}
			return true
		}
	}
	return false
}
