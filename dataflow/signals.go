package dataflow

import (
	"github.com/seed38182bad/parallax/domains/clock"
	"github.com/seed38182bad/parallax/envs"
)

// signalled is what was signalled of an object: one part or more, which are not joined, since who observes them knows most of
// them.
type signalled struct {
	parts []part
	by    *echo // of the thread that signalled, if nobody has observed it
}

// mostParts is how many parts are kept before they become one.
const mostParts = 8

// A part is what a thread handed on: of two by the same thread, what has the greater number has all of the other.
type part struct {
	both
	thread         envs.Thread // 0 if it is what several threads handed on
	fullAt, firmAt uint64      // the numbers; 0 if there is nothing
}

// An echo is what is left of a thread's signals.
type echo struct {
	noted   clock.Epoch // the last of its steps that was observed
	unheard int         // how many objects have a signal that was not
}

// A heard is which numbers of another thread's parts a thread knows.
type heard struct {
	thread         envs.Thread
	fullAt, firmAt uint64
}

// signal is the effect of a Signal.
func (o *order) signal(t *thread, obj uint64, replaces, lock bool) {
	last := t.full.last
	idle := t.idle()
	p := part{both: t.both, thread: t.id}
	segment := t.segment
	switch {
	case idle:
		p.both = t.idling()
		if !lock {
			t.segment = nil // which may have begun before the last step
		}
	case last != 0:
		if t.own(last + 1); lock {
			t.segment = segment // of a lock nobody learns firmly
		}
	}
	p.fullAt, p.firmAt = t.news, t.news
	if lock {
		p.firm, p.firmAt = past{}, 0
	}
	s := o.objects[obj]
	if s == nil || replaces {
		o.drop(obj)
		t.echo.unheard++
		s = o.make(obj)
		s.by = t.echo
	} else {
		s.heard()
		if !idle {
			t.noted = max(t.noted, last)
		}
	}
	s.add(p)
}

// observe is the effect of an Observe.
func (o *order) observe(t *thread, obj uint64, last, lock bool) {
	s := o.objects[obj]
	if s == nil {
		return
	}
	s.heard()
	for i := range s.parts {
		p := s.parts[i]
		if lock {
			p.firmAt = 0
		}
		t.hear(&p)
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
			all.full, all.firm = joined(all.full, q.full), joined(all.firm, q.firm)
		}
		clear(s.parts)
		s.parts = append(s.parts[:0], part{both: all.both, fullAt: 1, firmAt: 1})
	}
	s.parts = append(s.parts, p)
}

// heard notes that somebody knows of the last step of the thread that signalled.
func (s *signalled) heard() {
	if s.by != nil {
		s.by.noted = max(s.by.noted, s.parts[0].full.last)
		s.by.unheard--
		s.by = nil
	}
}

// hear adds what was handed on, unless it is known from the numbers that there is nothing new.
func (t *thread) hear(p *part) {
	var nothing heard
	known := &nothing
	switch n := &t.heard[uint64(p.thread)%uint64(len(t.heard))]; {
	case p.thread == t.id:
		return
	case p.thread != 0:
		if known = n; n.thread != p.thread {
			*n = heard{thread: p.thread}
		}
	}
	if p.fullAt > known.fullAt {
		t.learnFull(p.full)
		known.fullAt = p.fullAt
	}
	if p.firmAt > known.firmAt {
		t.learnFirm(p.firm)
		known.firmAt = p.firmAt
	}
}

// idle reports whether nothing refers to the thread's own last step: it has done nothing since the one before. Then that is
// the last one which others have to know, and no other is begun. So those who know all that a thread did know of its
// last step, however often it signalled after it, and the slot can be used again.
func (t *thread) idle() bool { return t.full.last != 0 && t.noted != t.full.last }

// idling is what an idle thread hands on.
func (t *thread) idling() both {
	if t.idlesAt != t.news {
		t.idles, t.idlesAt = both{t.full.before(), t.firm.before()}, t.news
	}
	return t.idles
}

// make gives an object of which nothing is known something to be signalled.
func (o *order) make(obj uint64) *signalled {
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
func (o *order) drop(obj uint64) {
	s := o.objects[obj]
	if s == nil {
		return
	}
	if s.by != nil {
		s.by.unheard--
	}
	delete(o.objects, obj)
	if len(o.spare) < mostSpare {
		clear(s.parts)
		s.parts, s.by = s.parts[:0], nil
		o.spare = append(o.spare, s)
	}
}
