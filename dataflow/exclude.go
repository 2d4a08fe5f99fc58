package dataflow

import "github.com/seed38182bad/parallax/envs"

// harmless is why the access of op, which env is at, and another one cannot be a data race, as
// far as the two and their memory tell.
func harmless(env envs.Env, op *envs.Op, a envs.Access) envs.Exclusion {
	switch {
	case !op.Writes() && !a.Write:
		return envs.BothRead
	case op.Synchronises() && a.Atomic:
		return envs.BothAtomic
	case !env.MayShare():
		return envs.ThreadLocal
	case !env.MayWrite():
		return envs.ReadOnly
	}
	return envs.NotExcluded
}

// protected is CommonLock if a lock that is held at both accesses keeps them apart.
func protected(env envs.Env, held envs.LockSet, a envs.Access) envs.Exclusion {
	if _, apart := env.LockSets().Must().Exclusive(held, a.Locks); apart {
		return envs.CommonLock
	}
	return envs.NotExcluded
}
