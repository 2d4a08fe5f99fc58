package histories

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/examples/internal/order"
)

// ways are histories, in order. At most maxWays are told apart that begin in one place; of more there is one
// with all that was done on any of them, loosely. A list never changes, but the histories do that are not shared.
type ways []*history

const maxWays = 8

// share shares all of them.
func (w ways) share() ways {
	for _, h := range w {
		h.share()
	}
	return w
}

// merge takes over the ways of o, and adds them.
func (w ways) merge(o ways) (_ ways, grew bool) {
	for _, h := range o {
		var more bool
		w, more = w.with(h.share())
		grew = grew || more
	}
	return w, grew
}

// with takes over one more. What is part of another way is left out: whatever is split in the one is in the other.
func (w ways) with(h *history) (_ ways, grew bool) {
	if len(w) == 0 {
		return ways{h}, true
	}
	h.tidy()
	for _, o := range w {
		o.tidy()
	}
	first, n := w.from(h)
	if n == 1 && (w[first].Loose || w[first].vast) {
		all, grew := w[first].joined(h)
		return w.put(first, 1, all), grew
	}
	left := 0
	for _, o := range w[first : first+n] {
		if h.within(o) {
			return w, false
		}
		if !o.within(h) {
			left++
		}
	}
	if left >= maxWays || h.Loose || h.vast {
		all := h.loose()
		for _, o := range w[first : first+n] {
			all, _ = all.joined(o)
		}
		return w.put(first, n, all), true
	}
	if left < n {
		r := slices.DeleteFunc(slices.Clone(w), func(o *history) bool { return o.begin(h) == 0 && o.within(h) })
		i, _ := slices.BinarySearchFunc(r, h, (*history).compare)
		return slices.Insert(r, i, h), true
	}
	i, _ := slices.BinarySearchFunc(w, h, (*history).compare)
	return w.put(i, 0, h), true
}

// within reports whether one history, in order, is part of another one that begins in the same place. The other one
// has the same changes of locks, and perhaps more afterwards. Between them it has the same events and perhaps others.
func (h *history) within(o *history) bool {
	if h == o {
		return true
	}
	if h.Loose || o.Loose || h.vast || o.vast || len(h.Events) > len(o.Events) || len(h.Steps) > len(o.Steps) ||
		len(h.segments) > len(o.segments) || !slices.Equal(h.Steps, o.Steps[:len(h.Steps)]) {
		return false
	}
	rest := o.Events
	for i := range h.Events {
		e := &h.Events[i]
		at := slices.IndexFunc(rest, func(f event) bool {
			return f.Var == e.Var && f.Op == e.Op && f.When == e.When && f.Held == e.Held && f.Of.At == e.Of.At &&
				h.segments[e.Of.segment].Is(o.segments[f.Of.segment])
		})
		if at < 0 {
			return false
		}
		rest = rest[at+1:]
	}
	return true
}

// put are the ways with h in place of n of them.
func (w ways) put(first, n int, h *history) ways {
	if n == 1 && w[first] == h {
		return w
	}
	r := make(ways, len(w)+1-n)
	copy(r, w[:first])
	r[first] = h
	copy(r[first+1:], w[first+n:])
	return r
}

// one joins, of those that begin in one place, all but one.
func (w ways) one() (r ways) {
	for _, h := range w {
		r, _ = r.with(h.share().loose())
	}
	return r
}

// from are those that begin where h does.
func (w ways) from(h *history) (first, n int) {
	for first < len(w) && w[first].begin(h) < 0 {
		first++
	}
	for first+n < len(w) && w[first+n].begin(h) == 0 {
		n++
	}
	return first, n
}

// each changes all of them.
func (w ways) each(change func(*history)) ways {
	if len(w) == 1 && !w[0].shared {
		change(w[0])
		return w
	}
	var r ways
	for _, h := range w {
		h = h.own()
		change(h)
		r, _ = r.with(h)
	}
	return r
}

// of takes the ways of some sorts of transactions from the others.
func (w ways) of(is ...whose) (these, others ways) {
	for _, h := range w {
		if slices.Contains(is, h.whose) {
			these = append(these, h)
		} else {
			others = append(others, h)
		}
	}
	return these, others
}

// begin compares where histories begin.
func (h *history) begin(o *history) int {
	return cmp.Or(cmp.Compare(h.whose, o.whose), h.from.Compare(o.from))
}

// compare orders histories in a way that means nothing. Which segments they have, which have no order, is left out.
func (h *history) compare(o *history) int {
	if h == o {
		return 0
	}
	if c := cmp.Or(h.begin(o), order.Bools(h.vast, o.vast), order.Bools(h.Loose, o.Loose),
		cmp.Compare(len(h.Events), len(o.Events)), cmp.Compare(len(h.Steps), len(o.Steps))); c != 0 {
		return c
	}
	for i := range h.Events {
		a, b := &h.Events[i], &o.Events[i]
		if c := compareLoose(a, b); c != 0 {
			return c
		}
		if c := a.Of.At.Compare(b.Of.At); c != 0 && !h.Loose {
			return c
		}
	}
	return slices.CompareFunc(h.Steps, o.Steps, compareSteps)
}

// compareLoose leaves out where it is.
func compareLoose(a, b *event) int {
	switch {
	case a.Var != b.Var:
		return cmp.Compare(a.Var, b.Var)
	case a.Op != b.Op:
		return cmp.Compare(a.Op, b.Op)
	case a.When != b.When:
		return cmp.Compare(a.When, b.When)
	}
	if c := a.Held.Compare(b.Held); c != 0 {
		return c
	}
	if a.First != b.First || a.Final != b.Final {
		return cmp.Or(order.Bools(a.First, b.First), order.Bools(a.Final, b.Final))
	}
	return cmp.Compare(a.Of.segment, b.Of.segment)
}

// find is where an event is, or belongs, in a list that is ordered by compareLoose.
func find(list []event, e *event) (at int, found bool) {
	return slices.BinarySearchFunc(list, e, func(a event, e *event) int { return compareLoose(&a, e) })
}

func compareSteps(a, b Step) int {
	return cmp.Or(cmp.Compare(a.Lock, b.Lock), order.Bools(a.Taken, b.Taken), cmp.Compare(a.Side, b.Side),
		order.Bools(a.Surely, b.Surely), order.Bools(a.Again, b.Again))
}
