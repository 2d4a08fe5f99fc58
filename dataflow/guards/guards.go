// Package guards gathers which locks protect which memory, and what is accessed together under
// one of them, for checkers that judge a function by what the rest of the program does.
//
// Memory is known by its class (envs.Loc) and a lock by its name (envs.Env.LockName), in all
// environments: a field is protected by the mutex beside it, whichever object it is of. An element
// of what is in a field counts as the field. Only accesses of memory that may be shared count.
//
// Over all paths a Book asks for passes (dataflow.Repeater) until nothing is added, and then for one
// more, in which it is Settled: what is reported before is void, and nothing but the Book needs to be
// kept up. In a run it has what came before; of one that is shown again it has all after one pass.
package guards

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A Book is what is known. The zero Book is empty. A checker that embeds one is a
// dataflow.Repeater.
type Book struct {
	writes   map[*envs.Loc]map[envs.Point]*write
	sections map[section]map[*envs.Loc]access
	within   map[*envs.Loc][]section        // sections that access it
	under    map[envs.FuncID]map[touch]int8 // and how many calls away
	calls    map[envs.FuncID]map[envs.Point]*site
	around   map[envs.FuncID]map[string]share
	prog     envs.Program
	grew     bool
	inOrder  bool // a run is shown, in which one pass has all
	settled  bool
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
	b.inOrder = env.MustBeInOrder()
	held, _ := env.MayLocks()
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
			locks = append(locks, env.LockName(h.Lock))
		}
	}
	if b.writes == nil {
		b.writes = map[*envs.Loc]map[envs.Point]*write{}
	}
	all := b.writes[loc]
	if all == nil {
		all = map[envs.Point]*write{}
		b.writes[loc] = all
	}
	w := all[env.Point()]
	if w == nil {
		w = &write{locks: locks, constant: constant}
		all[env.Point()], b.grew = w, true
	}
	if n := len(w.locks); n > 0 {
		w.locks = slices.DeleteFunc(w.locks, func(l string) bool { return !slices.Contains(locks, l) })
		b.grew = b.grew || len(w.locks) < n
	}
}

// inside adds an access, so many calls away, to the sections that are open.
func (b *Book) inside(env envs.Env, held []envs.HeldLock, t touch, calls int8) {
	for i := range held {
		switch h := &held[i]; {
		case h.Maybe || !named(h) && !h.At.IsZero():
		case h.At.IsZero(): // a caller has taken it
			fn := env.Func().ID
			if b.under == nil {
				b.under = map[envs.FuncID]map[touch]int8{}
			}
			if b.under[fn] == nil {
				b.under[fn] = map[touch]int8{}
			}
			if old, ok := b.under[fn][t]; !ok || calls < old {
				b.under[fn][t], b.grew = calls, true
			}
		default:
			s := section{h.At, env.LockName(h.Lock)}
			if b.sections == nil {
				b.sections, b.within = map[section]map[*envs.Loc]access{}, map[*envs.Loc][]section{}
			}
			if b.sections[s] == nil {
				b.sections[s] = map[*envs.Loc]access{}
			}
			old := b.sections[s][t.loc]
			if old == 0 {
				b.within[t.loc] = append(b.within[t.loc], s)
			}
			if old|t.how != old {
				b.sections[s][t.loc], b.grew = old|t.how, true
			}
		}
	}
}

// named reports whether there is a name for a lock, and so only one that it can be.
func named(h *envs.HeldLock) bool { return h.Lock != 0 || h.Path != nil }

// Returned notes that what the callees of a call do is done in the sections that are open.
func (b *Book) Returned(env envs.Env, call *envs.Op) {
	if b.settled {
		return
	}
	held, _ := env.MayLocks()
	if len(held) == 0 {
		return
	}
	for _, f := range call.Callee.Funcs {
		for t, calls := range b.under[f] {
			if calls < maxCalls {
				b.inside(env, held, t, calls+1)
			}
		}
	}
}

// A Guard is what is known of the writes of a class of memory.
type Guard struct {
	Places   int  // how many there are
	Under    int  // at how many the lock is held exclusively
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
		if slices.Contains(w.locks, lock) {
			g.Under++
		}
		g.Constant = g.Constant && w.constant
		g.One = g.One && (first || g.Func == at.Func())
		g.Func, first = at.Func(), false
	}
	return g
}

// Always reports whether there are writes, and all of them are under the lock.
func (g Guard) Always() bool { return g.Places > 0 && g.Under == g.Places }

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

// Settled reports whether all is known of what the passes show. Until then, where more passes may
// follow (Env.MayRepeat), a checker may do without its states.
func (b *Book) Settled() bool { return b.settled }

// Again reports whether another pass is needed: something was added, or nothing for the first time.
func (b *Book) Again() bool {
	again := !b.settled
	if b.settled = !b.grew || b.inOrder; again && b.settled {
		b.surround()
	}
	b.grew = false
	return again
}

// Forget drops all that is known: another run begins.
func (b *Book) Forget() { *b = Book{} }
