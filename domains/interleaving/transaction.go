package interleaving

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/lattice"
)

// Op is what an event does with its variable.
type Op uint8

// What events do.
const (
	Read Op = iota
	Write
	Dummy // nothing: it does not count
)

// String is "R", "W" or "dummy".
func (o Op) String() string { return [...]string{"R", "W", "dummy"}[o] }

// An Event is a read or write of a variable within a transaction. K are locks; P is something
// of the caller's own.
type Event[K lattice.Integer, P any] struct {
	Var  int64
	Held lockset.Must[K] // the locks that are held
	Of   P
	When int32 // how many of the transaction's Steps came before it

	place int32 // among the events of its transaction

	Op Op
	// First marks a read that no write of the transaction precedes: an uninitialised read.
	// Final marks the last write of the variable. Mark sets both.
	First, Final bool
}

// Conflict reports whether two events are about one variable, and one of them writes.
func (e *Event[K, P]) Conflict(f *Event[K, P]) bool {
	return e.Var == f.Var && (e.Op == Write || f.Op == Write)
}

// Outer reports whether others may depend on the event as if it was the only one of its
// transaction: an uninitialised read or a final write.
func (e *Event[K, P]) Outer() bool { return e.First || e.Final }

// A Step is a change of the locks that a thread holds. Re-entrant acquisitions, and what gives
// them back, are none.
type Step[K lattice.Integer] struct {
	Lock  K
	Taken bool         // and not given back
	Side  lockset.Side // on which it is taken
	// Surely says that it is certainly the lock of this name that is taken.
	Surely bool
	// Again says of a Loose transaction that the lock may be taken after another one, or itself, was
	// given back. In others the order of the steps says so.
	Again bool
}

// Unordered are steps as those of a Loose transaction.
func Unordered[K lattice.Integer](steps []Step[K]) []Step[K] {
	steps, given := slices.Clone(steps), false
	for i := range steps {
		s := &steps[i]
		s.Again = s.Taken && given
		given = given || !s.Taken
	}
	return steps
}

// A Transaction is what a thread does that is meant as one step. Its events and the changes of its
// locks come in the order of execution, unless it is Loose.
type Transaction[K lattice.Integer, P any] struct {
	Events []Event[K, P]
	Steps  []Step[K]
	// Loose says that nothing is known of the order, and that events may happen again: there is
	// a loop, or many ways were joined. Then the caller has set First and Final wherever it may be
	// so, and has an event twice that may be First and may not.
	Loose bool
	// Weak says that a variable may stand for several cells of memory, and an event is about any of them. So any read may
	// be First, and any write Final, and is marked so.
	Weak bool

	paths      map[ends[K]]Path[K]
	byVariable [][]*Event[K, P] // see variables
}

// ends are what a path depends on.
type ends[K lattice.Integer] struct {
	from, to int32
	a, b     lockset.Must[K]
}

// Mark sets First and Final of all events, unless only the caller can. It comes before all questions.
func (t *Transaction[K, P]) Mark() {
	last := map[int64]int{}
	for i := range t.Events {
		e := &t.Events[i]
		if e.place = int32(i); t.Weak {
			e.First, e.Final = e.Op == Read, e.Op == Write
		}
		if t.Loose || t.Weak {
			continue
		}
		w, written := last[e.Var]
		e.First, e.Final = e.Op == Read && !written, e.Op == Write
		if e.Final {
			if written {
				t.Events[w].Final = false
			}
			last[e.Var] = i
		}
	}
}

// before reports whether an event of t comes before another one.
func (t *Transaction[K, P]) before(a, b *Event[K, P]) bool { return a.place < b.place }

// Locks are how sets of locks are compared.
type Locks[K lattice.Integer] struct {
	lockset.MustDomain[K]
	// MayBeSame reports whether two names may stand for one lock; nil if only equal ones do.
	MayBeSame func(a, b K) bool
}

// without is a set without all that may be the lock k.
func (l Locks[K]) without(s lockset.Must[K], k K) lockset.Must[K] {
	if l.MayBeSame == nil {
		return l.Clear(s, k)
	}
	for x := range s.All() {
		if l.MayBeSame(x.Key, k) {
			s = l.Clear(s, x.Key)
		}
	}
	return s
}

// apart reports whether threads that hold these locks exclude each other.
func (l Locks[K]) apart(a, b lockset.Must[K]) bool {
	_, apart := l.Exclusive(a, b)
	return apart
}

// A Path is what a thread holds from one event to another. It has a set for each stretch in which
// that does not change, beginning and ending with those at the events.
type Path[K lattice.Integer] []lockset.Must[K]

// path is that from event a of t to b. A lock is in a set if it is certain that it was held. That
// is so
//
//   - if it was held at a, and was not given back since
//   - if it was held at b, and was not taken until then
//   - if it was taken between
func path[K lattice.Integer, P any](l Locks[K], t *Transaction[K, P], a, b *Event[K, P]) Path[K] {
	if t.Loose && len(t.Steps) == 0 || !t.Loose && a.When >= b.When {
		return Path[K]{l.Meet(a.Held, b.Held)}
	}
	at := ends[K]{a.When, b.When, a.Held, b.Held}
	p, known := t.paths[at]
	if known {
		return p
	}
	if t.Loose {
		p = l.loose(t.Steps, a.Held, b.Held)
	} else {
		p = l.ordered(t.Steps[a.When:b.When], a.Held, b.Held)
	}
	if t.paths == nil {
		t.paths = map[ends[K]]Path[K]{}
	}
	t.paths[at] = p
	return p
}

// ordered is the path with the steps from a to b.
func (l Locks[K]) ordered(steps []Step[K], a, b lockset.Must[K]) Path[K] {
	until := make([]lockset.Must[K], len(steps)+1)
	until[len(steps)] = b
	for i, s := range slices.Backward(steps) {
		until[i] = until[i+1]
		if s.Taken {
			until[i] = l.without(until[i], s.Lock)
		}
	}
	p, since := Path[K]{l.Meet(a, until[0])}, a
	for i, s := range steps {
		switch {
		case !s.Taken:
			since = l.without(since, s.Lock)
		case s.Surely:
			since = l.Acquire(since, s.Lock, s.Side)
		}
		if held := l.Meet(since, until[i+1]); held != p[len(p)-1] {
			p = append(p, held)
		}
	}
	return p
}

// loose is the path if nothing is known of the order. A lock that is held at both ends was held all
// the time unless it is taken again.
func (l Locks[K]) loose(steps []Step[K], a, b lockset.Must[K]) Path[K] {
	since, until, always := a, b, l.Join(a, b)
	for _, s := range steps {
		until = l.without(until, s.Lock)
		switch {
		case !s.Taken:
			since = l.without(since, s.Lock)
		case s.Again:
			always = l.without(always, s.Lock)
		}
	}
	return Path[K]{a, l.Meet(l.Meet(since, until), always), b}
}

// admits reports whether a thread that holds some locks may come in between.
func (p Path[K]) admits(l Locks[K], held lockset.Must[K]) bool {
	for _, s := range p {
		if !l.apart(s, held) {
			return true
		}
	}
	return false
}

// opens reports whether a thread that holds after may come in between, and then, or at the same time, one that holds
// before. That is so if what keeps the first one away is given back before what keeps the other one away is taken for
// good.
func (p Path[K]) opens(l Locks[K], after, before lockset.Must[K]) bool {
	open := false
	for _, s := range p {
		open = open || !l.apart(s, after)
		if open && !l.apart(s, before) {
			return true
		}
	}
	return false
}

// together reports how two paths may be executed at once, if the second begins after the first one
// has. The result within is true if the second may end before the first one does. The result
// crossing is true if the first may end before the second does.
func together[K lattice.Integer](l Locks[K], p, q Path[K]) (within, crossing bool) {
	reach := make([]bool, len(p)) // for the present j, where the first one may be
	for i := range p {
		reach[i] = !l.apart(p[i], q[0])
	}
	crossing = reach[len(p)-1]
	for _, held := range q[1:] {
		for i := range p {
			reach[i] = (reach[i] || i > 0 && reach[i-1]) && !l.apart(p[i], held)
		}
		crossing = crossing || reach[len(p)-1]
	}
	for _, r := range reach {
		within = within || r
	}
	return within, crossing
}
