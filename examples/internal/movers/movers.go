package movers

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/domains/lockfamily"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/envs"
)

// Options say what counts. The zero value is the plain form.
type Options struct {
	// Pairs lets an access count as unprotected only if there is another one of which nothing that is known excludes that
	// the two race.
	Pairs bool
	// Published takes, of a run that is over, what comes first in the order in which locks were taken for the
	// initialisation of what is published under a lock.
	Published bool
	// Tries takes it that whoever fails to take a lock can tell by that that it is held. Without it, an attempt may fail
	// though nobody holds the lock.
	Tries bool
}

// Movers tell how operations move, by what is known of variables and locks. It is a dataflow.Table.
type Movers struct {
	options   Options
	asks      *asks
	variables dataflow.Facts[envs.Variable, *accesses]
	locks     locks
	families  *lockfamily.AccessDomain[envs.Lock]
}

// asks are the facets that are required.
type asks struct {
	envs.Locks
	envs.LockSets
	envs.Memory
	envs.Races
	envs.Threads
}

// New makes Movers for an analysis, which gathers them.
func New(r *dataflow.Requires, o Options) *Movers {
	a := &asks{
		world.Locks.For(r), world.LockSets.For(r), world.Memory.For(r), world.Races.For(r), world.Threads.For(r),
	}
	m := &Movers{options: o, asks: a, locks: locks{asks: a}}
	r.Gather(m)
	return m
}

// A Move is how an operation moves.
type Move struct {
	mover.Atomicity // by all that is known
	// Plain is the same of an operation of a lock without what is known of the lock: who else takes it, and under which
	// other ones.
	Plain mover.Atomicity
}

func is(a mover.Atomicity) Move { return Move{a, a} }

// Selects reports whether an operation is one of which threads may tell: all others are Const.
func Selects(op *envs.Op) bool {
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait, envs.Notify, envs.Fork, envs.Join,
		envs.Send, envs.Receive, envs.Close:
		return true
	}
	return op.Accesses()
}

// Of is how the operation moves that env is at. It takes in what the operation shows of variables and locks: it has to
// be asked of each one, while facts are gathered, too. A Wait is two operations, a Left one and a Right one later.
func (m *Movers) Of(env envs.Env, op *envs.Op) Move {
	switch op.Kind {
	case envs.Load, envs.Store, envs.Atomic:
		return is(m.access(env, op))
	case envs.Acquire:
		return m.acquire()
	case envs.TryAcquire: // it tells whether others have the lock
		l := m.asks.Lock()
		m.locks.taken(l, true)
		return m.moves(l, mover.Atomic)
	case envs.Release:
		return m.release(op)
	case envs.Fork: // the new thread does nothing before
		return is(mover.Left)
	case envs.Join: // the other thread does nothing after
		return is(mover.Right)
	case envs.Notify: // and who waits needs the lock
		return is(mover.Mover)
	case envs.Wait:
		if held, _ := m.asks.MayLocks(); m.locks.nested {
			m.locks.given(held)
		}
		return is(mover.Compound)
	case envs.Send, envs.Receive, envs.Close: // they tell what others have done
		return is(mover.Atomic)
	}
	return is(mover.Const)
}

// Again reports whether more is known than at the beginning of the pass that has ended.
func (m *Movers) Again() bool {
	variables, locks := m.variables.Again(), m.locks.Again()
	return variables || locks
}

// Forget drops what is known of what is no more.
func (m *Movers) Forget(g dataflow.Gone) {
	m.variables.Forget(g)
	switch {
	case g.Run:
		m.locks.forget()
		m.families = nil
	case g.Lock != 0:
		m.locks.Drop(g.Lock)
	}
}

// exclusively are the locks that are held so that no other thread has them.
func (a *asks) exclusively(held envs.LockSet) envs.LockSet {
	return a.Table().Must().Guards(held, lockset.Write)
}
