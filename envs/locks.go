package envs

import "github.com/seed38182bad/parallax/domains/lockset"

// Blocks are what is known of monitor blocks. A monitor block is what a thread does between taking a lock and releasing
// it.
type Blocks interface {
	// Block is the current monitor block. Block.None holds of it if certainly no lock is held,
	// Block.IsLoose if it is not certain which block, or whether one, is current.
	Block() Block
	// MustBeOpen reports whether no lock of block b was released since b was left or entered. If so, what was read in b is
	// still protected by all its locks.
	MustBeOpen(b Block) bool
	// Acquired is the operation that opened the current block. It is the zero Point if no lock is held or the place is
	// not known.
	Acquired() Point
	// LastRelease is the latest operation of this frame, or of one called from it, that released a lock. It is the
	// zero Point if there is none or it is not certain which. It is evidence, for people.
	LastRelease() Point
	// LockPath is the frame's name for the lock that was taken last of those held. It is nil if none is held or it has
	// no name here.
	LockPath() *Path
}

// Locks are what is known of the locks that the thread holds.
type Locks interface {
	// MustHold reports whether the lock that the frame calls p is held, on the exclusive or the shared side.
	MustHold(p *Path) bool
	// MustHoldAlone is like MustHold, for the exclusive side only.
	MustHoldAlone(p *Path) bool
	// MayHold is like MustHold. Different paths are taken for different locks, but a lock without a name may be any.
	MayHold(p *Path) bool

	// Lock is the lock that an Acquire, TryAcquire, Release or Wait is about. It is 0 if it is not known. Over all paths
	// a Lock may stand for several locks.
	Lock() Lock
	// MayBeSame reports whether two Locks may be one lock, wherever they came up, and MustBeSame whether they certainly
	// are. That a Lock must be the same as itself says that it is a single one.
	MayBeSame(a, b Lock) bool
	MustBeSame(a, b Lock) bool
	// LockName names a lock for people and for keys of findings: by its place in the program, and not by a number.
	// Several locks may have one name.
	LockName(Lock) string

	// MustRetake reports whether the thread certainly held the lock of this Acquire before it, on either side.
	MustRetake() bool
	// MayLocks are the locks that may be held, by the names that Lock gives them, outermost first. The result ok is false
	// if there may be others: over all paths those of callers, unless LockSets are required. They must not be changed.
	MayLocks() (locks []HeldLock, ok bool)
	// MayHoldAny reports whether MayLocks leaves open that a lock is held. It does not list the locks.
	MayHoldAny() bool
	// MustHoldAny reports whether MayLocks has a lock that is certainly held. It does not list the locks.
	MustHoldAny() bool
}

// LockSets are the locks that are certainly held, as sets that can be compared wherever a variable is accessed.
type LockSets interface {
	// MustLocks are the locks that are certainly held, as a set of the Table. Their names mean the same wherever the
	// Variable of this operation is accessed, or for a lock operation its Lock.
	MustLocks() LockSet
	// Table is the table of these sets.
	Table() *lockset.Table[Lock]
}
