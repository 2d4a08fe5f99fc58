package conflict

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// locks is a set of a few names of locks, in ascending order; the rest are 0. It is a value.
type locks [4]envs.Lock

const (
	// anyLock stands for all locks, and then is the first of the set.
	anyLock envs.Lock = -1 << 31
	// unmoved stands for all locks that are held, as long as none at all is taken or given back. So locks count that have
	// no name.
	unmoved envs.Lock = anyLock + 1
)

func (s *locks) names() []envs.Lock {
	for i, l := range s {
		if l == 0 {
			return s[:i]
		}
	}
	return s[:]
}

func (s *locks) has(l envs.Lock) bool { return l != 0 && slices.Contains(s[:], l) }

// within reports whether all of s are in o.
func (s locks) within(o locks) bool {
	if o[0] == anyLock {
		return true
	}
	for _, l := range s.names() {
		if !o.has(l) {
			return false
		}
	}
	return true
}

func (s locks) meets(o locks) bool {
	for _, l := range s.names() {
		if o.has(l) {
			return true
		}
	}
	return false
}

// with adds a lock; ok is false if there is no room for it.
func (s locks) with(l envs.Lock) (r locks, ok bool) {
	switch {
	case s[0] == anyLock || s.has(l):
		return s, true
	case s[len(s)-1] != 0:
		return s, false
	}
	list := append(s.names(), l)
	slices.Sort(list)
	copy(r[:], list)
	return r, true
}

// without leaves out those for which gone is true.
func (s locks) without(gone func(envs.Lock) bool) (r locks) {
	n := 0
	for _, l := range s.names() {
		if !gone(l) {
			r[n] = l
			n++
		}
	}
	return r
}

// touch adds what is given back, or taken: names of any lock, if it is not known of which.
func (s locks) touch(l envs.Lock) locks {
	if l == 0 {
		return locks{anyLock}
	}
	if r, ok := s.with(l); ok {
		return r
	}
	return locks{anyLock}
}

func (s locks) compare(o locks) int { return slices.Compare(s[:], o[:]) }
