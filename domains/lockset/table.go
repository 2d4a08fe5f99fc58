package lockset

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/seed38182bad/parallax/domains/internal/hash"
	"github.com/seed38182bad/parallax/lattice"
)

// Options are those of a table; the zero Options will do.
type Options[K lattice.Integer] struct {
	// Many is the cap of counts, from 1 to 255: how often a lock is held is exact
	// below it. 4 if zero.
	Many int
	// Name names a lock in String and JSON, different locks differently. The number
	// of the lock if nil.
	Name func(K) string
}

// Table keeps each set of locks once. Its sets can be used by several goroutines
// at once, as it can itself.
type Table[K lattice.Integer] struct {
	many  uint8
	name  func(K) string
	empty *node[K]

	mu      sync.Mutex
	sets    map[uint64][]weak.Pointer[node[K]] // by hash
	size    int                                // pointers in sets, dead ones included
	sweepAt int

	// What was computed, by hash. Where two compete for one place the later one wins. A join takes 70 ns with
	// this and 330 ns without, to take a lock and give it back 18 and 210.
	joins [1 << 10]atomic.Pointer[joined[K]]
	steps [1 << 11]atomic.Pointer[step[K]]
}

// A node is the one representation of a set. It never changes, but for what it
// remembers.
type node[K lattice.Integer] struct {
	table *Table[K]
	content[K]
	few    []Lock[K]                  // the locks in order, kept if they are few: so nothing is made to go through them
	others *content[K]                // the locks that are not Plain, if they are known
	guards [2]atomic.Pointer[node[K]] // see Guards
}

// maxFew is how many locks a set may have that keeps them in order. Threads rarely hold more.
const maxFew = 8

// A content is what is in a set, with a hash. The hash does not depend on the order in which locks came. So when a lock
// is taken or given back, both are updated in logarithmic time.
type content[K lattice.Integer] struct {
	locks lattice.Map[K, Hold] // no zero holds
	hash  uint64
}

// plain is how a mutex is held.
var plain = Hold{Write: 1, Any: 1}

// with is the content with another hold of k; a zero one takes k out.
func (c content[K]) with(k K, h Hold) content[K] {
	if old, found := c.locks.Get(k); found {
		c.hash -= hashOf(k, old)
	}
	if h == (Hold{}) {
		c.locks = c.locks.Delete(k)
		return c
	}
	c.locks = c.locks.Set(k, h)
	c.hash += hashOf(k, h)
	return c
}

// changed is the content with these locks in place of its own, by what differs.
func (c content[K]) changed(locks lattice.Map[K, Hold]) content[K] {
	if locks.Len() == 0 {
		return content[K]{}
	}
	for k, d := range c.locks.Diff(locks, sameHold) {
		if d.Had {
			c.hash -= hashOf(k, d.Before)
		}
		if d.Has {
			c.hash += hashOf(k, d.After)
		}
	}
	c.locks = locks
	return c
}

func sameHold(a, b Hold) bool { return a == b }

// A joined remembers the join of two Must sets.
type joined[K lattice.Integer] struct{ a, b, join *node[K] }

// A step remembers what taking a lock, or giving it back, makes of a Must set.
type step[K lattice.Integer] struct {
	from, to *node[K]
	key      K
	side     Side
	change   change
}

// A change is what becomes of a lock in a step.
type change uint8

const (
	taken change = iota
	givenBack
	cleared
)

// Lock is a lock of a set and how it is held.
type Lock[K lattice.Integer] struct {
	Key K
	Hold
}

// NewTable returns an empty table, or an error if Many is out of range.
func NewTable[K lattice.Integer](o Options[K]) (*Table[K], error) {
	if o.Many == 0 {
		o.Many = 4
	}
	if o.Many < 1 || o.Many > 255 {
		return nil, fmt.Errorf("lock counts are capped at %d: want a cap from 1 to 255", o.Many)
	}
	if o.Name == nil {
		o.Name = func(k K) string { return fmt.Sprint(k) }
	}
	t := &Table[K]{many: uint8(o.Many), name: o.Name, sets: map[uint64][]weak.Pointer[node[K]]{}, sweepAt: 64}
	t.empty = &node[K]{table: t, others: &content[K]{}}
	return t, nil
}

// Must returns the domain of the locks that are held for certain.
func (t *Table[K]) Must() MustDomain[K] { return MustDomain[K]{t} }

// intern returns the node of a content. If it is made now, it has the given locks that are not plain; nil if they are
// not known.
func (t *Table[K]) intern(c content[K], others *content[K]) *node[K] {
	if c.locks.Len() == 0 {
		return t.empty
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range t.sets[c.hash] {
		if n := p.Value(); n != nil && n.locks.Equal(c.locks, sameHold) {
			return n
		}
	}
	if t.size >= t.sweepAt {
		t.sweep()
	}
	n := &node[K]{table: t, content: c, others: others}
	if c.locks.Len() <= maxFew {
		n.few = n.list()
	}
	t.sets[c.hash] = append(t.sets[c.hash], weak.Make(n))
	t.size++
	return n
}

// sweep forgets the sets that the garbage collector has taken.
func (t *Table[K]) sweep() {
	t.size = 0
	for h, bucket := range t.sets {
		bucket = slices.DeleteFunc(bucket, func(p weak.Pointer[node[K]]) bool { return p.Value() == nil })
		t.size += len(bucket)
		if len(bucket) == 0 {
			delete(t.sets, h)
		} else {
			t.sets[h] = bucket
		}
	}
	t.sweepAt = max(64, 2*t.size)
}

// own is n in this table. A count at the cap of another table says no more than that number.
func (t *Table[K]) own(n *node[K]) *node[K] {
	if n == nil || n.table == t {
		return n
	}
	most := Hold{t.many, t.many, t.many}
	return t.intern(n.over(n.locks, most.min), nil)
}

func (n *node[K]) hold(k K) Hold {
	h, _ := n.locks.Get(k)
	return h
}

// with is n with another hold of k; a zero one takes k out.
func (n *node[K]) with(k K, h Hold) *node[K] {
	if n.hold(k) == h {
		return n
	}
	others := n.others
	if others != nil && (h != plain && h != Hold{} || others.locks.Len() > 0) {
		o := h
		if o == plain {
			o = Hold{}
		}
		c := others.with(k, o)
		others = &c
	}
	return n.table.intern(n.content.with(k, h), others)
}

// over is the content with another hold of each of some of the locks.
func (c content[K]) over(some lattice.Map[K, Hold], f func(Hold) Hold) content[K] {
	for k, old := range some.All() {
		if h := f(old); h != old {
			c = c.with(k, h)
		}
	}
	return c
}

func hashOf[K lattice.Integer](k K, h Hold) uint64 {
	return hash.Add(hash.Add(0, uint64(k)), uint64(h.Write)<<16|uint64(h.Read)<<8|uint64(h.Any))
}
