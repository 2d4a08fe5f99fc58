package lockorder

import "github.com/seed38182bad/parallax/envs"

// unbuffered reports whether a channel certainly has no buffer.
func unbuffered(op *envs.Op) bool { return op.Loc != nil && op.Loc.Unbuffered }

// waitAt is what an operation waits for, and which of the locks that are certainly held
// around it keep others from waiting at the same time: those that are the same everywhere,
// and those that are known by the way to them from the lock.
func (c *checker) waitAt(env envs.Env, op *envs.Op, r role) wait {
	lock := env.Lock()
	sets, held := env.LockSets().Must(), env.MustLocks()
	w := wait{what: thingOf(lock, r), read: r == aLock && op.Is(envs.Shared), at: env.Point(), segment: env.Segment(), around: held, to: sets.Empty()}
	ways := false
	for l := range held.All() {
		one := env.MustBeSame(l.Key, l.Key)
		if l.Key == lock || !one {
			w.around = sets.Clear(w.around, l.Key)
		}
		ways = ways || !one
	}
	switch {
	case r == aLock && ways:
		w.to = c.outside(env, lock, held)
	case op.Kind == envs.Receive && !unbuffered(op) && decided(env, op):
		w.to = held
	}
	return w
}

// outside are locks without the one that an operation takes and others of its class, by any
// of their names.
func (c *checker) outside(env envs.Env, lock envs.Lock, held envs.LockSet) envs.LockSet {
	sets := env.LockSets().Must()
	all, _ := env.MayLocks()
	for _, h := range all {
		if h.Lock != lock {
			continue
		}
		for l := range h.Names.All() {
			held = sets.Clear(held, l.Key)
		}
	}
	return held
}

// decided reports whether a branch since the innermost lock was taken decides if an
// operation is executed. What is received then has been sent before if those who send hold
// the same lock: what the branch looks at tells so.
func decided(env envs.Env, op *envs.Op) bool {
	fn, at := env.Func(), env.Acquired()
	if at.IsZero() || at.Func() != fn.ID {
		return false
	}
	for pc := at.PC() + 1; pc < op.PC; pc++ {
		if k := fn.Ops[pc].Kind; (k == envs.Branch || k == envs.Switch) && env.MayDecide(pc) {
			return true
		}
	}
	return false
}
