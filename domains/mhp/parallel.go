package mhp

import (
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/domains/thread"
	"github.com/seed38182bad/parallax/lattice"
)

// An Exclusion says why two points cannot happen in parallel.
type Exclusion uint8

// The exclusions.
const (
	None         Exclusion = iota // they may happen in parallel
	Unreachable                   // one of the points is not reached
	SameThread                    // both are points of one thread
	NotStarted                    // one of the threads has not created the other one yet
	Ended                         // one of the threads knows that the other one has ended
	JoinedUnborn                  // one knows the end of a thread that the other one has not created yet
)

// Reason is an exclusion with the thread that it is about.
type Reason[K lattice.Integer] struct {
	Why Exclusion
	// Thread is the one that is the same, is not started yet, or has ended; bottom for
	// None and Unreachable.
	Thread thread.ID[K]
}

// String is a sentence.
func (r Reason[K]) String() string {
	switch r.Why {
	case None:
		return "may happen in parallel"
	case Unreachable:
		return "not reached"
	case SameThread:
		return fmt.Sprintf("both are in %v, of which there is one", r.Thread)
	case NotStarted:
		return fmt.Sprintf("%v is not started yet", r.Thread)
	case Ended:
		return fmt.Sprintf("%v has ended", r.Thread)
	case JoinedUnborn:
		return fmt.Sprintf("%v has ended for the one and is not started yet for the other", r.Thread)
	}
	return fmt.Sprintf("exclusion(%d)", uint8(r.Why))
}

// MayHappenInParallel reports whether a thread may be at the point of a while another
// one is at that of b. If not, it says why, by the first of the exclusions that holds,
// in the order of their constants. If larger facts cannot happen in parallel, neither
// can smaller ones.
func (d Domain[K]) MayHappenInParallel(a, b Fact[K]) (bool, Reason[K]) {
	if a.IsBottom() || b.IsBottom() {
		return false, Reason[K]{Why: Unreachable}
	}
	if d.threads.MustBeSame(a.id, b.id) {
		return false, Reason[K]{SameThread, a.id}
	}
	if d.notStarted(a, b.id) {
		return false, Reason[K]{NotStarted, b.id}
	}
	if d.notStarted(b, a.id) {
		return false, Reason[K]{NotStarted, a.id}
	}
	if d.ended(a, b.id) {
		return false, Reason[K]{Ended, b.id}
	}
	if d.ended(b, a.id) {
		return false, Reason[K]{Ended, a.id}
	}
	for _, id := range b.joined {
		if d.notStarted(a, id) {
			return false, Reason[K]{JoinedUnborn, id}
		}
	}
	for _, id := range a.joined {
		if d.notStarted(b, id) {
			return false, Reason[K]{JoinedUnborn, id}
		}
	}
	return true, Reason[K]{}
}

// notStarted reports whether no thread of id can have been started. That is so if the
// thread of f is an ancestor of them all, and has created none of them nor of their
// ancestors.
func (d Domain[K]) notStarted(f Fact[K], id thread.ID[K]) bool {
	if !d.threads.MustBeAncestor(f.id, id) {
		return false
	}
	for _, c := range f.created {
		if d.threads.MayBeSame(c, id) || d.threads.MayBeAncestor(c, id) {
			return false
		}
	}
	return true
}

func (d Domain[K]) ended(f Fact[K], id thread.ID[K]) bool {
	_, found := slices.BinarySearchFunc(f.joined, id, thread.ID[K].Compare)
	return found
}
