package reduction

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/lockfamily"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/envs"
)

// movers tell how operations move, by what is known of variables and locks.
type movers struct {
	Options
	variables dataflow.Facts[envs.Variable, *accesses]
	locks     locks
	families  *lockfamily.AccessDomain[envs.Lock]
}

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

// maxReads is how many sets of locks are kept for the reads of a variable; see package eraser.
const maxReads = 64

// accesses are what is known of the accesses of a variable that threads share, in all of them together.
type accesses struct {
	domain *lockfamily.AccessDomain[envs.Lock]
	lockfamily.Accesses[envs.Lock]
	atomicity mover.Atomicity // of the accesses of the variable
	racing    []envs.Point    // those that nothing excludes from racing with another one, ascending
}

// access classifies an access: of memory that is not shared or not written it is Const, of memory that is
// protected by locks a Mover, and otherwise, as others may access it right before or after, Atomic.
func (c *movers) access(env envs.Env, op *envs.Op) mover.Atomicity {
	v := env.Variable()
	if v == 0 || !env.MayShare() {
		return mover.Const
	}
	if c.families == nil {
		families, _ := lockfamily.New(env.LockSets(), maxReads) // which is in range
		d := families.Accesses()
		c.families = &d
	}
	held := env.MustLocks()
	x := &accesses{domain: c.families}
	if op.Writes() {
		x.Accesses = x.domain.Write(x.Accesses, held)
	} else {
		x.Accesses = x.domain.Read(x.Accesses, held)
	}
	if c.Pairs {
		x.racing = racing(env)
	}
	x.judge()
	known, has := c.variables.Of(v)
	switch {
	case has && known.covers(x):
	case env.MustPrecede() && (!has || known.spoilt(x)):
		return mover.Const // by this the variable is initialised
	default:
		known = c.variables.Publish(v, x)
	}
	switch {
	case !env.MayWrite():
		return mover.Const
	case c.Pairs && known.atomicity == mover.Atomic && !op.Synchronises():
		if _, found := slices.BinarySearchFunc(known.racing, env.Point(), envs.Point.Compare); !found {
			return mover.Mover
		}
	}
	return known.atomicity
}

// racing are the access and those with which it may be in a data race, if there are any.
func racing(env envs.Env) (at []envs.Point) {
	for _, a := range env.MayRace() {
		if env.Excluded(a) == envs.NotExcluded {
			at = append(at, a.At)
		}
	}
	if len(at) > 0 {
		at = append(at, env.Point())
		slices.SortFunc(at, envs.Point.Compare)
	}
	return slices.Compact(at)
}

// judge is the verdict of the multi-lockset algorithm.
func (a *accesses) judge() {
	switch verdict, _ := a.domain.Judge(a.Accesses); verdict {
	case lockfamily.NotWritten:
		a.atomicity = mover.Const
	case lockfamily.Protected:
		a.atomicity = mover.Mover
	default:
		a.atomicity = mover.Atomic
	}
}

// spoilt reports whether the variable is protected, or not written, and would not be with o.
func (a *accesses) spoilt(o *accesses) bool {
	both, _ := a.Clone().Merge(o)
	return both.atomicity == mover.Atomic && a.atomicity != mover.Atomic
}

// covers reports whether o adds nothing.
func (a *accesses) covers(o *accesses) bool {
	for _, p := range o.racing {
		if _, found := slices.BinarySearchFunc(a.racing, p, envs.Point.Compare); !found {
			return false
		}
	}
	return a.domain.Leq(o.Accesses, a.Accesses)
}

// Clone returns a copy.
func (a *accesses) Clone() *accesses {
	b := *a
	b.racing = slices.Clone(a.racing)
	return &b
}

// Merge adds the accesses of o.
func (a *accesses) Merge(o *accesses) (*accesses, bool) {
	if a.covers(o) {
		return a, false
	}
	a.Accesses = a.domain.Limit(a.domain.Join(a.Accesses, o.Accesses))
	a.racing = append(a.racing, o.racing...)
	slices.SortFunc(a.racing, envs.Point.Compare)
	a.racing = slices.Compact(a.racing)
	a.judge()
	return a, true
}

// Again reports whether more is known than at the beginning of the pass that has ended.
func (c *movers) Again() bool {
	variables, locks := c.variables.Again(), c.locks.Again()
	return variables || locks
}

// Forget drops what is known of a run.
func (c *movers) Forget() {
	c.variables.Forget()
	c.locks.forget()
	c.families = nil
}

// Drop forgets a variable that is no more.
func (c *movers) Drop(v envs.Variable) { c.variables.Drop(v) }

// Part forgets a lock that is no more.
func (c *movers) Part(l envs.Lock) { c.locks.Drop(l) }

// exclusively are the locks that are held so that no other thread has them.
func exclusively(env envs.Env, held envs.LockSet) envs.LockSet {
	return env.LockSets().Must().Guards(held, lockset.Write)
}
