package envs

import "github.com/seed38182bad/parallax/domains/lockset"

// Facts that hold for all frames and threads together need names that mean the same in
// all of them. These tokens are such names. A run numbers what there is; statically a
// number stands for a class of what there may be.

// A Variable is a token for memory that a program accesses. Accesses of different
// Variables never touch the same memory; of the same one, in a run they do, and
// statically they may. The zero Variable is memory of which nothing is known.
//
// Variables are small numbers, from 1 on, so that tables of facts can be slices.
type Variable int32

// A Lock is a token for a lock. In a run it is one lock. Statically it is one lock if
// it is in a set of locks that must be held, and then may be relative to what is
// accessed: "the mutex beside the field". The zero Lock is a lock of which nothing is
// known. Channels, groups of threads and threads, which are waited for as well, are known by
// such tokens, too.
type Lock int32

// LockSet is a set of locks that are certainly held, by lock and side.
type LockSet = lockset.Must[Lock]

// A HeldLock is a lock that may be held, and how.
type HeldLock struct {
	Lock  Lock
	Read  bool  // on the shared side
	At    Point // where it was taken; zero if it is not known
	Maybe bool  // perhaps not held

	// Path is the frame's name for the lock; nil if it has none, and where Lock alone tells
	// locks apart, as in a run.
	Path *Path
	// Names is the part that the lock has in MustLocks: the names by which it is known
	// wherever the Variable of this operation is accessed. It is empty if it has none.
	Names LockSet
	// Around are the locks that are certainly held, but for the one that this operation
	// takes. Their names mean the same wherever this lock is taken or held.
	Around LockSet
}

// A Segment is a token for a stretch of a thread's execution in which it neither starts
// a thread nor learns what another one has done. In a run it is one stretch of one
// thread; statically it is all that a place of the program may be part of. The zero
// Segment is any. Segments are compared by Segments.MayOverlap.
type Segment struct {
	_  [0]func()
	of any
}

// SegmentOf wraps what an environment knows of a segment, which can be compared by ==. If it has a method
// Equal(of any) bool, Segment.Equal asks that. SegmentOf is for those who write a driver; checkers have no use for it.
func SegmentOf(of any) Segment { return Segment{of: of} }

// Is reports whether two Segments are the same token. Different ones may be of the same
// stretch.
func (s Segment) Is(t Segment) bool { return s.of == t.of }

// Equal reports whether two Segments are the same token, or known to be of the same stretch. Two passes over one run
// give such ones for it. No other Segment may overlap only one of them.
func (s Segment) Equal(t Segment) bool {
	if s.of == t.of {
		return true
	}
	of, ok := s.of.(interface{ Equal(of any) bool })
	return ok && of.Equal(t.of)
}

// Of is what SegmentOf wrapped.
func (s Segment) Of() any { return s.of }

// An Access is a Load, Store or Atomic that may touch the same memory as another one.
type Access struct {
	At      Point
	Thread  Thread
	Segment Segment
	Write   bool
	Atomic  bool    // it synchronises by itself
	Certain bool    // in an answer of MayRace: if nothing excludes it, the race has happened; never if events are missing
	Locks   LockSet // certainly held
}

// Writes reports whether the operation may write the memory that it accesses.
func (op *Op) Writes() bool { return op.Kind == Store || op.Kind == Atomic }

// Synchronises reports whether the operation accesses memory in a way that orders threads
// by itself: a volatile or atomic access.
func (op *Op) Synchronises() bool { return op.Kind == Atomic || op.Is(Volatile) }

// Accesses reports whether the operation accesses memory.
func (op *Op) Accesses() bool { return op.Kind == Load || op.Kind == Store || op.Kind == Atomic }

// Done says what the access does, as a report has it: "read" or "written".
func (a Access) Done() string { return done(a.Write) }

// Done says what an operation that accesses memory does, as a report has it: "read" or
// "written".
func (op *Op) Done() string { return done(op.Writes()) }

func done(write bool) string {
	if write {
		return "written"
	}
	return "read"
}
