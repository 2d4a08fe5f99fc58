// Package copies is what the two modes of stale have in common: which copies of shared data count, and how they go from
// thread to thread.
package copies

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// KindValue is the kind of reports of stale values: in the plain mode one is used, in the other one it is written.
const KindValue = "stale-value"

// Options choose what counts as a copy.
type Options struct {
	// Handover takes a value that was removed from where it was read for the
	// reader's own (thesis, section 4.4.4).
	Handover bool
	// Optimistic leaves out what happens only after the copy was compared with what is there (thesis, figure 10.2). To
	// compute with a copy is then no use yet. Neither is to pass it to a function that does nothing but compute: what
	// comes out of it is a copy, too.
	Optimistic bool
	// ThreadLocal leaves out data that no other thread can reach.
	ThreadLocal bool
	// ReadOnly leaves out data that is never written once it is published.
	ReadOnly bool
	// Answers leaves out errors and lengths that a function returns: they tell what was so.
	Answers bool
	// Channels follows values through channels: to send one is no use, and who receives it has
	// a copy that was read in another thread's section.
	Channels bool
}

// Sharing gives who knows which memory others may access or write. The options ThreadLocal and ReadOnly require the
// facet Memory for that.
func (o *Options) Sharing(r *dataflow.Requires) envs.Sharing {
	if o.ThreadLocal || o.ReadOnly {
		return world.Memory.For(r)
	}
	return world.Sharing.For(r)
}

// Answer reports whether the option Answers leaves out a result that is returned, and that an operation has made, if
// it is not nil. Such a result is an error or a length: it only tells what was so.
func (o *Options) Answer(env envs.Env, result int, by *envs.Op) bool {
	if !o.Answers {
		return false
	}
	fn := env.Func().ID
	if fails := env.Program().Knows().ReturnsError; fails != nil && fails(fn, result) {
		return true
	}
	if by == nil || by.Kind != envs.Compute {
		return false
	}
	for _, d := range env.Program().Detail(envs.At(fn, by.PC)).Defs {
		if d.Of == envs.Whole && d.X.Of == envs.Len {
			return true
		}
	}
	return false
}

// Sent is what is known of values that were sent through channels. All that was sent through a channel may be received
// from it, as far as it is known which one that is: channels have names like locks (envs.Meetings).
// The zero value is for an analysis that follows nothing through channels.
type Sent[S lattice.Mergeable[S]] struct {
	dataflow.Facts[envs.Lock, S]
	locks    envs.Locks
	meetings envs.Meetings
}

// Require requires what it takes to know which channels values go through. It comes before Send and Received.
func (s *Sent[S]) Require(r *dataflow.Requires) {
	s.locks, s.meetings = world.Locks.For(r), world.Meetings.For(r)
}

// Send adds what is known of a value that this operation, a Send, sends.
func (s *Sent[S]) Send(value S) {
	if ch := s.meetings.Meeting(); ch != 0 {
		s.Publish(ch, value)
	}
}

// Received is what is known of the value that this operation, a Receive, receives; ok is false if that is nothing.
func (s *Sent[S]) Received() (got S, ok bool) {
	ch := s.meetings.Meeting()
	if ch == 0 {
		return got, false
	}
	s.Each(func(k envs.Lock, is S) {
		switch {
		case !s.locks.MayBeSame(k, ch):
		case ok:
			got, _ = got.Merge(is)
		default:
			got, ok = is.Clone(), true
		}
	})
	return got, ok
}

// Short is a name with names of packages for their import paths.
func Short(env envs.Env, name string) string {
	return env.Program().Knows().Packages.Short(name)
}
