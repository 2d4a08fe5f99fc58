package envs

import (
	"fmt"
	"maps"
	"slices"
)

// A validLock is who holds a lock of a run.
type validLock struct {
	owner   Thread // on the exclusive side, 0 if nobody does
	count   int    // how often
	readers map[Thread]int
}

// held says who keeps a thread from taking a lock, 0 if nobody does.
func (l *validLock) held(by *validThread, shared bool) Thread {
	if l.owner != 0 && l.owner != by.id {
		return l.owner
	}
	if !shared {
		for _, id := range slices.Sorted(maps.Keys(l.readers)) {
			if id != by.id {
				return id
			}
		}
	}
	return 0
}

// locking holds a thread to take locks that are free, and to give back what is held. Who does that need not be who has
// taken it.
func (x *runValidator) locking(t *validThread, op *Op, ev *Event) error {
	l := x.locks[ev.Obj]
	if l == nil {
		l = &validLock{readers: map[Thread]int{}}
		x.locks[ev.Obj] = l
	}
	shared := op.Is(Shared) || ev.Direct
	switch {
	case op.Kind == Release:
		return l.give(t, shared, ev.Obj)
	case op.Kind == Wait:
		if l.owner != t.id {
			return fmt.Errorf("it gives back lock %d while it waits, but the thread does not hold it: want its Acquire before",
				ev.Obj)
		}
		t.waits, t.count = l, l.count
		l.owner, l.count = 0, 0
		return nil
	case op.Kind == TryAcquire && !ev.Done:
		return nil
	}
	if by := l.held(t, shared); by != 0 {
		return fmt.Errorf("it takes lock %d, which thread %d holds: want its Release before", ev.Obj, by)
	}
	if (l.owner == t.id || !shared && l.readers[t.id] > 0) && !op.Is(Reentrant) {
		return fmt.Errorf("it takes lock %d, which the thread holds already and is not Reentrant: want its Release before, "+
			"or the flag", ev.Obj)
	}
	if shared {
		l.readers[t.id]++
	} else {
		l.owner = t.id
		l.count++
	}
	return nil
}

// give gives a lock back once.
func (l *validLock) give(t *validThread, shared bool, obj uint64) error {
	switch {
	case shared && len(l.readers) > 0:
		of := t.id
		if l.readers[of] == 0 {
			of = slices.Min(slices.Collect(maps.Keys(l.readers)))
		}
		if l.readers[of]--; l.readers[of] == 0 {
			delete(l.readers, of)
		}
	case !shared && l.owner != 0:
		if l.count--; l.count == 0 {
			l.owner = 0
		}
	default:
		return fmt.Errorf("it gives back lock %d, which nobody holds on this side: want its Acquire before, with the same "+
			"Obj", obj)
	}
	return nil
}

// retake takes the lock again that a thread gave back to wait, before it does anything else.
func (x *runValidator) retake(t *validThread) error {
	l := t.waits
	if l == nil {
		return nil
	}
	if by := l.held(t, false); by != 0 {
		return fmt.Errorf("it goes on after a Wait, but thread %d holds the lock: want its Release before", by)
	}
	l.owner, l.count, t.waits = t.id, t.count, nil
	return nil
}
