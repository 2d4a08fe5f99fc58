package trace

// heldLock says how often a lock of a text is held, and by which thread: in a text no two threads hold one at once.
type heldLock[T comparable] struct {
	by    T
	times int
}

func (l *heldLock[T]) acquire(by T) {
	if l.by != by {
		*l = heldLock[T]{by: by}
	}
	l.times++
}

// release reports whether the thread held the lock.
func (l *heldLock[T]) release(by T) bool {
	if l.by != by || l.times == 0 {
		return false
	}
	l.times--
	return true
}
