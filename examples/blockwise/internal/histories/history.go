package histories

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

type (
	transaction = interleaving.Transaction[envs.Lock, spot]
	event       = interleaving.Event[envs.Lock, spot]
	split       = interleaving.Split[envs.Lock, spot]
	locks       = interleaving.Locks[envs.Lock]
)

// A Step is a change of the locks that a thread holds.
type Step = interleaving.Step[envs.Lock]

// A spot is where an event is, and in which of its history's segments.
type spot struct {
	At      envs.Point
	segment int32
}

// whose says to whom the transaction of a history belongs.
type whose uint8

const (
	frame  whose = iota // the frame is the transaction
	caller              // the call of a frame below it is
	block               // a monitor block is, which the frame has begun
	outer               // a monitor block is, which a caller has begun
)

// A history is what was done in a transaction, on one way. Who alone has it changes it in place; once it is
// shared nobody does.
type history struct {
	whose
	from envs.Point // where the transaction began, if the frame began it
	transaction
	segments []envs.Segment
	vast     bool // it is not about one thing; nothing else is known
	several  bool // it has an event of a variable that may stand for several cells of memory
	shared   bool

	times map[happened]int // of a long stretch: see access
	dead  int              // events that have become dummies

	earlier *prefix // nil if all is in one piece
}

// A prefix is what was done before the rest of a history, and is not yet joined with it: see join. Without it the
// history of n nested calls takes time in proportion to n²: each return would copy what all calls below it have done.
type prefix struct {
	pieces        []*history // the last one first
	events, steps int
}

// Limits of what is known of a history in order.
const (
	maxSteps  = 256 // changes of locks; beyond that it is loose
	maxEvents = 64  // events and changes, if variables may stand for several cells; beyond that it is loose
	maxLoose  = 64  // events of a loose one; beyond that it is vast
	maxParts  = 64  // segments; later ones are taken for the last
	scanned   = 64  // events that are looked through, before there is a table of them
)

// happened is what an access does; two of them differ in time at most.
type happened struct {
	v    int64
	op   interleaving.Op
	at   envs.Point
	when int32
}

// share says that somebody else has the history, too.
func (h *history) share() *history {
	if !h.shared {
		h.tidy()
		h.shared, h.times = true, nil
	}
	return h
}

// own is the history, or a copy if it is shared.
func (h *history) own() *history {
	if !h.shared {
		return h
	}
	c := *h
	c.shared, c.times = false, nil
	c.Events, c.Steps, c.segments = slices.Clone(h.Events), slices.Clone(h.Steps), slices.Clone(h.segments)
	return &c
}

// nothing reports whether nothing was done.
func (h *history) nothing() bool { return len(h.Events) == 0 && len(h.Steps) == 0 && !h.vast }

// stepCount is how many changes of locks there are.
func (h *history) stepCount() int {
	if h.earlier != nil {
		return h.earlier.steps + len(h.Steps)
	}
	return len(h.Steps)
}

// size is how many events and changes of locks there are.
func (h *history) size() int {
	if h.earlier != nil {
		return h.earlier.events + len(h.Events) + h.stepCount()
	}
	return len(h.Events) + len(h.Steps)
}

// enlarge forgets what the history is about.
func (h *history) enlarge() {
	h.vast, h.transaction, h.segments, h.times, h.dead, h.earlier = true, transaction{}, nil, nil, 0, nil
}

// segment is the number of a segment.
func (h *history) segment(s envs.Segment) int32 {
	if i := h.known(s); i >= 0 {
		return i
	}
	h.segments = append(h.segments, s)
	return int32(len(h.segments) - 1)
}

// known is the number that a segment has, or gets once there are too many: -1 if it has none.
func (h *history) known(s envs.Segment) int32 {
	for i := len(h.segments) - 1; i >= 0; i-- {
		if h.segments[i].Is(s) {
			return int32(i)
		}
	}
	if len(h.segments) == maxParts {
		return maxParts - 1
	}
	return -1
}

// access adds an event. An access may be repeated while no lock is taken or given back: what counts is that it was
// first and that it was last. one says that the variable is a single cell of memory. The order of many events is given
// up if that does not hold of all.
func (h *history) access(e event, s envs.Segment, one bool) {
	if h.several = h.several || !one; h.several && h.size() >= maxEvents {
		h.loosen()
	}
	if h.vast {
		return
	}
	e.When, e.Of.segment = int32(len(h.Steps)), h.segment(s)
	if h.Loose {
		h.put(e)
		return
	}
	h.add(e)
}

// add adds an event in order.
func (h *history) add(e event) {
	if i := h.again(happened{e.Var, e.Op, e.Of.At, e.When}); i >= 0 {
		h.Events[i].Op = interleaving.Dummy
		if h.dead++; h.dead > len(h.Events)/2 {
			h.dropDummies()
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

// tidy makes one piece of a history, without dummies.
func (h *history) tidy() {
	if h.earlier != nil {
		h.join()
	}
	h.dropDummies()
}

// dropDummies drops the dummies of the last piece. The numbers of its steps and segments stay the same.
func (h *history) dropDummies() {
	if h.dead > 0 {
		h.Events = slices.DeleteFunc(h.Events, func(e event) bool { return e.Op == interleaving.Dummy })
		h.times, h.dead = nil, 0
	}
}

// changed adds a change of locks.
func (h *history) changed(s Step) {
	if h.vast {
		return
	}
	if !h.Loose && h.stepCount() < maxSteps {
		h.Steps = append(h.Steps, s)
		return
	}
	h.loosen()
	s.Again = s.Taken && h.gives()
	h.change(s)
}

// then is what was done by h and then by o. It changes those that are not shared. The smaller part is then put before
// or after the larger one.
func (h *history) then(o *history) *history {
	several := h.several || o.several
	switch {
	case h.vast || o.nothing():
		return h
	case o.vast:
		return o.as(h)
	case h.nothing() && !h.Loose:
		if !o.shared {
			o.whose, o.from = h.whose, h.from
			return o
		}
		return o.as(h)
	case o.Loose || h.Loose || h.stepCount()+o.stepCount() > maxSteps || several && h.size()+o.size() > maxEvents:
		if h, o = h.loose(), o.loose().as(h); h.gives() {
			o = o.after()
		}
		h, _ = h.joined(o)
		return h
	case !o.shared && h.size() < o.size():
		o.follow(h)
		return o
	}
	h = h.own()
	h.appendHistory(o)
	return h
}

// appendHistory adds what was done in o, in order, after the rest.
func (h *history) appendHistory(o *history) {
	o.tidy()
	h.several = h.several || o.several
	before := int32(len(h.Steps))
	segments := h.renumbered(o)
	for _, e := range o.Events {
		e.Of.segment = segments[e.Of.segment]
		e.When += before
		h.add(e)
	}
	h.Steps = append(h.Steps, o.Steps...)
}

// follow puts the smaller o before h, which begins as o did from then on. Of nested calls each one does that as it
// returns. So the pieces are joined once they have more events than the rest.
func (h *history) follow(o *history) {
	o.tidy()
	h.whose, h.from, h.several = o.whose, o.from, h.several || o.several
	if h.earlier == nil {
		h.earlier = &prefix{}
	}
	e := h.earlier
	e.pieces = append(e.pieces, o)
	e.events, e.steps = e.events+len(o.Events), e.steps+len(o.Steps)
	if e.events > len(h.Events) {
		h.join()
	}
}

// join makes one piece of a history that is in several.
func (h *history) join() {
	all := history{transaction: transaction{Events: make([]event, 0, h.earlier.events+len(h.Events))}}
	for _, o := range slices.Backward(h.earlier.pieces) {
		all.appendHistory(o)
	}
	h.earlier = nil
	all.appendHistory(h)
	h.Events, h.Steps, h.segments, h.times, h.dead = all.Events, all.Steps, all.segments, all.times, all.dead
}

// as is what was done in h, in a transaction that began as o did.
func (h *history) as(o *history) *history {
	if h.share(); h.begin(o) == 0 {
		return h
	}
	n := *h
	n.whose, n.from = o.whose, o.from
	return &n
}

// renumbered are the numbers of o's segments in h.
func (h *history) renumbered(o *history) []int32 {
	numbers := make([]int32, len(o.segments))
	for i, s := range o.segments {
		numbers[i] = h.segment(s)
	}
	return numbers
}

// writes is the side of a lock that counts where nothing is known of it.
const writes = lockset.Write
