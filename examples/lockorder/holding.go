package lockorder

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// holding are the locks that may be held around a frame, by its callers.
// They are sorted, and are never changed.
type holding []envs.HeldLock

func compareHeld(a, b envs.HeldLock) int {
	return cmp.Or(cmp.Compare(a.Lock, b.Lock), compareBool(a.Read, b.Read))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// Clone gives it back.
func (s holding) Clone() holding { return s }

// Merge adds the locks of o. Of the places where a lock was taken it keeps the first.
func (s holding) Merge(o holding) (holding, bool) {
	r, grew := s, false
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

// at is what may be held at an operation, outermost first as far as that is known.
func (s holding) at(env envs.Env) holding {
	held, complete := env.MayLocks()
	all := make(holding, 0, len(held)+len(s))
	for _, h := range s {
		if !complete && !slices.ContainsFunc(held, func(o envs.HeldLock) bool { return compareHeld(h, o) == 0 }) {
			all = append(all, h)
		}
	}
	for _, h := range held {
		if i, found := slices.BinarySearchFunc(s, h, compareHeld); found && h.At.IsZero() {
			h.At = s[i].At
		}
		all = append(all, h)
	}
	return all
}

// innermost is the index of the lock taken last of those with a name, or -1.
func (s holding) innermost(l envs.Lock) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].Lock == l {
			return i
		}
	}
	return -1
}

// without leaves out the lock that an operation takes: the innermost of its name.
func (s holding) without(l envs.Lock) holding {
	if i := s.innermost(l); i >= 0 {
		return slices.Delete(s, i, i+1)
	}
	return s
}

// clean makes a state of it. What else is held around a frame the frame knows of a lock
// only if it has a name for it.
func (s holding) clean(env envs.Env) holding {
	var r holding
	none := env.LockSets().Must().Empty()
	for _, h := range s {
		h.Maybe, h.Names, h.Around = false, none, none
		r, _ = r.Merge(holding{h})
	}
	return r
}
