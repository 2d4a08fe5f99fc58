// Package guards gathers which locks protect which memory, and what is accessed together under one of them. It is for
// checkers that judge a function by what the rest of the program does.
//
// Memory is known by its class (envs.Loc) and a lock by its name (envs.Locks.LockName), in all environments. A field
// is protected by the mutex beside it, whichever object it is of. An element of what is in a field counts as the
// field. Only accesses of memory that may be shared count.
//
// A Book also knows what is held around functions, by the locks that their callers hold. It knows which functions
// belong to a thread of which there is one for each object (Alone).
//
// A Book has all after a pass that gathers only (envs.Stages), and asks for one more, in which it is Settled. In the
// first one nothing but the Book needs to be kept up. Of a run that goes on it has what came before.
package guards

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
)

// A Book is what is known. The zero Book is empty. Again and Forget are for the Gather of the
// checker that embeds it.
type Book struct {
	locks  envs.Locks
	stages envs.Stages

	writes   map[*envs.Loc]map[envs.Point]*write
	sections map[section]map[*envs.Loc]access
	within   map[*envs.Loc][]section        // sections that access it
	under    map[envs.FuncID]map[touch]int8 // and how many calls away
	calls    map[envs.FuncID]map[envs.Point]*site
	called   map[envs.FuncID]map[place]bool // where functions return to: see Returned
	around   map[envs.FuncID]map[string]share
	roles    map[envs.FuncID]map[role]share
	makes    map[envs.FuncID]bool // see makers
	prog     envs.Program
	settled  bool
}

// Require requires the facets that a Book asks. It comes before all else. LockSets are for the locks of callers.
func (b *Book) Require(r *dataflow.Requires) {
	b.locks, b.stages = world.Locks.For(r), dataflow.Stages.For(r)
	world.LockSets.For(r)
}

// write is one place that writes.
type write struct {
	locks    []string // held exclusively, whenever it is executed
	constant bool
}

// section is what is between taking a lock, at a place, and giving it back.
type section struct {
	at   envs.Point
	lock string
}

// place is a section that is open, or one that a caller of a function has opened, of which the function is all that is
// known.
type place struct {
	in envs.FuncID
	section
}

// touch is what a function does to memory under a lock that a caller of it has taken.
type touch struct {
	loc *envs.Loc
	how access
}

type access uint8

const (
	read access = 1 << iota
	written
)

// maxCalls is how many calls away an access may be from the section that it counts for.
const maxCalls = 3

// Access notes that the operation accesses memory of class loc; constant says that it writes
// a constant.
func (b *Book) Access(env envs.Env, loc *envs.Loc, writes, constant bool) {
	if loc == nil || b.settled {
		return
	}
	held, _ := b.locks.MayLocks()
	how := read
	if writes {
		how = written
		b.write(env, held, loc, constant)
	}
	b.inside(env, held, touch{loc, how}, 0)
}

func (b *Book) write(env envs.Env, held []envs.HeldLock, loc *envs.Loc, constant bool) {
	var locks []string
	for i := range held {
		if h := &held[i]; !h.Maybe && !h.Read && named(h) {
			locks = append(locks, b.locks.LockName(h.Lock))
		}
	}
	all := inner(&b.writes, loc)
	w := all[env.Point()]
	if w == nil {
		w = &write{locks: locks, constant: constant}
		all[env.Point()] = w
	}
	w.locks = slices.DeleteFunc(w.locks, func(l string) bool { return !slices.Contains(locks, l) })
}

// inside adds an access, so many calls away, to the sections that are open.
func (b *Book) inside(env envs.Env, held []envs.HeldLock, t touch, calls int8) {
	for i := range held {
		if p, ok := b.placeOf(env, &held[i]); ok {
			b.add(p, t, calls)
		}
	}
}

// placeOf is the section of a lock that is held, if it is known which one that is.
func (b *Book) placeOf(env envs.Env, h *envs.HeldLock) (p place, ok bool) {
	switch {
	case h.Maybe || !named(h) && !h.At.IsZero():
		return p, false
	case h.At.IsZero(): // a caller has taken it
		return place{in: env.Func().ID}, true
	}
	return place{section: section{h.At, b.locks.LockName(h.Lock)}}, true
}

// add adds an access, so many calls away, to what is done at a place, and reports whether it is new there.
func (b *Book) add(p place, t touch, calls int8) bool {
	if p.at.IsZero() {
		all := inner(&b.under, p.in)
		if old, ok := all[t]; ok && old <= calls {
			return false
		}
		all[t] = calls
		return true
	}
	all := inner(&b.sections, p.section)
	old := all[t.loc]
	if old == 0 {
		if b.within == nil {
			b.within = map[*envs.Loc][]section{}
		}
		b.within[t.loc] = append(b.within[t.loc], p.section)
	}
	all[t.loc] = old | t.how
	return old|t.how != old
}

// inner is the map that another one has under a key; it is made if there is none.
func inner[K, L comparable, V any](m *map[K]map[L]V, k K) map[L]V {
	if *m == nil {
		*m = map[K]map[L]V{}
	}
	if (*m)[k] == nil {
		(*m)[k] = map[L]V{}
	}
	return (*m)[k]
}

// named reports whether there is a name for a lock, and so only one that it can be.
func named(h *envs.HeldLock) bool { return h.Lock != 0 || h.Path != nil }

// Returned notes that what the callees of a call do is done in the sections that are open. If verdicts are due, it
// notes what is known of that now, and otherwise what is known at the end of the pass.
func (b *Book) Returned(env envs.Env, call *envs.Op) {
	if b.settled {
		return
	}
	held, _ := b.locks.MayLocks()
	for i := range held {
		p, ok := b.placeOf(env, &held[i])
		if !ok {
			continue
		}
		for _, f := range call.Callee.Funcs {
			if b.stages.Judges() {
				b.pass(f, p)
				continue
			}
			inner(&b.called, f)[p] = true
		}
	}
}

// pass adds what a function does to a place of its caller, and reports whether some of it is new there.
func (b *Book) pass(f envs.FuncID, p place) (grew bool) {
	for t, calls := range b.under[f] {
		if calls < maxCalls && b.add(p, t, calls+1) {
			grew = true
		}
	}
	return grew
}

// passAll adds what functions do to all places of their callers.
func (b *Book) passAll() {
	for grew := true; grew; {
		grew = false
		for f, places := range b.called {
			for p := range places {
				grew = b.pass(f, p) || grew
			}
		}
	}
	b.called = nil
}

// A Guard is what is known of the writes of a class of memory.
type Guard struct {
	Places   int  // how many there are
	Under    int  // at how many the lock is held exclusively, by the function or by all its callers
	Likely   int  // at how many it is by the function or by most of its callers
	Constant bool // all write constants
	Func     envs.FuncID
	One      bool // all are in Func
}

// Of is what is known of the writes of loc, and whether they are under a lock.
func (b *Book) Of(loc *envs.Loc, lock string) Guard {
	first := true
	g := Guard{Constant: len(b.writes[loc]) > 0, One: len(b.writes[loc]) > 0}
	for at, w := range b.writes[loc] {
		g.Places++
		around := b.around[at.Func()][lock]
		if slices.Contains(w.locks, lock) || around.always() {
			g.Under++
		}
		if slices.Contains(w.locks, lock) || around.mostly() {
			g.Likely++
		}
		g.Constant = g.Constant && w.constant
		g.One = g.One && (first || g.Func == at.Func())
		g.Func, first = at.Func(), false
	}
	return g
}

// Always reports whether there are writes, and all of them are under the lock.
func (g Guard) Always() bool { return g.Places > 0 && g.Under == g.Places }

// Nearly reports whether there are writes, and all of them are under the lock as far as most callers tell.
func (g Guard) Nearly() bool { return g.Places > 0 && g.Likely == g.Places }

// Mostly reports whether there are writes, and two of three are under the lock.
func (g Guard) Mostly() bool { return g.Under > 0 && 3*g.Under >= 2*g.Places }

// Together reports whether some section of the lock accesses both, and writes one of them.
func (b *Book) Together(x, y *envs.Loc, lock string) bool {
	if x == y {
		return true
	}
	for _, s := range b.within[x] {
		if s.lock == lock {
			m := b.sections[s]
			if o := m[y]; o != 0 && (m[x]|o)&written != 0 {
				return true
			}
		}
	}
	return false
}

// Settled reports whether all is known of what the passes show.
func (b *Book) Settled() bool { return b.settled }

// Again reports whether another pass is needed: after the first one.
func (b *Book) Again() bool {
	if b.settled {
		return false
	}
	b.passAll()
	b.surround()
	b.settled = true
	return true
}

// Forget drops all that is known: another run begins.
func (b *Book) Forget(g dataflow.Gone) {
	if g.Run {
		*b = Book{locks: b.locks, stages: b.stages}
	}
}
