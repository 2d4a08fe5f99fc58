package blockwise

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

type (
	transaction = interleaving.Transaction[envs.Lock, spot]
	event       = interleaving.Event[envs.Lock, spot]
	step        = interleaving.Step[envs.Lock]
	split       = interleaving.Split[envs.Lock, spot]
	locks       = interleaving.Locks[envs.Lock]
)

// A spot is where an event is, and in which of its history's segments.
type spot struct {
	At      envs.Point
	Segment int
}

// whose says to whom the transaction of a history belongs.
type whose uint8

const (
	frame  whose = iota // the frame is the transaction
	caller              // the call of a frame below it is
	block               // a monitor block is, which the frame has begun
	outer               // a monitor block is, which a caller has begun
)

// A history is what was done in a transaction, on one way. Of the owner alone, it is changed in
// place.
type history struct {
	whose
	from envs.Point // where the transaction began, if the frame began it
	transaction
	segments []envs.Segment
	sure     map[int64]bool // of a loose one: which variables it has certainly written
	vast     bool           // it is not about one thing; nothing else is known

	times map[happened]int // of a long stretch: see access
	dead  int              // events that have become dummies
}

// Limits of what is known of a history in order.
const (
	maxSteps = 256 // changes of locks; beyond that it is loose
	maxLoose = 64  // events of a loose one; beyond that it is vast
	maxParts = 64  // segments; later ones are taken for the last
	scanned  = 16  // events that are looked through, before there is a table of them
)

// happened is what an access does; two of them differ in time at most.
type happened struct {
	v    int64
	op   interleaving.Op
	at   envs.Point
	when int
}

func (h *history) clone() *history {
	c := *h
	c.Events, c.Steps, c.segments, c.times = slices.Clone(h.Events), slices.Clone(h.Steps), slices.Clone(h.segments), nil
	if h.sure != nil {
		c.sure = map[int64]bool{}
		for v := range h.sure {
			c.sure[v] = true
		}
	}
	return &c
}

// segment is the number of a segment.
func (h *history) segment(s envs.Segment) int {
	for i := len(h.segments) - 1; i >= 0; i-- {
		if h.segments[i].Is(s) {
			return i
		}
	}
	if len(h.segments) < maxParts {
		h.segments = append(h.segments, s)
	}
	return len(h.segments) - 1
}

// access adds an event. Where the same access is repeated and no lock was taken or given back, what counts is
// that it was first and that it was last.
func (h *history) access(v int64, op interleaving.Op, held envs.LockSet, at envs.Point, s envs.Segment) {
	if h.vast {
		return
	}
	e := event{Var: v, Op: op, Held: held, When: len(h.Steps), Of: spot{at, h.segment(s)}}
	if h.Loose {
		h.accessLoosely(e)
		return
	}
	if i := h.again(happened{v, op, at, e.When}); i >= 0 {
		h.Events[i].Op = interleaving.Dummy
		if h.dead++; h.dead > len(h.Events)/2 {
			h.tidy()
		}
	}
	h.Events = append(h.Events, e)
}

// again is which event is the last of two that are alike, and not the first any more: -1 if none.
func (h *history) again(x happened) int {
	n := len(h.Events)
	if n == 0 || h.Events[n-1].When != x.when {
		h.times = nil
		return -1
	}
	if h.times == nil {
		last := -1
		for i := n - 1; i >= 0 && h.Events[i].When == x.when; i-- {
			if n-i > scanned {
				return h.tabulate(x)
			}
			if e := &h.Events[i]; e.Var == x.v && e.Op == x.op && e.Of.At == x.at {
				if last >= 0 {
					return last
				}
				last = i
			}
		}
		return -1
	}
	// The table has -1 for one that came once, and the last of several otherwise.
	last, known := h.times[x]
	if !known {
		h.times[x] = -1
		return -1
	}
	h.times[x] = n
	return last
}

func (h *history) tabulate(x happened) int {
	h.times = map[happened]int{}
	for i := range h.Events {
		if e := &h.Events[i]; e.When == x.when && e.Op != interleaving.Dummy {
			y := happened{e.Var, e.Op, e.Of.At, e.When}
			if _, known := h.times[y]; known {
				h.times[y] = i
			} else {
				h.times[y] = -1
			}
		}
	}
	return h.again(x)
}

// tidy drops dummies.
func (h *history) tidy() {
	if h.dead > 0 {
		h.Events = slices.DeleteFunc(h.Events, func(e event) bool { return e.Op == interleaving.Dummy })
		h.times, h.dead = nil, 0
	}
}

// accessLoosely adds an event of which it is not known what came before.
func (h *history) accessLoosely(e event) {
	e.When = 0
	if e.Op == interleaving.Write {
		e.Final, e.First = true, false
		h.sure[e.Var] = true
		h.put(e)
		return
	}
	if h.wrote(e.Var) {
		e.First = false
		h.put(e)
	}
	if !h.sure[e.Var] {
		e.First = true
		h.put(e)
	}
}

// wrote reports whether a variable may have been written.
func (h *history) wrote(v int64) bool {
	return slices.ContainsFunc(h.Events, func(e event) bool { return e.Var == v && e.Op == interleaving.Write })
}

// put adds an event to those of a loose history, which are a set: of those that differ in their place only the
// first is kept.
func (h *history) put(e event) (grew bool) {
	i, found := slices.BinarySearchFunc(h.Events, e, compareLoose)
	switch {
	case h.vast:
		return false
	case found:
		known := &h.Events[i].Of.At
		if grew = e.Of.At.Compare(*known) < 0; grew {
			*known = e.Of.At
		}
		return grew
	case len(h.Events) == maxLoose:
		h.vast, h.Events, h.Steps, h.segments = true, nil, nil, nil
	default:
		h.Events = slices.Insert(h.Events, i, e)
	}
	return true
}

// changed adds a change of locks.
func (h *history) changed(s step) {
	if h.vast {
		return
	}
	if !h.Loose && len(h.Steps) < maxSteps {
		h.Steps = append(h.Steps, s)
		return
	}
	h.loosen()
	h.change(s)
}

// change adds a change to those of a loose history, which are a set.
func (h *history) change(s step) (grew bool) {
	s.Surely, s.Side = false, lockset.Write
	i, found := slices.BinarySearchFunc(h.Steps, s, compareSteps)
	if !found {
		h.Steps = slices.Insert(h.Steps, i, s)
	}
	return !found
}

// loosen forgets the order.
func (h *history) loosen() {
	if h.Loose || h.vast {
		return
	}
	h.tidy()
	h.Mark()
	h.Loose, h.sure = true, map[int64]bool{}
	events, steps := h.Events, h.Steps
	h.Events, h.Steps = nil, nil
	for _, e := range events {
		e.When, e.Final = 0, e.Op == interleaving.Write
		h.sure[e.Var] = h.sure[e.Var] || e.Final
		h.put(e)
	}
	for v, is := range h.sure {
		if !is {
			delete(h.sure, v)
		}
	}
	for _, s := range steps {
		h.change(s)
	}
}

// then adds what was done after it.
func (h *history) then(o *history) {
	switch {
	case h.vast:
		return
	case o.vast:
		h.vast, h.transaction = true, transaction{}
		return
	case o.Loose || len(h.Steps)+len(o.Steps) > maxSteps:
		h.loosen()
	}
	segments := make([]int, len(o.segments))
	for i, s := range o.segments {
		segments[i] = h.segment(s)
	}
	o.tidy()
	before := len(h.Steps)
	wrote := func(v int64) bool { return false }
	if h.Loose {
		o = o.clone()
		o.loosen()
		written := map[int64]bool{}
		for i := range h.Events {
			written[h.Events[i].Var] = written[h.Events[i].Var] || h.Events[i].Op == interleaving.Write
		}
		wrote = func(v int64) bool { return written[v] }
	}
	for _, e := range o.Events {
		e.Of.Segment = segments[e.Of.Segment]
		switch {
		case !h.Loose:
			e.When += before
			h.Events = append(h.Events, e)
			continue
		case e.First && wrote(e.Var):
			late := e
			late.First = false
			h.put(late)
		}
		if !e.First || !h.sure[e.Var] {
			h.put(e)
		}
	}
	h.times = nil
	if !h.Loose {
		h.Steps = append(h.Steps, o.Steps...)
		return
	}
	for v := range o.sure {
		h.sure[v] = true
	}
	for _, s := range o.Steps {
		h.change(s)
	}
}

// join adds what another loose one of the same transaction has, and reports whether that is more.
func (h *history) join(o *history) (grew bool) {
	if h.vast {
		return false
	}
	if o.vast {
		h.vast, h.transaction = true, transaction{}
		return true
	}
	n := len(h.segments)
	for _, e := range o.Events {
		e.Of.Segment = h.segment(o.segments[e.Of.Segment])
		grew = h.put(e) || grew
	}
	for _, s := range o.Steps {
		grew = h.change(s) || grew
	}
	for v := range h.sure {
		if !o.sure[v] {
			delete(h.sure, v)
			grew = true
		}
	}
	return grew || len(h.segments) > n
}
