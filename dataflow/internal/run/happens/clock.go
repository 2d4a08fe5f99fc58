package happens

import (
	"github.com/seed38182bad/parallax/domains/clock"
	"github.com/seed38182bad/parallax/envs"
)

// A Clock is what a thread knows of the steps of others, and its own last step.
type Clock struct {
	stamps
	id      envs.Thread
	noted   clock.Epoch // the last of its own steps that something else refers to, but for signals
	signals *unobserved // nil before Start
	waits   *releases   // the monitor that it takes again before its next event
	segment *segment    // that it is in, nil if nobody has asked

	version uint64 // grows with what the thread knows
	idle    stamps // what it signals if it is idle, as of version idleAt
	idleAt  uint64

	without   stamps // what it would know without the Observes right before an operation,
	withoutAt int64  // which is that step; 0 if there were none
}

// own makes e the thread's own last step.
func (c *Clock) own(e clock.Epoch) {
	c.full.last, c.forced.last, c.segment = e, e, nil
	c.version++
}

// tick separates what the thread did, which somebody knows now, from what it does from now on.
func (c *Clock) tick() {
	if c.full.last != 0 {
		c.noted = c.full.last
		c.own(c.full.last + 1)
	}
}

// learn adds what another thread knew.
func (c *Clock) learn(b stamps) {
	c.learnFull(b.full)
	c.learnForced(b.forced)
}

func (c *Clock) learnFull(p stamp) {
	if c.full.join(p) {
		c.version++
	}
}

func (c *Clock) learnForced(p stamp) {
	if c.forced.join(p) {
		c.version++
		c.segment = nil
	}
}

func (c *Clock) acquire(l *releases, read bool) {
	c.learnFull(l.write)
	if !read {
		c.learnFull(l.read)
	}
}

// release adds what the thread knows to one side of the lock. The thread that took the exclusive side knows all earlier
// releases. Another thread that gives that side back may not know the shared ones. They then stay on the shared side:
// a later shared acquire does not come after them.
func (c *Clock) release(l *releases, read bool) {
	if read {
		p := stamp{base: l.read.base}
		p.join(c.full)
		l.read = p
	} else {
		if l.write = c.full.with(l.write); l.write.covers(l.read) {
			l.read = stamp{}
		}
	}
	s := c.segment
	c.tick()
	c.segment = s // no other schedule has to keep the order of a release
}

// Now is the thread's own last step.
func (c *Clock) Now() clock.Epoch { return c.full.last }

// Note keeps Now apart from later steps: somebody remembers it.
func (c *Clock) Note() { c.noted = c.full.last }

// Has reports whether a step happened before now.
func (c *Clock) Has(e clock.Epoch) bool { return c.full.has(e) }

// A Prefix is how far a thread's steps happen before something: in full, and without the order in which locks were
// taken.
type Prefix struct{ Full, Forced clock.Epoch }

// All is all steps that the thread may make, from Now on, too.
func (c *Clock) All() Prefix {
	e := c.full.last | clock.MaxTime
	return Prefix{e, e}
}

// Cut is the part of p, of steps of another thread, that the thread knows at an operation, its step-th. One that
// synchronises by itself might as well have come before what it has observed, so its Observes do not count.
func (c *Clock) Cut(p Prefix, step int64, synchronises bool) Prefix {
	knows := &c.stamps
	if synchronises && c.withoutAt == step {
		knows = &c.without
	}
	return Prefix{knows.full.upTo(p.Full), knows.forced.upTo(p.Forced)}
}

// A segment is a stretch of one thread in which it neither starts a thread nor learns of another one, with all that
// certainly happened before it.
type segment struct {
	thread envs.Thread
	stamp  stamp
}

// currentSegment is the segment that the thread is in.
func (c *Clock) currentSegment() *segment {
	if c.segment == nil {
		c.segment = &segment{c.id, c.forced}
		c.noted = c.forced.last
	}
	return c.segment
}

// overlaps reports whether neither segment certainly ends before the other begins.
func (s *segment) overlaps(r *segment) bool {
	return s.thread != r.thread && !s.stamp.has(r.stamp.last) && !r.stamp.has(s.stamp.last)
}

// Equal reports whether two segments are of one thread and one stamp, as those are that two passes over a run give for
// the same stretch.
func (s *segment) Equal(of any) bool {
	r, ok := of.(*segment)
	return ok && s.thread == r.thread && s.stamp.last == r.stamp.last && clock.Domain{}.Equal(s.stamp.base, r.stamp.base)
}
