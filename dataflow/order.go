package dataflow

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/clock"
	"github.com/seed38182bad/parallax/envs"
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

// Equal reports whether two segments are of one thread and one past, as those are that two passes over a run give for
// the same stretch.
func (s *segment) Equal(of any) bool {
	r, ok := of.(*segment)
	return ok && s.thread == r.thread && s.firm.last == r.firm.last && (clock.Domain{}).Equal(s.firm.base, r.firm.base)
}
