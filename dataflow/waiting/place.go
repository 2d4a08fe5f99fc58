package waiting

import "github.com/seed38182bad/parallax/envs"

// LockAt is what an operation waits for that takes a lock.
func (f *Follower) LockAt(env envs.Env, op *envs.Op) Wait { return f.at(env, op, lock) }

// at is what an operation waits for, in a role. With it come those of the locks that are certainly held around it that
// keep others from waiting at the same time. These are the same everywhere, or are known by the way to them from the
// lock.
func (f *Follower) at(env envs.Env, op *envs.Op, r role) Wait {
	met := f.Ask.Meeting()
	held := f.Ask.MustLocks()
	around, ways := f.everywhere(met, held)
	w := Wait{For: thing(met, r), Shared: r == lock && op.Is(envs.Shared), At: env.Point(), Around: around, To: f.none()}
	switch {
	case r == lock && ways:
		w.To = f.outside(met, held)
	case op.Kind == envs.Receive && !unbuffered(op) && f.decided(env, op):
		w.To = held
	}
	return w
}

// everywhere are those of some locks that are the same everywhere, but for one, and whether there are others.
func (f *Follower) everywhere(lock envs.Lock, held envs.LockSet) (same envs.LockSet, others bool) {
	sets := f.Ask.LockSets.Table().Must()
	same = held
	for _, of := range held.Locks() {
		l := of.Key
		one := f.Ask.MustBeSame(l, l)
		if l == lock || !one {
			same = sets.Clear(same, l)
		}
		others = others || !one
	}
	return same, others
}

// outside are locks without the one that an operation takes and others of its class, by any of their names.
func (f *Follower) outside(lock envs.Lock, held envs.LockSet) envs.LockSet {
	sets := f.Ask.LockSets.Table().Must()
	all, _ := f.Ask.MayLocks()
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

// none is the empty set of locks.
func (f *Follower) none() envs.LockSet { return f.Ask.LockSets.Table().Must().Empty() }

// unbuffered reports whether a channel certainly has no buffer.
func unbuffered(op *envs.Op) bool { return op.Loc != nil && op.Loc.Unbuffered }

// decided reports whether a branch since the innermost lock was taken decides if an operation is executed. What is
// received then has been sent before if those who send hold the same lock: what the branch looks at tells so.
func (f *Follower) decided(env envs.Env, op *envs.Op) bool {
	fn, at := env.Func(), f.Ask.Acquired()
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
