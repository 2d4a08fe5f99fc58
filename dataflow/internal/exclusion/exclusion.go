// Package exclusion has the reasons why two accesses cannot be a data race that all environments look at in the same
// way.
package exclusion

import (
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// ByAccess is why the access of op, which m is at, and another one cannot be a data race, as far as the two and their
// memory tell.
func ByAccess(m envs.Memory, op *envs.Op, a envs.Access) envs.Exclusion {
	switch {
	case !op.Writes() && !a.Write:
		return envs.BothRead
	case op.Synchronises() && a.Atomic:
		return envs.BothAtomic
	case !m.MayShare():
		return envs.ThreadLocal
	case !m.MayWrite():
		return envs.ReadOnly
	}
	return envs.NotExcluded
}

// ByLocks is CommonLock if a lock that is held at both accesses keeps them apart.
func ByLocks(table *lockset.Table[envs.Lock], held envs.LockSet, a envs.Access) envs.Exclusion {
	if _, apart := table.Must().Exclusive(held, a.Locks); apart {
		return envs.CommonLock
	}
	return envs.NotExcluded
}
