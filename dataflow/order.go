package dataflow

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/clock"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// order is what happened before what in a run, by vector clocks. It is known twice:
// in full, for data races, and firmly, without the order in which locks happened to
// be taken, for what another schedule might do.
type order struct {
	objects map[uint64]*signalled
	spare   []*signalled
	starts  map[envs.Thread]both
	ends    map[envs.Thread]both // of threads that ended, until they are waited for
	gone    []goneThread         // threads that ended: their slots may be used again
	next    int                  // in gone: where to look next
	slots   int
}

// lockOrder is what happened before a lock was given back.
type lockOrder struct{ write, read past }

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

// A goneThread is a slot that may be used again by a thread that knows the step noted, once
// no signal of it is left that nobody has observed.
type goneThread struct {
	*echo
	last clock.Epoch
}

// both are the two pasts of a thread, with equal times.
type both struct{ full, firm past }

// clocks are what a thread knows of the others.
type clocks struct {
	both
	noted   clock.Epoch // the last of its own steps that something else refers to, but for signals
	echo    *echo
	waits   *lockState // the monitor that it takes again before its next event
	segment *segment   // that it is in, nil if nobody has asked
	news    uint64     // the number of what the thread knows: it grows with that
	idles   both       // what it hands on if it is idle, as of news idlesAt
	idlesAt uint64
	heard   [8]heard
	deaf    *both // what it would know without what it has observed since its last operation, if that is asked for
}

// A heard is which numbers of another thread's parts a thread knows.
type heard struct {
	thread         envs.Thread
	fullAt, firmAt uint64
}

// A past is a set of steps: those of a vector, and of one thread those up to a time.
// The vector never changes, so that to hand a past over takes no copy: a thread's time
// grows often, and what it knows of others seldom.
type past struct {
	base clock.Vector
	last clock.Epoch // 0 if there is no such thread
}

func (p *past) has(e clock.Epoch) bool {
	return e.Thread() == p.last.Thread() && e <= p.last || p.base.Has(e)
}

// join adds the steps of q, and reports whether p did not have them all.
func (p *past) join(q past) bool {
	if q.last != 0 {
		if p.has(q.last) {
			return false // and all that was known when that step was made
		}
		p.base = clock.Domain{}.Learn(p.base, q.base, q.last)
		return true
	}
	var side lattice.Side
	p.base, side = clock.Domain{}.Merge(q.base, p.base)
	return side&lattice.Right == 0
}

// with has the steps of both. A thread that gives back what it took has those of q, which
// then takes one comparison; one that gives back what another one took may not.
func (p past) with(q past) past {
	var d clock.Domain
	if q.last != 0 && p.has(q.last) || q.last == 0 && (d.Leq(q.base, p.base) || d.Leq(q.base, p.vector())) {
		return p
	}
	return joined(q, p)
}

// vector has all steps of p.
func (p *past) vector() clock.Vector { return clock.Domain{}.Add(p.base, p.last) }

func newOrder() order {
	return order{
		objects: map[uint64]*signalled{},
		starts:  map[envs.Thread]both{}, ends: map[envs.Thread]both{},
	}
}

// begin gives a thread its past: that of its start.
func (o *order) begin(t *thread) {
	from, ok := o.starts[t.id]
	if ok {
		delete(o.starts, t.id)
		t.full.base, t.firm.base = from.full.vector(), from.firm.vector()
	}
	t.news = 1
}

// place gives a thread its slot, before it does more than to observe: the more it knows, the
// more slots of others it can use.
func (o *order) place(t *thread) {
	e, noted := o.slot(t)
	t.noted, t.echo = noted, &echo{}
	t.own(e)
}

// own makes e the thread's own last step.
func (t *thread) own(e clock.Epoch) {
	t.full.last, t.firm.last, t.segment = e, e, nil
	t.news++
}

// slotsTried is how many slots are tried of those given up last, and of the others.
const slotsTried = 32

// slot is the first step of a thread in the vectors. A slot is used again if the new
// thread certainly comes after all that is remembered of the old one; then no comparison
// can confuse the two. What was noted of the old one is then noted of the new one.
func (o *order) slot(t *thread) (first, noted clock.Epoch) {
	// Those that ended last are tried first, since who starts next often knows one of them.
	for i := range min(len(o.gone), 2*slotsTried) {
		n := len(o.gone) - 1 - i
		if i >= slotsTried {
			o.next = (o.next + 1) % len(o.gone)
			n = o.next
		}
		if g := o.gone[n]; g.unheard == 0 && t.firm.base.Has(g.noted) {
			o.gone = slices.Delete(o.gone, n, n+1)
			return g.last + 1, g.noted
		}
	}
	first, _ = clock.At(o.slots, 1) // 0 beyond clock.MaxThreads: those threads count as ordered
	o.slots++
	return first, 0
}

// end notes the past of a thread that has ended, if somebody may wait for it.
func (o *order) end(t *thread, awaited bool) {
	if awaited {
		o.ends[t.id] = t.both
		t.noted = t.full.last
	}
	t.echo.noted = max(t.echo.noted, t.noted)
	o.gone = append(o.gone, goneThread{t.echo, t.full.last})
}

// tick separates what the thread did, which somebody knows now, from what it does from
// now on.
func (t *thread) tick() {
	if t.full.last != 0 {
		t.noted = t.full.last
		t.own(t.full.last + 1)
	}
}

// threads is the effect of a Fork or Join of another thread.
func (o *order) threads(w *world, t *thread, fork bool, other envs.Thread) {
	if fork {
		if c := w.threads[other]; c != nil {
			c.learn(t.both)
		} else {
			o.starts[other] = t.both
		}
		t.tick()
		return
	}
	if end, ok := o.ends[other]; ok {
		t.learn(end)
	} else if c := w.threads[other]; c != nil {
		t.learn(c.both) // what it did so far
		c.tick()
	}
}

// learn adds what another thread knew.
func (t *thread) learn(b both) {
	t.learnFull(b.full)
	t.learnFirm(b.firm)
}

func (t *thread) learnFull(p past) {
	if t.full.join(p) {
		t.news++
	}
}

func (t *thread) learnFirm(p past) {
	if t.firm.join(p) {
		t.news++
		t.segment = nil
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

func (o *order) acquire(t *thread, l *lockState, read bool) {
	t.learnFull(l.write)
	if !read {
		t.learnFull(l.read)
	}
}

func (o *order) release(t *thread, l *lockState, read bool) {
	if read {
		p := past{base: l.read.base}
		p.join(t.full)
		l.read = p
	} else {
		l.write, l.read = t.full.with(l.write).with(l.read), past{}
	}
	s := t.segment
	t.tick()
	t.segment = s // of a release nobody learns firmly
}

// arrive is called before each event of a thread.
func (o *order) arrive(t *thread) {
	if t.waits != nil {
		o.acquire(t, t.waits, false)
		t.waits = nil
	}
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

// idle reports whether nothing refers to the thread's own last step: it has done nothing since the one before. Then that is
// the last one which others have to know, and no other is begun. So those who know all that a thread did know of its
// last step, however often it signalled after it, and the slot can be used again.
func (t *thread) idle() bool { return t.full.last != 0 && t.noted != t.full.last }

// before has the steps of p but for the last one.
func (p past) before() past { return past{base: clock.Domain{}.Add(p.base, p.last-1)} }

// idling is what an idle thread hands on.
func (t *thread) idling() both {
	if t.idlesAt != t.news {
		t.idles, t.idlesAt = both{t.full.before(), t.firm.before()}, t.news
	}
	return t.idles
}

// heard notes that somebody knows of the last step of the thread that signalled.
func (s *signalled) heard() {
	if s.by != nil {
		s.by.noted = max(s.by.noted, s.parts[0].full.last)
		s.by.unheard--
		s.by = nil
	}
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

// joined has the steps of both.
func joined(p, q past) past {
	r := past{base: p.vector()}
	r.join(q)
	return r
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

// A segment is a stretch of one thread, with all that certainly happened before it.
type segment struct {
	thread envs.Thread
	firm   past
}

// segmentOf is the segment that a thread is in.
func segmentOf(t *thread) *segment {
	if t.segment == nil {
		t.segment = &segment{t.id, t.firm}
		t.noted = t.firm.last
	}
	return t.segment
}

// overlaps reports whether neither segment certainly ends before the other begins.
func (s *segment) overlaps(r *segment) bool {
	return s.thread != r.thread && !s.firm.has(r.firm.last) && !r.firm.has(s.firm.last)
}
