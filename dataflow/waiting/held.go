package waiting

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// held are the locks that may be held around a frame, by its callers. They are sorted, and are never changed.
type held []envs.HeldLock

func compareHeld(a, b envs.HeldLock) int {
	return cmp.Or(cmp.Compare(a.Lock, b.Lock), falseFirst(a.Read, b.Read))
}

// merge adds the locks of o. Of the places where a lock was taken it keeps the first.
func (s held) merge(o held) (_ held, grew bool) {
	r := s
	for _, h := range o {
		i, found := slices.BinarySearchFunc(r, h, compareHeld)
		if found && (h.At.IsZero() || !r[i].At.IsZero() && r[i].At.Compare(h.At) <= 0) {
			continue
		}
		if !grew {
			r, grew = slices.Clone(r), true
		}
		if found {
			r[i].At = h.At
		} else {
			r = slices.Insert(r, i, h)
		}
	}
	return r, grew
}

// at appends what may be held at an operation, outermost first as far as that is known.
func (s held) at(locks envs.Locks, all []envs.HeldLock) []envs.HeldLock {
	own, complete := locks.MayLocks()
	for _, h := range s {
		if !complete && !slices.ContainsFunc(own, func(o envs.HeldLock) bool { return compareHeld(h, o) == 0 }) {
			all = append(all, h)
		}
	}
	for _, h := range own {
		if h.At.IsZero() {
			if i, found := slices.BinarySearchFunc(s, h, compareHeld); found {
				h.At = s[i].At
			}
		}
		all = append(all, h)
	}
	return all
}

// around makes of what may be held at a call what is held around the callee, which knows what else is
// held around it only if it has a name for it. It is written to r. none is the empty set.
func around(none envs.LockSet, at []envs.HeldLock, r held) held {
	for _, h := range at {
		h.Maybe, h.Names, h.Around = false, none, none
		if i, found := slices.BinarySearchFunc(r, h, compareHeld); !found {
			r = slices.Insert(r, i, h)
		} else if !h.At.IsZero() && (r[i].At.IsZero() || r[i].At.Compare(h.At) > 0) {
			r[i].At = h.At
		}
	}
	return r
}

// innermost is the index of the lock taken last of those with a name, or -1.
func innermost(locks []envs.HeldLock, l envs.Lock) int {
	for i := len(locks) - 1; i >= 0; i-- {
		if locks[i].Lock == l {
			return i
		}
	}
	return -1
}
