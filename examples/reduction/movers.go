package reduction

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/lockfamily"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/envs"
)

// movers tell how operations move, by what is known of variables and locks.
type movers struct {
	options
	asks      *asks
	variables dataflow.Facts[envs.Variable, *accesses]
	locks     locks
	deadlocks *deadlocks
	families  *lockfamily.AccessDomain[envs.Lock]
}

// asks are the facets that are required.
type asks struct {
	envs.Locks
	envs.LockSets
	envs.Memory
	envs.Races
	envs.Threads
	envs.Stages
}

// learns reports whether only what threads do with variables and locks is to be found out: that does without states,
// on which it does not depend.
func (c *movers) learns() bool { return !c.asks.Judges() }

// A step is what one operation adds to a path.
type step struct {
	path
	gives envs.Lock // the lock that it gives back, if that is the one of its name that was taken last
	at    envs.Point
}

// after are paths and then the step.
func (do step) after(s paths) paths {
	if do.gives != 0 {
		return s.ThenRelease(do.gives, do.at)
	}
	return s.Then(do.path)
}

// step is what an operation adds to the paths that lead to it.
func (c *movers) step(env envs.Env, op *envs.Op) step {
	is := func(a mover.Atomicity) step { return step{path: mover.Of[envs.Lock](a, env.Point()), at: env.Point()} }
	if c.deadlocks.at(env.Point()) {
		return is(mover.Compound)
	}
	switch op.Kind {
	case envs.Load, envs.Store, envs.Atomic:
		return is(c.access(env, op))
	case envs.Acquire:
		return c.acquire(env)
	case envs.Release:
		return c.release(env, op)
	case envs.Fork: // the new thread does nothing before
		return is(mover.Left)
	case envs.Join: // the other thread does nothing after
		return is(mover.Right)
	case envs.Notify: // and who waits needs the lock
		return is(mover.Mover)
	case envs.TryAcquire, envs.Send, envs.Receive, envs.Close: // they tell what others have done
		return is(mover.Atomic)
	}
	return step{path: unit}
}

// Again reports whether more is known than at the beginning of the pass that has ended.
func (c *movers) Again() bool {
	variables, locks := c.variables.Again(), c.locks.Again()
	return variables || locks
}

// Forget drops what is known of what is no more.
func (c *movers) Forget(g dataflow.Gone) {
	c.variables.Forget(g)
	switch {
	case g.Run:
		c.locks.forget()
		c.families = nil
	case g.Lock != 0:
		c.locks.Drop(g.Lock)
	}
}

// exclusively are the locks that are held so that no other thread has them.
func (a *asks) exclusively(held envs.LockSet) envs.LockSet {
	return a.Table().Must().Guards(held, lockset.Write)
}
