package histories

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
)

// A Book is what is known of the transactions of all threads. It is for one analysis. NewBook makes it.
//
// A pass that only gathers learns which variables count, and the next one what is done in transactions. Then all are
// compared, when verdicts are asked for. That is after that pass, or in a third one if they were asked for too early,
// and so on, if more comes. While facts are gathered and judged at once, each transaction is compared as it comes.
type Book struct {
	asks
	uses    []use // by variable
	classes map[string]*class
	all     []*class           // that are left, in the order in which they came
	byVar   map[int64][]*class // those with a variable
	pending map[int64][]past   // those that wait for a variable to count
	woken   []past             // of those that waited, in order: to be entered again
	woke    map[*history]bool
	loose   map[place]*gathered
	names   map[string]*subject  // of transactions
	held    map[envs.LockSet]int // the number of a set of locks
	numbers map[string]int       // of sets of locks, by what is in them
	fresh   []*Finding           // that nobody was told of

	gathered []*gathered // all of loose

	learnt   bool // which variables count
	grew     bool // something came since Again was asked
	settled  bool // a pass has shown all transactions
	early    bool // a verdict was asked for before
	compared bool // all were compared
	changes  int  // how many classes and moments there are
	circled  int  // and were when circles were looked for

	dropped   int // how many variables were dropped
	comparing int // how many classes were compared with others

	key []byte // scratch
}

// asks are the facets that a Book requires.
type asks struct {
	locks    envs.Locks
	sets     envs.LockSets
	memory   envs.Memory
	threads  envs.Threads
	segments envs.Segments
	stages   envs.Stages
}

// NewBook is an empty Book for an analysis.
func NewBook(r *dataflow.Requires) Book {
	return Book{asks: asks{
		locks: world.Locks.For(r), sets: world.LockSets.For(r),
		memory: world.Memory.For(r), threads: world.Threads.For(r),
		segments: world.Segments.For(r), stages: dataflow.Stages.For(r),
	}}
}

// use is what is known of a variable.
type use struct{ shared, written bool }

func (u use) counts() bool { return u.shared && u.written }

// Limits of what is kept.
const (
	maxClasses  = 256     // with one variable, that are compared with others: the first ones
	maxCircled  = 64      // of which circles are looked for
	maxMoments  = 64      // of a class
	maxSegments = 8       // of one thread
	maxPending  = 8       // transactions that wait for a variable
	maxWaiting  = 1 << 16 // variables that are waited for
)

// Learns reports whether it is not yet known which variables count, and another pass follows: then it does not matter
// what is done in transactions.
func (b *Book) Learns() bool { return !b.stages.Judges() || !b.learnt && !b.stages.Gathers() }

// Counts notes an access, and reports whether it counts: whether its variable is shared and written. While more may
// come up it may count.
func (b *Book) Counts(op *envs.Op) bool {
	v := b.memory.Variable()
	if v == 0 || !b.memory.MayReach() {
		return false
	}
	for int(v) >= len(b.uses) {
		b.uses = append(b.uses, use{})
	}
	u := &b.uses[v]
	if now := (use{u.shared || b.memory.MayShare(), u.written || op.Writes()}); *u != now {
		*u, b.grew = now, true
		if b.learnt = false; now.counts() {
			b.wake(int64(v))
		}
	}
	return (u.counts() || b.stages.Gathers()) && !b.Learns()
}

// wake notes that more counts of the transactions that wait for a variable. They are entered again before the next one
// that ends: if that has done as much as they have, once, and not for each variable.
func (b *Book) wake(v int64) {
	for _, p := range b.pending[v] {
		if !b.woke[p.history] {
			if b.woke == nil {
				b.woke = map[*history]bool{}
			}
			b.woke[p.history] = true
			b.woken = append(b.woken, p)
		}
	}
	delete(b.pending, v)
}

// reenter enters those that wake has noted.
func (b *Book) reenter(env envs.Env) {
	woken := b.woken
	b.woken = nil
	clear(b.woke)
	for _, p := range woken {
		if !b.stillTooMany(p.in) {
			b.enter(env, p)
		}
	}
}

// past is a transaction that has ended.
type past struct {
	*history
	moment
	of  *subject // nil until it is asked for
	end envs.Point
	in  *waiter // nil if it does not wait
}

// A waiter is what is known of a transaction that waits for a variable to count.
type waiter struct {
	class *class // that it was entered in with what counted then
	// tooMany says that it was one too many when it was entered, and dropped how many variables were dropped until then.
	tooMany bool
	dropped int
}

// stillTooMany reports whether a transaction was one too many, and is: until another variable is dropped. More
// variables come to count until then, and none ceases to. So the variable that has enough classes still has them,
// gets no more, and none of them has the variable that comes to count.
func (b *Book) stillTooMany(w *waiter) bool { return w.tooMany && w.dropped == b.dropped }

// Add enters transactions that have ended with the operation that executes, and reports what is found about those, as
// tell has it. While transactions are gathered it also reports what has come up now. Otherwise it reports late, when
// all of them are known.
func (b *Book) Add(env envs.Env, done Done, tell func(envs.Env, *Finding) envs.Report) {
	var about []*subject
	b.reenter(env)
	gathers := b.stages.Gathers()
	for _, h := range done.ways {
		h.share()
		if len(h.Events) == 0 {
			continue
		}
		s := b.enter(env, past{h, moment{b.threads.Thread(), h.segments}, nil, env.Point(), nil})
		if gathers {
			b.circles()
		}
		if s != nil && !slices.Contains(about, s) {
			about = append(about, s)
		}
	}
	if !gathers {
		for _, s := range about {
			b.late(env, s, tell)
		}
		return
	}
	list := b.fresh
	for _, s := range about {
		list = append(list, s.findings[:]...)
	}
	for i, f := range list {
		if f != nil && !slices.Contains(list[:i], f) {
			env.Report(tell(env, f))
		}
	}
	b.fresh = b.fresh[:0]
}

// late reports what will be found about a subject: nothing if it is asked for before all transactions are known.
func (b *Book) late(env envs.Env, s *subject, tell func(envs.Env, *Finding) envs.Report) {
	if s.late == nil {
		s.late = func(env envs.Env) (list []envs.Report) {
			if !b.settled {
				b.early = true
				return nil
			}
			b.compareAll(env)
			for _, f := range s.findings {
				if f != nil {
					list = append(list, tell(env, f))
				}
			}
			return list
		}
	}
	env.Report(envs.Report{Kind: "split", Subject: s.name, Later: s.late})
}

// enter enters a transaction with what counts of it, and gives its subject, nil if nothing counts. What may count later
// waits for that.
func (b *Book) enter(env envs.Env, p past) *subject {
	if b.stages.Gathers() {
		p = b.filter(env, p)
	} else if p.Loose {
		return b.gather(env, p)
	}
	if len(p.Events) == 0 {
		return nil
	}
	c := b.class(env, p)
	if c == nil {
		if p.in != nil {
			p.in.tooMany, p.in.dropped = true, b.dropped
		}
		return b.subject(env, p)
	}
	if c.times++; p.in != nil {
		if before := p.in.class; before != nil {
			before.times--
		}
		p.in.class = c
	}
	if b.meet(c, p.moment) {
		b.look(c, &c.moments[len(c.moments)-1])
	}
	return c.of
}

// place is where a loose transaction begins and ends.
type place struct {
	from, end envs.Point
	whose
}

// gathered are the loose transactions of a place, as far as they are known, and who has executed them.
type gathered struct {
	past
	threads []envs.Thread
}

// gather joins a loose transaction with those of its place before, so that it takes the place of what was
// known of it when less was known.
func (b *Book) gather(env envs.Env, p past) *subject {
	at := place{p.from, p.end, p.whose}
	g := b.loose[at]
	if g == nil {
		if b.loose == nil {
			b.loose = map[place]*gathered{}
		}
		p.of = b.subject(env, p)
		g = &gathered{past: p}
		b.loose[at], b.grew = g, true
		b.gathered = append(b.gathered, g)
	} else if all, grew := g.history.joined(p.history); grew {
		g.history, b.grew = all.share(), true
	}
	if len(g.threads) < maxMoments && !slices.Contains(g.threads, p.thread) {
		g.threads, b.grew = append(g.threads, p.thread), true
	}
	return g.of
}

// filter leaves out what does not count.
func (b *Book) filter(env envs.Env, p past) past {
	all := true
	for i := range p.Events {
		all = all && b.uses[p.Events[i].Var].counts()
	}
	if all {
		return p
	}
	p.of = b.subject(env, p)
	if p.in == nil {
		p.in = &waiter{}
	}
	some := *p.history
	some.Events = nil
	last := int64(0)
	for _, e := range p.Events {
		if b.uses[e.Var].counts() {
			some.Events = append(some.Events, e)
		} else if waiting := b.pending[e.Var]; e.Var != last && len(waiting) < maxPending && len(b.pending) < maxWaiting {
			if last = e.Var; b.pending == nil {
				b.pending = map[int64][]past{}
			}
			if n := len(waiting); n == 0 || waiting[n-1].history != p.history {
				b.pending[e.Var] = append(waiting, p)
			}
		}
	}
	p.history = &some
	return p
}

// compareAll compares all classes, once, and looks for circles.
func (b *Book) compareAll(env envs.Env) {
	if b.compared {
		return
	}
	for _, g := range b.gathered {
		if len(g.Events) == 0 {
			continue
		}
		if c := b.class(env, g.past); c != nil {
			c.times++
			for _, t := range g.threads {
				b.meet(c, moment{t, g.history.segments})
			}
		}
	}
	for _, c := range b.all {
		b.compare(c)
	}
	b.circles()
	b.compared, b.grew = true, false // what was found is told of in this pass
}

// Again reports whether another pass is needed: it is known by now which variables count, or a verdict was asked for
// before something came to the book.
func (b *Book) Again() bool {
	switch {
	case !b.learnt:
		*b = Book{asks: b.asks, uses: b.uses, learnt: true}
		return slices.ContainsFunc(b.uses, use.counts)
	case b.grew:
		b.grew, b.settled, b.compared = false, true, false
		return b.early
	}
	return false
}

// Forget drops what is known of a run, or a variable and what was done with it.
func (b *Book) Forget(g dataflow.Gone) {
	if g.Run {
		*b = Book{asks: b.asks}
		return
	}
	v := g.Variable
	if v == 0 {
		return
	}
	if int(v) < len(b.uses) {
		b.uses[v] = use{}
	}
	delete(b.pending, int64(v))
	b.dropped++
	gone := map[*class]bool{}
	for _, c := range b.byVar[int64(v)] {
		gone[c] = true
	}
	if len(gone) > 0 {
		b.remove(gone)
	}
}

// locksOf says how locks are compared.
func (b *Book) locksOf() locks {
	return locks{MustDomain: b.sets.Table().Must(), MayBeSame: func(x, y envs.Lock) bool {
		if x < 0 || y < 0 {
			return x == y
		}
		return b.locks.MayBeSame(x, y)
	}}
}

// Atomically is what is held during an access that synchronises by itself, in place of a lock.
const Atomically envs.Lock = -1
