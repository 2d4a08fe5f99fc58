package waiting

import (
	"cmp"

	"github.com/seed38182bad/parallax/dataflow/waiting/internal/cycles"
	"github.com/seed38182bad/parallax/envs"
)

// A Thing is what a thread waits for: a lock, or that others do something. To hold it is to
// hold the lock, or to be a thread that does so later.
type Thing int64

// A role says what is waited for.
type role uint8

// What may be waited for.
const (
	lock     role = iota // a lock
	filled               // that something is sent to a channel, a condition notified, a thread ends
	emptied              // that something is received from a channel
	roleBits = 2
)

// thing is the thing of a name, in a role.
func thing(l envs.Lock, r role) Thing { return Thing(l)<<roleBits | Thing(r) }

// Lock is its name.
func (x Thing) Lock() envs.Lock { return envs.Lock(x >> roleBits) }

func (x Thing) role() role { return role(x & (1<<roleBits - 1)) }

// IsLock reports whether it is a lock that is waited for.
func (x Thing) IsLock() bool { return x.role() == lock }

// Same reports whether two names may be of one thing.
func (f *Follower) Same(x, y Thing) bool {
	return x.role() == y.role() && f.Ask.MayBeSame(x.Lock(), y.Lock())
}

// Single reports whether a name is that of a single thing.
func (f *Follower) Single(x Thing) bool { return f.Ask.MustBeSame(x.Lock(), x.Lock()) }

// A Wait is a place at which a thread waits.
type Wait struct {
	For    Thing
	Shared bool // for the shared side of a lock
	At     envs.Point
	Around envs.LockSet // all locks that it certainly holds, of those that are the same everywhere
	// To are the locks that it certainly holds, by the ways to them from what it waits for. Where
	// it waits to be woken they are those under which it has looked whether it need.
	To envs.LockSet
}

// A Hold is what keeps others waiting.
type Hold struct {
	Of     Thing
	Shared bool       // the shared side of a lock
	Taken  envs.Point // where the lock was taken, or others will be woken
	// From are the locks that are certainly held, by the ways to them from the thing: where the
	// thread waits or, if others are to be woken, then.
	From envs.LockSet
}

// A Label is what an edge says beside its things.
type Label struct {
	Wait
	Hold
}

func (l Label) compare(m Label) int {
	return cmp.Or(
		l.At.Compare(m.At),
		l.Taken.Compare(m.Taken),
		falseFirst(l.Wait.Shared, m.Wait.Shared),
		falseFirst(l.Hold.Shared, m.Hold.Shared),
		l.Around.Compare(m.Around),
		l.To.Compare(m.To),
		l.From.Compare(m.From),
	)
}

func falseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// An Edge leads from what is held to what is waited for. It occurs in segments of threads, each
// what envs.SegmentOf wraps.
type Edge = cycles.Edge[Thing, Label, any]

// A Step is an occurrence of an edge.
type Step = cycles.Step[Thing, Label, any]

type graph = cycles.Graph[Thing, Label, any]
