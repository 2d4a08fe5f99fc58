package happens

import (
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/domains/clock"
	"github.com/seed38182bad/parallax/envs"
)

// signalled is what was signalled of an object.
type signalled struct {
	stamps
	by *unobserved // of the only thread that has signalled, if nobody has observed it
}

// unobserved is what is left of a thread's signals.
type unobserved struct {
	noted   clock.Epoch // the last of its steps that was observed
	objects int         // how many have a signal that was not observed
}

// message is the effect of a Signal or Observe of a thread that has made so many steps. One that is about the order in
// which a lock is taken counts in full only.
func (o *Order) message(c *Clock, steps int64, ev run.Event) {
	o.resume(c)
	ofLock := ev.Direct || o.names.IsLock(ev.Obj)
	switch {
	case ofLock && !o.Locks:
	case ev.Kind == envs.Signal:
		o.signal(c, ev.Obj, ev.Done, ofLock)
	default:
		if !ofLock && o.Locks && o.pass.Whole && !o.pass.Again && c.withoutAt != steps+1 {
			c.without, c.withoutAt = c.stamps, steps+1
		}
		o.observe(c, ev.Obj, ev.Done, ofLock)
	}
}

func (o *Order) signal(c *Clock, obj uint64, replaces, ofLock bool) {
	last, told := c.full.last, c.stamps
	idle := c.isIdle()
	segment := c.segment
	switch {
	case idle:
		told = c.idleStamps()
		if !ofLock {
			c.segment = nil // which may have begun before the last step
		}
	case last != 0:
		if c.own(last + 1); ofLock {
			c.segment = segment // no other schedule has to keep the order of a lock
		}
	}
	if ofLock {
		told.forced = stamp{}
	}
	s := o.objects[obj]
	if s == nil || replaces {
		o.drop(obj)
		c.signals.objects++
		o.objects[obj] = &signalled{told, c.signals}
		return
	}
	s.isObserved()
	if !idle {
		c.noted = max(c.noted, last)
	}
	s.full, s.forced = told.full.with(s.full), told.forced.with(s.forced)
}

func (o *Order) observe(c *Clock, obj uint64, last, ofLock bool) {
	s := o.objects[obj]
	if s == nil {
		return
	}
	s.isObserved()
	c.learnFull(s.full)
	if !ofLock {
		c.learnForced(s.forced)
	}
	if last {
		o.drop(obj)
	}
}

// isObserved notes that somebody knows the last step of the thread that signalled.
func (s *signalled) isObserved() {
	if s.by != nil {
		s.by.noted = max(s.by.noted, s.full.last)
		s.by.objects--
		s.by = nil
	}
}

// isIdle reports whether nothing refers to the thread's own last step: it has done nothing since the one before. The
// clock of an idle thread need not tick: its step before the last covers all that it did, however often it signals. So
// its slot can be used again by those who know that step.
func (c *Clock) isIdle() bool { return c.full.last != 0 && c.noted != c.full.last }

// idleStamps are what an idle thread signals.
func (c *Clock) idleStamps() stamps {
	if c.idleAt != c.version {
		c.idle, c.idleAt = stamps{c.full.before(), c.forced.before()}, c.version
	}
	return c.idle
}

// drop forgets what was signalled of an object.
func (o *Order) drop(obj uint64) {
	if s := o.objects[obj]; s != nil && s.by != nil {
		s.by.objects--
	}
	delete(o.objects, obj)
}
