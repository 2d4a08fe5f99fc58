package blocks

import "github.com/seed38182bad/parallax/envs"

// A memo keeps what came of the latest steps of blocks. Runs do the same in them again and again. So most of what
// comes next is there already, and equal Ways are mostly one pointer. Checker views takes 3.8 events in a microsecond
// with a memo, and 2.3 without (BenchmarkWatch). Over all paths it makes no difference.
type memo struct {
	steps  recent[did, Ways]
	stacks recent[lockedKey, *locked]
	ids    uint32
}

// did is all on which depends what comes of something that is done.
type did struct {
	from   Ways
	fact   *about  // that was added, or
	callee Ways    // what a callee did
	under  *locked // the locks held
	inner  int32   // how many of them are around the block, if a callee did it
	lock   envs.Lock
	block  envs.Point
	at     envs.Point
}

// locked is a stack of locks that are held, with the names that they have at an operation.
type locked struct {
	lockedKey
	id  uint32
	all []envs.Lock // the names of the innermost one
}

type lockedKey struct {
	outer *locked
	lock  envs.Lock
	read  bool
	names envs.LockSet
}

// stack is the stack with one more lock.
func (m *memo) stack(outer *locked, h *envs.HeldLock) *locked {
	n := uint32(h.Lock) << 1
	if h.Read {
		n++
	}
	if outer != nil {
		n ^= outer.id * 0x9e3779b1
	}
	k := lockedKey{outer, h.Lock, h.Read, h.Names}
	l, ok := m.stacks.find(n, k)
	if !ok {
		m.ids++
		*l = &locked{lockedKey: k, id: m.ids}
		for name := range h.Names.All() {
			(*l).all = append((*l).all, name.Key)
		}
	}
	return *l
}

// step is what comes of something that is done, which is computed unless it is known.
func (m *memo) step(d did, compute func() Ways) Ways {
	n := m.number(d.from)*0x9e3779b1 ^ m.number(d.callee)*0x85ebca6b ^ uint32(d.at.PC())*0xc2b2ae35
	if d.fact != nil {
		n ^= d.fact.id * 0x27d4eb2f
	}
	if d.under != nil {
		n ^= d.under.id * 0x165667b1
	}
	to, ok := m.steps.find(n, d)
	if !ok {
		*to = compute() // which finds no other step
	}
	return *to
}

// number is the number of a Ways from now on.
func (m *memo) number(w Ways) uint32 {
	if w.ways == nil || w.isNothing() {
		return 0
	}
	if w.id == 0 {
		m.ids++
		w.id = m.ids
	}
	return w.id
}

// recent keeps so many values by their keys. A new one takes the place of an older one.
type recent[K comparable, V any] struct {
	sets [][4]kept[K, V]
	next uint32 // whose place in a set is taken next
}

type kept[K comparable, V any] struct {
	key   K
	value V
	ok    bool
}

const numSets = 1 << 10

// find gives the place of the value of a key that has this number, and whether it is there.
func (r *recent[K, V]) find(n uint32, k K) (*V, bool) {
	if r.sets == nil {
		r.sets = make([][4]kept[K, V], numSets)
	}
	set := &r.sets[(n^n>>10^n>>20)%numSets]
	for i := range set {
		if e := &set[i]; e.key == k && e.ok {
			return &e.value, true
		}
	}
	r.next++
	e := &set[r.next%uint32(len(set))]
	*e = kept[K, V]{key: k, ok: true}
	return &e.value, false
}
