package reduction

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/envs"
)

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
func (c *checker) step(env envs.Env, op *envs.Op) step {
	a := c.movers.Of(env, op).Atomicity
	switch {
	case c.deadlocks.at(env.Point()):
		a = mover.Compound
	case !c.Locks && op.Kind == envs.Acquire:
		a = mover.Right
	case !c.Locks && op.Kind == envs.Release:
		a = mover.Left
	}
	do := step{path: mover.Of[envs.Lock](a, env.Point()), at: env.Point()}
	if l := c.asks.Lock(); l != 0 && c.Theorem == 3 {
		switch {
		case op.Kind == envs.Acquire && a == mover.Right:
			do.path = mover.Acquire(l, env.Point())
		case op.Kind == envs.Release && a == mover.Left:
			c.gives(l, &do)
		}
	}
	return do
}

// gives notes which lock a step gives back, if that is known.
func (c *checker) gives(l envs.Lock, do *step) {
	held, ok := c.asks.MayLocks()
	switch {
	case c.asks.MustBeSame(l, l):
		do.path = mover.Release(l, do.at)
	case ok && !slices.ContainsFunc(held, func(h envs.HeldLock) bool { return h.Lock == l || h.Lock == 0 }):
		do.gives = l // and not another one of that name
	}
}
