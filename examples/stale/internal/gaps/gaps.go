// Package gaps finds, in a run, who may come between two operations of a thread. These are writes by other threads of
// memory that the thread has read at the first and relies on at the second. It is evidence that what was read may be
// out of date.
//
//	T reads x under a lock    From
//	  gives the lock back
//	                          U writes x
//	  takes the lock again    To
//	T acts on what it read
//
// A write may come into the gap if it came there. It may, too, if nothing orders it with one end of the gap but the
// order in which locks happened to be taken. Then some schedule of the same operations has it there, as far as the run
// tells. Threads that are started or waited for, channels, conditions, groups and atomic variables order; see
// envs.Segments. It may not if the writer holds a lock that the thread kept all the time, one of the two exclusively.
//
// That is a prediction (as in Smaragdakis et al., "Sound predictive race detection in polynomial time", POPL 2012). It
// does not claim to be sound: in that schedule the threads may read other values, and go other ways.
//
// A Book sees each write, and each gap, once. Of the writes of a variable that a thread made with the same locks the
// last one counts, and likewise of gaps of one name. For if nothing orders an earlier one with something, nothing
// orders the last one with it. Of a variable the last 32 of such writes are kept, and the last 32 gaps, so that each
// operation takes constant time; what is older is missed.
package gaps

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// A Moment is when a thread did something. The zero Moment is unknown.
type Moment struct {
	segment envs.Segment
	time    envs.Moment
}

// IsZero reports whether it is not known.
func (m Moment) IsZero() bool { return m.time == 0 }

// A Gap is a stretch of a thread, from a reading to an act, in which the lock that protects what was read was not
// held all the time.
type Gap struct {
	Variables []envs.Variable // that were read
	From, To  Moment
	Lock      envs.Lock // that was not held
	// Name says what the gap is about: of those of one thread with one name the last is kept.
	Name string
}

// A Write is one that may come into a gap.
type Write struct {
	At    envs.Point
	Began envs.FuncID // the first function of the writer that is seen
	Came  bool        // it did come into the gap in this run
}

// A Late is a gap into which a write may come that was made after it.
type Late[T any] struct {
	Of    T // what was noted with the gap
	Write Write
}

// A Book is what is known of one run. T is what goes with a gap. The zero Book is empty.
//
// Who keeps a Book passes on each operation (Step), frame (Enter) and variable that is no more (Drop). A Book stays
// empty where operations have no moments (envs.Moments), as over all paths.
type Book[T any] struct {
	asks
	began  map[envs.Thread]envs.FuncID
	taken  map[holding]Moment
	waits  map[envs.Thread]envs.Lock // that the thread has when it goes on
	tracks map[envs.Variable]*track[T]
}

// asks are the facets that a Book asks.
type asks struct {
	locks    envs.Locks
	sets     envs.LockSets
	memory   envs.Memory
	threads  envs.Threads
	moments  envs.Moments
	segments envs.Segments
}

// Require requires the facets that a Book asks. It comes before all else.
func (b *Book[T]) Require(r *dataflow.Requires) {
	b.asks = asks{
		locks: world.Locks.For(r), sets: world.LockSets.ForRuns(r),
		memory: world.Memory.ForRuns(r), threads: world.Threads.For(r),
		moments: dataflow.Moments.For(r), segments: world.Segments.ForRuns(r),
	}
}

// holding is a lock of a thread.
type holding struct {
	thread envs.Thread
	lock   envs.Lock
}

// track is what is known of a variable.
type track[T any] struct {
	writes []wrote
	gaps   []left[T]
}

type wrote struct {
	thread envs.Thread
	locks  envs.LockSet
	when   Moment
	at     envs.Point
	began  envs.FuncID
}

// left is a gap into which nobody may come so far.
type left[T any] struct {
	Gap
	thread envs.Thread
	kept   envs.LockSet
	of     T
}

// maxPerVariable is how many writes, and gaps, are kept of a variable; the oldest are forgotten.
const maxPerVariable = 32

// Enter notes which function is the first of its thread.
func (b *Book[T]) Enter(fn *envs.Func) {
	if b.moments.Moment() == 0 {
		return
	}
	if b.began == nil {
		b.began, b.tracks = map[envs.Thread]envs.FuncID{}, map[envs.Variable]*track[T]{}
		b.taken, b.waits = map[holding]Moment{}, map[envs.Thread]envs.Lock{}
	}
	if _, known := b.began[b.threads.Thread()]; !known {
		b.began[b.threads.Thread()] = fn.ID
	}
}

// Step notes when locks are taken.
func (b *Book[T]) Step(op *envs.Op) {
	if b.taken == nil {
		return
	}
	if l, ok := b.waits[b.threads.Thread()]; ok {
		delete(b.waits, b.threads.Thread())
		b.taken[holding{b.threads.Thread(), l}] = b.Now()
	}
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire:
		if !b.locks.MustRetake() && b.sets.MustLocks().MustHold(b.locks.Lock(), lockset.Read) {
			b.taken[holding{b.threads.Thread(), b.locks.Lock()}] = b.Now()
		}
	case envs.Wait:
		b.waits[b.threads.Thread()] = b.locks.Lock()
	}
}

// Now is when this operation is executed.
func (b *Book[T]) Now() Moment {
	if now := b.moments.Moment(); now != 0 {
		return Moment{b.segments.Segment(), now}
	}
	return Moment{}
}

// Taken is when this thread took a lock last. If it has not, it is now.
func (b *Book[T]) Taken(l envs.Lock) Moment {
	if m, ok := b.taken[holding{b.threads.Thread(), l}]; ok {
		return m
	}
	return b.Now()
}

// Wrote notes a write, which is this operation, and gives the gaps of other threads into which it may come. These are
// forgotten.
func (b *Book[T]) Wrote(env envs.Env) (late []Late[T]) {
	if b.tracks == nil {
		return nil
	}
	v := b.memory.Variable()
	if v == 0 {
		return nil
	}
	t := b.tracks[v]
	locks := b.sets.MustLocks()
	if t == nil {
		if locks.Len() == 0 {
			return nil // nobody has read it under a lock so far, and nobody can be meant to
		}
		t = &track[T]{}
		b.tracks[v] = t
	}
	w := wrote{b.threads.Thread(), locks, b.Now(), env.Point(), b.began[b.threads.Thread()]}
	t.gaps = slices.DeleteFunc(t.gaps, func(g left[T]) bool {
		found, ok := b.into(&g, &w)
		if ok {
			late = append(late, Late[T]{g.of, found})
		}
		return ok
	})
	t.writes = newest(t.writes, w, func(o wrote) bool { return o.thread == w.thread && o.locks == w.locks })
	return late
}

// Gap notes a gap of this thread, which ends with or before this operation, unless a write that may come into it is
// known: then it gives that. What goes with the gap is given by Wrote when such a write is made later.
func (b *Book[T]) Gap(g Gap, of T) (w Write, ok bool) {
	if g.From.IsZero() || g.To.IsZero() || b.tracks == nil {
		return Write{}, false
	}
	l := left[T]{g, b.threads.Thread(), b.kept(g.From), of}
	for _, v := range g.Variables {
		if t := b.tracks[v]; t != nil {
			for i := range t.writes {
				if x, may := b.into(&l, &t.writes[i]); may && (!ok || x.Came && !w.Came) {
					w, ok = x, true
				}
			}
		}
	}
	if ok {
		return w, true
	}
	for _, v := range g.Variables {
		if v != 0 {
			t := b.tracks[v]
			if t == nil {
				t = &track[T]{}
				b.tracks[v] = t
			}
			t.gaps = newest(t.gaps, l,
				func(o left[T]) bool { return o.thread == l.thread && o.Name == l.Name && o.kept == l.kept })
		}
	}
	return Write{}, false
}

// newest adds x to a list, in place of one that is the same but for its time.
func newest[E any](list []E, x E, same func(E) bool) []E {
	if i := slices.IndexFunc(list, same); i >= 0 {
		list = slices.Delete(list, i, i+1)
	} else if len(list) == maxPerVariable {
		list = slices.Delete(list, 0, 1)
	}
	return append(list, x)
}

// kept are the locks that this thread holds now, and has held since a moment.
func (b *Book[T]) kept(since Moment) envs.LockSet {
	table := b.sets.Table().Must()
	set := table.Empty()
	held, _ := b.locks.MayLocks()
	for i := range held {
		if h := &held[i]; !h.Maybe && b.Taken(h.Lock).time < since.time {
			side := lockset.Write
			if h.Read {
				side = lockset.Read
			}
			set = table.Acquire(set, h.Lock, side)
		}
	}
	return set
}

// into reports whether a write may come into a gap.
func (b *Book[T]) into(g *left[T], w *wrote) (Write, bool) {
	if w.thread == g.thread {
		return Write{}, false
	}
	if _, apart := b.sets.Table().Must().Exclusive(g.kept, w.locks); apart {
		return Write{}, false
	}
	x := Write{At: w.at, Began: w.began}
	between := g.From.time < w.when.time && w.when.time < g.To.time
	x.Came = between && w.locks.MustHold(g.Lock, lockset.Read) // the order in which it was taken is certain
	may := b.segments.MayOverlap
	return x, between || may(w.when.segment, g.From.segment) || may(w.when.segment, g.To.segment)
}

// Drop forgets a variable that is no more.
func (b *Book[T]) Drop(v envs.Variable) { delete(b.tracks, v) }

// Forget drops all that is known: another run, or pass, begins.
func (b *Book[T]) Forget() { *b = Book[T]{asks: b.asks} }
