package blockwise

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/transactions"
)

// A state is what is known of the transactions of a frame: what was done on each way to where it is.
type state struct {
	at transactions.State
	// open are the ways through transactions that are open: through those that a caller began, as far as the
	// frame has part in them.
	open ways
	// ended are the ways until a monitor block that a caller began has ended, in the frame.
	ended ways
}

// Clone is an independent copy.
func (s state) Clone() state {
	s.open, s.ended = s.open.clone(), s.ended.clone()
	return s
}

// Merge has the ways of both.
func (s state) Merge(o state) (state, bool) {
	at, grew := s.at.Merge(o.at)
	open, more := s.open.merge(o.open)
	ended, again := s.ended.merge(o.ended)
	return state{at, open, ended}, grew || more || again
}

// ways are histories, in order. At most maxWays are told apart that begin in one place; of more there is one
// with all that was done on any of them, loosely.
type ways []*history

const maxWays = 8

func (w ways) clone() ways {
	c := slices.Clone(w)
	for i := range c {
		c[i] = c[i].clone()
	}
	return c
}

// merge takes over the ways of o, and adds them.
func (w ways) merge(o ways) (_ ways, grew bool) {
	for _, h := range o {
		var more bool
		w, more = w.with(h.clone())
		grew = grew || more
	}
	return w, grew
}

// with takes over one more.
func (w ways) with(h *history) (_ ways, grew bool) {
	h.tidy()
	first, n := w.from(h)
	if n == 1 && (w[first].Loose || w[first].vast) {
		h.loosen()
		return w, w[first].join(h)
	}
	if i, found := slices.BinarySearchFunc(w, h, (*history).compare); found {
		return w, false
	} else if n < maxWays && !h.Loose && !h.vast {
		return slices.Insert(w, i, h), true
	}
	h.loosen()
	for _, o := range w[first : first+n] {
		o = o.clone()
		o.loosen()
		h.join(o)
	}
	return slices.Insert(slices.Delete(w, first, first+n), first, h), true
}

// one joins, of those that begin in one place, all but one.
func (w ways) one() (r ways) {
	for _, h := range w {
		h = h.clone()
		h.loosen()
		r, _ = r.with(h)
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
func (w ways) each(f func(*history)) ways {
	if len(w) == 1 {
		f(w[0])
		return w
	}
	var r ways
	for _, h := range w {
		f(h)
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

func (h *history) begin(o *history) int {
	return cmp.Or(cmp.Compare(h.whose, o.whose), h.from.Compare(o.from))
}

// compare orders histories in a way that means nothing. Segments, which have no order, are told apart by Merge
// only.
func (h *history) compare(o *history) int {
	if c := cmp.Or(h.begin(o), compareBools(h.vast, o.vast), compareBools(h.Loose, o.Loose)); c != 0 {
		return c
	}
	if c := slices.CompareFunc(h.Events, o.Events, compareEvents); c != 0 {
		return c
	}
	return slices.CompareFunc(h.Steps, o.Steps, compareSteps)
}

func compareEvents(a, b event) int { return cmp.Or(compareLoose(a, b), a.Of.At.Compare(b.Of.At)) }

// compareLoose leaves out where it is.
func compareLoose(a, b event) int {
	return cmp.Or(cmp.Compare(a.Var, b.Var), cmp.Compare(a.Op, b.Op), cmp.Compare(a.When, b.When),
		a.Held.Compare(b.Held), compareBools(a.First, b.First), compareBools(a.Final, b.Final), cmp.Compare(a.Of.Segment, b.Of.Segment))
}

func compareSteps(a, b step) int {
	return cmp.Or(cmp.Compare(a.Lock, b.Lock), compareBools(a.Taken, b.Taken), cmp.Compare(a.Side, b.Side), compareBools(a.Surely, b.Surely))
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
