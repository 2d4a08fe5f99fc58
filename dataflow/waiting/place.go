package waiting

import "github.com/seed38182bad/parallax/envs"

// At is what an operation waits for, in a role, and which of the locks that are certainly held
// around it keep others from waiting at the same time: those that are the same everywhere,
// and those that are known by the way to them from the lock.
func (f *Follower) At(env envs.Env, op *envs.Op, r Role) Wait {
	lock := env.Lock()
	sets, held := env.LockSets().Must(), env.MustLocks()
	around, ways := everywhere(env, lock, held)
	w := Wait{For: Of(lock, r), Shared: r == Lock && op.Is(envs.Shared), At: env.Point(), Around: around, To: sets.Empty()}
	switch {
	case r == Lock && ways:
		w.To = outside(env, lock, held)
	case op.Kind == envs.Receive && !unbuffered(op) && decided(env, op):
		w.To = held
	}
	return w
}

// everywhere are those of some locks that are the same everywhere, but for one, and whether there
// are others.
func everywhere(env envs.Env, lock envs.Lock, held envs.LockSet) (same envs.LockSet, others bool) {
	sets := env.LockSets().Must()
	same = held
	for _, of := range held.Locks() {
		l := of.Key
		one := env.MustBeSame(l, l)
		if l == lock || !one {
			same = sets.Clear(same, l)
		}
		others = others || !one
	}
	return same, others
}

// outside are locks without the one that an operation takes and others of its class, by any
// of their names.
func outside(env envs.Env, lock envs.Lock, held envs.LockSet) envs.LockSet {
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

// unbuffered reports whether a channel certainly has no buffer.
func unbuffered(op *envs.Op) bool { return op.Loc != nil && op.Loc.Unbuffered }

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
