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
	all   *node[K] // of May only

	mu      sync.Mutex
	sets    map[uint64][]weak.Pointer[node[K]] // by hash
	size    int                                // pointers in sets, dead ones included
	sweepAt int

	// What was computed, by hash. Where two compete for one place the later one
	// wins.
	joins [1 << 10]atomic.Pointer[joined[K]]
	steps [1 << 11]atomic.Pointer[step[K]]
}

// A node is the one representation of a set. It never changes, but for what it
// remembers.
type node[K lattice.Integer] struct {
	table  *Table[K]
	hash   uint64
	locks  []Lock[K] // ascending
	guards [2]atomic.Pointer[node[K]]
}

// A joined remembers the join of two Must sets.
type joined[K lattice.Integer] struct{ a, b, join *node[K] }

// A step remembers what taking a lock, or giving it back, makes of a Must set.
type step[K lattice.Integer] struct {
	from, to *node[K]
	key      K
	side     Side
	release  bool
}

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
	t.empty = &node[K]{table: t, hash: hashOf[K](nil)}
	t.all = &node[K]{table: t, hash: ^t.empty.hash}
	return t, nil
}

// Must returns the domain of the locks that are held for certain.
func (t *Table[K]) Must() MustDomain[K] { return MustDomain[K]{t} }

// May returns the domain of the locks that may be held. A set of more than limit
// locks becomes the set of all locks, so that chains are finite; if limit is zero or
// less there is no limit, and the caller promises that there are finitely many locks.
func (t *Table[K]) May(limit int) MayDomain[K] { return MayDomain[K]{t, limit} }

// Many is the cap of counts.
func (t *Table[K]) Many() int { return int(t.many) }

// intern returns the node of these locks, which ascend and have no zero holds. It
// does not keep the slice.
func (t *Table[K]) intern(locks []Lock[K]) *node[K] {
	if len(locks) == 0 {
		return t.empty
	}
	h := hashOf(locks)
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range t.sets[h] {
		if n := p.Value(); n != nil && slices.Equal(n.locks, locks) {
			return n
		}
	}
	if t.size >= t.sweepAt {
		t.sweep()
	}
	n := &node[K]{table: t, hash: h, locks: slices.Clone(locks)}
	t.sets[h] = append(t.sets[h], weak.Make(n))
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

// own is n in this table, for a May set or for a Must set.
func (t *Table[K]) own(n *node[K], may bool) *node[K] {
	switch {
	case n == nil || n.table == t:
		return n
	case n == n.table.all:
		return t.all
	}
	return t.adopt(n, may)
}

// adopt copies n. A count at the cap of its table bounds nothing from above, and from
// below no more than it says.
func (t *Table[K]) adopt(n *node[K], may bool) *node[K] {
	count := func(c uint8) uint8 {
		if may && c == n.table.many {
			return t.many
		}
		return min(c, t.many)
	}
	locks := slices.Clone(n.locks)
	for i, l := range locks {
		locks[i].Hold = Hold{count(l.Write), count(l.Read), count(l.Any)}
	}
	return t.intern(locks)
}

func (n *node[K]) isAll() bool { return n == n.table.all }

func (n *node[K]) find(k K) (int, bool) {
	for i := range n.locks {
		if n.locks[i].Key >= k {
			return i, n.locks[i].Key == k
		}
	}
	return len(n.locks), false
}

func (n *node[K]) hold(k K) Hold {
	if i, found := n.find(k); found {
		return n.locks[i].Hold
	}
	return Hold{}
}

// with is n with another hold of k; a zero one takes k out.
func (n *node[K]) with(k K, h Hold) *node[K] {
	i, found := n.find(k)
	switch {
	case found && n.locks[i].Hold == h || !found && h == Hold{}:
		return n
	}
	locks := append(make([]Lock[K], 0, 8), n.locks[:i]...)
	if h != (Hold{}) {
		locks = append(locks, Lock[K]{k, h})
	}
	if found {
		i++
	}
	return n.table.intern(append(locks, n.locks[i:]...))
}

// each is n with another hold of each of its locks.
func (n *node[K]) each(f func(Hold) Hold) *node[K] {
	locks := make([]Lock[K], 0, 8)
	same := true
	for _, l := range n.locks {
		h := f(l.Hold)
		same = same && h == l.Hold
		if h != (Hold{}) {
			locks = append(locks, Lock[K]{l.Key, h})
		}
	}
	if same {
		return n
	}
	return n.table.intern(locks)
}

func hashOf[K lattice.Integer](locks []Lock[K]) uint64 {
	h := uint64(len(locks))
	for _, l := range locks {
		h = hash.Add(h, uint64(l.Key))
		h = hash.Add(h, uint64(l.Write)<<16|uint64(l.Read)<<8|uint64(l.Any))
	}
	return h
}
