// Package exclusion has the reasons why two accesses cannot be a data race that all environments look at in the same
// way.
package exclusion

import (
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// The reasons, in the order in which they are looked at.
const (
	bothRead    = "both read"       // neither of them writes
	bothAtomic  = "both are atomic" // they synchronise by themselves
	ThreadLocal = "thread-local"    // no other thread reaches the memory
	readOnly    = "read-only"       // nobody writes the memory once it can be reached
	Ordered     = "ordered"         // one happens before the other; see envs.Races.MayRace
	commonLock  = "a common lock"   // one is held at both, at one of them exclusively

	All = bothRead + ", " + bothAtomic + ", " + ThreadLocal + ", " + readOnly + ", " + Ordered + ", " + commonLock
)

// ByAccess is why the access of op, which m is at, and another one cannot be a data race, as far as the two and their
// memory tell.
func ByAccess(m envs.Memory, op *envs.Op, a envs.Access) string {
	switch {
	case !op.Writes() && !a.Write:
		return bothRead
	case op.Synchronises() && a.Atomic:
		return bothAtomic
	case !m.MayShare():
		return ThreadLocal
	case !m.MayWrite():
		return readOnly
	}
	return ""
}

// ByLocks is commonLock if a lock that is held at both accesses keeps them apart.
func ByLocks(table *lockset.Table[envs.Lock], held envs.LockSet, a envs.Access) string {
	if _, apart := table.Must().Exclusive(held, a.Locks); apart {
		return commonLock
	}
	return ""
}
