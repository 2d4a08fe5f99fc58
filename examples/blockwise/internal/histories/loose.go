package histories

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/interleaving"
)

// A loose history is of many ways, or of a long one: its events and steps are sets, in no order that means anything.
// Of events that differ in their place only there is one. Any read may come before all writes of its variable, and
// any write after them.

// put adds an event, which may be the first or the last one.
func (h *history) put(e event) {
	e.When, e.First, e.Final = 0, e.Op == interleaving.Read, e.Op == interleaving.Write
	i, found := find(h.Events, &e)
	switch {
	case h.vast || found:
	case len(h.Events) == maxLoose:
		h.enlarge()
	default:
		h.Events = slices.Insert(h.Events, i, e)
	}
}

// change adds a change of locks.
func (h *history) change(s Step) {
	if h.vast {
		return
	}
	s.Surely, s.Side = false, writes
	if i, found := slices.BinarySearchFunc(h.Steps, s, compareSteps); !found {
		h.Steps = slices.Insert(h.Steps, i, s)
	}
}

// loosen forgets the order.
func (h *history) loosen() {
	if h.Loose || h.vast {
		return
	}
	h.tidy()
	for i := range h.Events {
		e := &h.Events[i]
		e.When, e.First, e.Final = 0, e.Op == interleaving.Read, e.Op == interleaving.Write
	}
	h.Loose, h.times = true, nil
	sort(h.Events)
	h.Events = slices.CompactFunc(h.Events, func(a, b event) bool { return compareLoose(&a, &b) == 0 })
	if len(h.Events) > maxLoose {
		h.enlarge()
		return
	}
	steps := interleaving.Unordered(h.Steps)
	h.Steps = nil
	for _, s := range steps {
		h.change(s)
	}
}

// gives reports whether a loose history may have given back a lock.
func (h *history) gives() bool {
	return slices.ContainsFunc(h.Steps, func(s Step) bool { return !s.Taken })
}

// after is a loose history after another one that has given back a lock.
func (h *history) after() *history {
	if !slices.ContainsFunc(h.Steps, func(s Step) bool { return s.Taken && !s.Again }) {
		return h
	}
	c := h.share().own()
	c.Steps = nil
	for _, s := range h.Steps {
		s.Again = s.Taken
		c.change(s)
	}
	return c
}

// sort puts events in order, those that differ in their place only as they come.
func sort(list []event) {
	slices.SortStableFunc(list, func(a, b event) int { return compareLoose(&a, &b) })
}

// loose is the history, or a copy of it, without the order.
func (h *history) loose() *history {
	if h.Loose || h.vast {
		return h
	}
	c := h.share().own()
	c.loosen()
	return c
}

// joined is a loose history with what another one of the same transaction has, and whether that is more. It
// changes h only if that is not shared.
func (h *history) joined(o *history) (_ *history, grew bool) {
	if h == o && h.Loose {
		return h, false
	}
	o = o.loose()
	switch {
	case h.covers(o):
		return h, false
	case o.covers(h):
		return o.share(), true
	}
	h = h.own()
	h.include(o)
	return h, true
}

// include adds what another loose one has.
func (h *history) include(o *history) {
	segments := h.renumbered(o)
	events := make([]event, 0, len(h.Events)+len(o.Events))
	events = append(events, h.Events...)
	for _, e := range o.Events {
		e.Of.segment = segments[e.Of.segment]
		if _, known := find(h.Events, &e); !known {
			events = append(events, e)
		}
	}
	if len(events) > maxLoose {
		h.enlarge()
		return
	}
	sort(events)
	h.Events = events
	for _, s := range o.Steps {
		h.change(s)
	}
}

// covers reports whether a loose o has nothing that is new to h, which is loose.
func (h *history) covers(o *history) bool {
	if h.vast || o.vast {
		return h.vast
	}
	if len(o.Events) > len(h.Events) || len(o.Steps) > len(h.Steps) {
		return false
	}
	var numbers [maxParts]int32
	for i, s := range o.segments {
		if numbers[i] = h.known(s); numbers[i] < 0 {
			return false
		}
	}
	at := 0
	for _, e := range o.Events {
		e.Of.segment = numbers[e.Of.segment]
		if at < len(h.Events) && compareLoose(&h.Events[at], &e) == 0 {
			at++ // mostly both lists have the same, in the same order
			continue
		}
		i, found := find(h.Events, &e)
		if !found {
			return false
		}
		at = i + 1
	}
	for _, s := range o.Steps {
		if _, found := slices.BinarySearchFunc(h.Steps, s, compareSteps); !found {
			return false
		}
	}
	return true
}
