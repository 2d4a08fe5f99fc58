package movers

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/envs"
)

// locks are what is known of locks, in all threads together.
type locks struct {
	asks *asks
	dataflow.Facts[envs.Lock, *usage]
	nested bool        // some lock may be protected
	all    []envs.Lock // those that were taken, of which a name may be that of several locks
	single []envs.Lock // the others, if there is such a name
}

// usage is who takes a lock, and under which others.
type usage struct {
	domain lockset.MustDomain[envs.Lock]
	thread envs.Thread  // the only one to take it; 0 if there is none
	many   bool         // several may take it
	tried  bool         // some do not wait for it
	under  envs.LockSet // held exclusively whenever it is held; bottom if it was not taken
}

// Clone returns a copy.
func (u *usage) Clone() *usage {
	c := *u
	return &c
}

// Merge adds what is known by o.
func (u *usage) Merge(o *usage) (*usage, bool) {
	if u.covers(o) {
		return u, false
	}
	u.many, u.under = u.several(o), u.domain.Join(u.under, o.under)
	u.tried = u.tried || o.tried
	if u.thread == 0 {
		u.thread = o.thread
	}
	return u, true
}

// several reports whether several threads take the lock by what is known by either.
func (u *usage) several(o *usage) bool {
	return u.many || o.many || u.thread != o.thread && u.thread != 0 && o.thread != 0
}

// covers reports whether o adds nothing.
func (u *usage) covers(o *usage) bool {
	return u.several(o) == u.many && (u.thread != 0 || o.thread == 0) && (u.tried || !o.tried) &&
		u.domain.Leq(o.under, u.under)
}

// acquire is how the taking of a lock moves.
func (m *Movers) acquire() Move {
	if m.asks.MustRetake() {
		return is(mover.Const) // nothing happens
	}
	l := m.asks.Lock()
	m.locks.taken(l, false)
	return m.moves(l, mover.Right)
}

// release is how giving a lock back moves.
func (m *Movers) release(op *envs.Op) Move {
	l := m.asks.Lock()
	held, _ := m.asks.MayLocks()
	if m.locks.nested {
		m.locks.given(held)
	}
	if m.asks.MustHold(op.Path) || slices.ContainsFunc(held, func(h envs.HeldLock) bool {
		return h.Lock == l && !h.Maybe && m.asks.MustBeSame(h.Lock, l)
	}) {
		return is(mover.Const) // it was taken several times
	}
	return m.moves(l, mover.Left)
}

// moves is how an operation of a lock moves that is a if nothing else is known of the lock.
func (m *Movers) moves(l envs.Lock, a mover.Atomicity) Move {
	u := m.locks.of(l)
	switch {
	case u == nil:
		return is(a)
	case !u.many && l != 0:
		return Move{mover.Const, a}
	}
	if u.tried && m.options.Tries {
		a = mover.Atomic
	}
	if u.under.Len() > 0 && l != 0 {
		return Move{mover.Mover, a}
	}
	return is(a)
}

// taken notes that a lock is taken, or tried.
func (ls *locks) taken(l envs.Lock, tried bool) {
	d, t := ls.asks.Table().Must(), ls.asks.Thread()
	u := usage{domain: d, thread: t, many: !ls.asks.MustBeThread(t, t), tried: tried, under: d.Empty()}
	known, has := ls.Of(l)
	if !has || known.under.Len() > 0 {
		if ls.asks.MustLocks().Len() > 1 {
			held, _ := ls.asks.MayLocks()
			for _, h := range held {
				if h.Lock == l {
					u.under = ls.asks.exclusively(h.Around)
				}
			}
		}
		if !has {
			ls.first(l)
		}
		ls.nested = ls.nested || u.under.Len() > 0
	}
	if has && known.covers(&u) {
		return
	}
	ls.Publish(l, &u)
}

// given notes which locks are held when another one is given back: no more than these are held around them.
func (ls *locks) given(held []envs.HeldLock) {
	for _, h := range held {
		if known, has := ls.Of(h.Lock); has && known.under.Len() > 0 {
			ls.Publish(h.Lock, &usage{domain: known.domain, under: ls.asks.exclusively(h.Around)})
		}
	}
}

// first notes a lock that is taken for the first time.
func (ls *locks) first(l envs.Lock) {
	if ls.asks.MustBeSame(l, l) {
		ls.single = append(ls.single, l)
	} else {
		ls.all = append(ls.all, l)
	}
}

// of is what is known of a lock, by all names that may be its; nil if it was not taken.
func (ls *locks) of(l envs.Lock) *usage {
	u, _ := ls.Of(l)
	others := func(names []envs.Lock) {
		for _, o := range names {
			if o == l || !ls.asks.MayBeSame(o, l) {
				continue
			}
			other, _ := ls.Of(o)
			if u == nil {
				u = other
			} else {
				u, _ = u.Clone().Merge(other)
			}
		}
	}
	if others(ls.all); !ls.asks.MustBeSame(l, l) {
		others(ls.single)
	}
	return u
}

// forget drops what is known of a run.
func (ls *locks) forget() { *ls = locks{asks: ls.asks} }
