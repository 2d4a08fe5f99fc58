package happens

import (
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/domains/clock"
	"github.com/seed38182bad/parallax/envs"
)

// signalled is what was signalled of an object: one part or more. They are not joined, since who observes them knows
// most of them.
type signalled struct {
	parts []part
	by    *unobserved // of the thread that signalled, if nobody has observed it
}

// mostParts is how many parts are kept before they become one.
const mostParts = 8

// A part is what one thread signalled. Of two by the same thread, the greater version has all of the other.
type part struct {
	stamps
	thread               envs.Thread // 0 if it is what several threads signalled
	fullVersion, version uint64      // of full and of forced; 0 if there is nothing
}

// unobserved is what is left of a thread's signals.
type unobserved struct {
	noted   clock.Epoch // the last of its steps that was observed
	objects int         // how many have a signal that was not observed
}

// received is the version of another thread's parts that a thread knows.
type received struct {
	thread               envs.Thread
	fullVersion, version uint64
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
	last := c.full.last
	idle := c.isIdle()
	p := part{stamps: c.stamps, thread: c.id}
	segment := c.segment
	switch {
	case idle:
		p.stamps = c.idleStamps()
		if !ofLock {
			c.segment = nil // which may have begun before the last step
		}
	case last != 0:
		if c.own(last + 1); ofLock {
			c.segment = segment // no other schedule has to keep the order of a lock
		}
	}
	p.fullVersion, p.version = c.version, c.version
	if ofLock {
		p.forced, p.version = stamp{}, 0
	}
	s := o.objects[obj]
	if s == nil || replaces {
		o.drop(obj)
		c.signals.objects++
		s = o.make(obj)
		s.by = c.signals
	} else {
		s.isObserved()
		if !idle {
			c.noted = max(c.noted, last)
		}
	}
	s.add(p)
}

func (o *Order) observe(c *Clock, obj uint64, last, ofLock bool) {
	s := o.objects[obj]
	if s == nil {
		return
	}
	s.isObserved()
	for i := range s.parts {
		p := s.parts[i]
		if ofLock {
			p.version = 0
		}
		c.receive(&p)
	}
	if last {
		o.drop(obj)
	}
}

// add adds a part, in place of an earlier one of the same thread.
func (s *signalled) add(p part) {
	for i := range s.parts {
		if old := &s.parts[i]; old.thread == p.thread {
			*old = p
			return
		}
	}
	if len(s.parts) == mostParts {
		all := s.parts[0]
		for _, q := range s.parts[1:] {
			all.full, all.forced = joined(all.full, q.full), joined(all.forced, q.forced)
		}
		clear(s.parts)
		s.parts = append(s.parts[:0], part{stamps: all.stamps, fullVersion: 1, version: 1})
	}
	s.parts = append(s.parts, p)
}

// isObserved notes that somebody knows the last step of the thread that signalled.
func (s *signalled) isObserved() {
	if s.by != nil {
		s.by.noted = max(s.by.noted, s.parts[0].full.last)
		s.by.objects--
		s.by = nil
	}
}

// receive adds what was signalled, unless the versions tell that there is nothing new.
func (c *Clock) receive(p *part) {
	var nothing received
	known := &nothing
	switch r := &c.received[uint64(p.thread)%uint64(len(c.received))]; {
	case p.thread == c.id:
		return
	case p.thread != 0:
		if known = r; r.thread != p.thread {
			*r = received{thread: p.thread}
		}
	}
	if p.fullVersion > known.fullVersion {
		c.learnFull(p.full)
		known.fullVersion = p.fullVersion
	}
	if p.version > known.version {
		c.learnForced(p.forced)
		known.version = p.version
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

// make gives an object of which nothing is known something to be signalled.
func (o *Order) make(obj uint64) *signalled {
	var s *signalled
	if n := len(o.spare); n > 0 {
		s, o.spare = o.spare[n-1], o.spare[:n-1]
	} else {
		s = &signalled{}
	}
	o.objects[obj] = s
	return s
}

// mostSpare is how many objects are kept to be used again.
const mostSpare = 1024

// drop forgets what was signalled of an object.
func (o *Order) drop(obj uint64) {
	s := o.objects[obj]
	if s == nil {
		return
	}
	if s.by != nil {
		s.by.objects--
	}
	delete(o.objects, obj)
	if len(o.spare) < mostSpare {
		clear(s.parts)
		s.parts, s.by = s.parts[:0], nil
		o.spare = append(o.spare, s)
	}
}
