package reduction

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
	return u.several(o) == u.many && (u.thread != 0 || o.thread == 0) && u.domain.Leq(o.under, u.under)
}

// acquire is what taking a lock adds to a path.
func (c *movers) acquire(env envs.Env) step {
	l := c.asks.Lock()
	if c.Locks {
		if c.asks.MustRetake() {
			return step{path: unit} // nothing happens
		}
		c.locks.taken(l)
	}
	switch a := c.moves(l, mover.Right); {
	case a != mover.Right || l == 0 || c.Theorem == 2:
		return step{path: mover.Of[envs.Lock](a, env.Point())}
	}
	return step{path: mover.Acquire(l, env.Point())}
}

// release is what giving a lock back adds to a path.
func (c *movers) release(env envs.Env, op *envs.Op) step {
	l := c.asks.Lock()
	held, ok := c.asks.MayLocks()
	if c.Locks {
		if c.locks.nested {
			c.locks.given(held)
		}
		if c.asks.MustHold(op.Path) || slices.ContainsFunc(held, func(h envs.HeldLock) bool {
			return h.Lock == l && !h.Maybe && c.asks.MustBeSame(h.Lock, l)
		}) {
			return step{path: unit} // it was taken several times
		}
	}
	a := c.moves(l, mover.Left)
	do := step{path: mover.Of[envs.Lock](a, env.Point()), at: env.Point()}
	switch {
	case a != mover.Left || l == 0 || c.Theorem == 2:
	case c.asks.MustBeSame(l, l):
		do.path = mover.Release(l, env.Point())
	case ok && !slices.ContainsFunc(held, func(h envs.HeldLock) bool { return h.Lock == l || h.Lock == 0 }):
		do.gives = l // and not another one of that name
	}
	return do
}

// moves is a, or what it is made by what is known of the lock.
func (c *movers) moves(l envs.Lock, a mover.Atomicity) mover.Atomicity {
	if !c.Locks {
		return a
	}
	u := c.locks.of(l)
	switch {
	case u == nil || l == 0:
		return a
	case !u.many:
		return mover.Const
	case u.under.Len() > 0:
		return mover.Mover
	}
	return a
}

// taken notes that a lock is taken.
func (ls *locks) taken(l envs.Lock) {
	d, t := ls.asks.Table().Must(), ls.asks.Thread()
	u := usage{domain: d, thread: t, many: !ls.asks.MustBeThread(t, t), under: d.Empty()}
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
	ls.Publish(l, &usage{u.domain, u.thread, u.many, u.under})
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
