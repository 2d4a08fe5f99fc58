package explore

import "slices"

// A tape is the events of an execution, with what orders them. Events are added and taken away at its end.
type tape struct {
	events []event
	recs   []rec
	heads  map[Object]int32 // the latest rec of an object, plus 1
	last   []int32          // by thread: its latest event, plus 1
	edges  []edge
	edge   []int32 // by thread: the latest edge to it, plus 1
	found  []int32 // scratch
}

// event is an operation that was executed.
type event struct {
	thread, value int32
	index         int32 // how many events of the thread there are up to this one
	own           int32 // the event of the thread before it, plus 1
	recs          int32 // how many recs there were before it
	edges         int32 // how many edges there were before it
	acc           []Access
	clock         []int32 // by thread: how many of its events happened before this one, or are it
	before        []int32 // the same without what its accesses order
	races         []int32 // events that race with it
}

// rec is an access of an event.
type rec struct {
	access Access
	event  int32
	prev   int32 // the access of the object before it, plus 1
}

// edge is an order of threads: after its event, plus 1, the other thread goes on.
type edge struct {
	event, thread int32
	prev          int32
}

func (t *tape) top() *event { return &t.events[len(t.events)-1] }

// grow makes room for a thread.
func (t *tape) grow(thread int) {
	for len(t.last) <= thread {
		t.last, t.edge = append(t.last, 0), append(t.edge, 0)
	}
}

// order adds an edge from the latest event of a thread, and from what has happened before its next one.
func (t *tape) order(from, to int) {
	t.grow(max(from, to))
	last := t.last[from]
	if last > 0 {
		t.add(last, to)
	}
	for i := t.edge[from]; i > 0; i = t.edges[i-1].prev {
		if e := t.edges[i-1].event; last == 0 || !t.happensBefore(e-1, last-1) {
			t.add(e, to)
		}
	}
}

func (t *tape) add(event int32, to int) {
	t.edges = append(t.edges, edge{event, int32(to), t.edge[to]})
	t.edge[to] = int32(len(t.edges))
}

// push adds an event.
func (t *tape) push(op *Op, value int32) {
	t.grow(op.Thread)
	if t.heads == nil {
		t.heads = map[Object]int32{}
	}
	if len(t.events) < cap(t.events) {
		t.events = t.events[:len(t.events)+1]
	} else {
		t.events = append(t.events, event{})
	}
	id := int32(len(t.events) - 1)
	e := &t.events[id]
	e.thread, e.value, e.own = int32(op.Thread), value, t.last[op.Thread]
	e.recs, e.edges = int32(len(t.recs)), int32(len(t.edges))
	e.acc = append(e.acc[:0], op.Accesses...)
	e.before, e.index = e.before[:0], 1
	if e.own > 0 {
		own := &t.events[e.own-1]
		e.index = own.index + 1
		e.before = append(e.before, own.clock...)
	}
	for i := t.edge[op.Thread]; i > 0; i = t.edges[i-1].prev {
		e.before = join(e.before, t.events[t.edges[i-1].event-1].clock)
	}
	e.clock = append(e.clock[:0], e.before...)
	t.accesses(e)
	e.clock = at(e.clock, e.thread, e.index)
	t.last[op.Thread] = id + 1
	for _, a := range e.acc {
		t.recs = append(t.recs, rec{a, id, t.heads[a.Object]})
		t.heads[a.Object] = int32(len(t.recs))
	}
}

// pop takes the latest event away, and the edges that came after it.
func (t *tape) pop() {
	e := t.top()
	for len(t.recs) > int(e.recs) {
		r := &t.recs[len(t.recs)-1]
		t.heads[r.access.Object] = r.prev
		t.recs = t.recs[:len(t.recs)-1]
	}
	for len(t.edges) > int(e.edges) {
		x := &t.edges[len(t.edges)-1]
		t.edge[x.thread] = x.prev
		t.edges = t.edges[:len(t.edges)-1]
	}
	t.last[e.thread] = e.own
	t.events = t.events[:len(t.events)-1]
}

// happensBefore reports whether an event happened before a later one.
func (t *tape) happensBefore(first, second int32) bool {
	e, c := &t.events[first], t.events[second].clock
	return int(e.thread) < len(c) && c[e.thread] >= e.index
}

// in reports whether a clock covers an event.
func (t *tape) in(clock []int32, id int32) bool {
	e := &t.events[id]
	return int(e.thread) < len(clock) && clock[e.thread] >= e.index
}

// accesses finds the events that come directly before one by its accesses, and which of them race with it.
func (t *tape) accesses(e *event) {
	e.races = e.races[:0]
	found := t.found[:0] // all that come directly before
	for _, a := range e.acc {
		n := len(found)
		for i := t.heads[a.Object]; i > 0; {
			r := &t.recs[i-1]
			i = r.prev
			if (a.Mode == Acquire || a.Mode == AcquireShared) && r.access.Mode == TryFail {
				continue // an attempt that failed: the lock was held, so that nobody could acquire it then
			}
			shared := r.access.Mode.shared()
			if !(shared && a.Mode.shared()) {
				found = append(found, r.event)
			}
			if !shared {
				break
			}
		}
		for _, f := range found[n:] {
			if g := t.reversible(a, f); g >= 0 && !t.in(e.before, g) && !slices.Contains(e.races, g) {
				e.races = append(e.races, g)
			}
		}
	}
	for _, f := range found {
		e.clock = join(e.clock, t.events[f].clock)
	}
	t.found = found
	// What another one orders does not race.
	e.races = slices.DeleteFunc(e.races, func(g int32) bool {
		return slices.ContainsFunc(found, func(f int32) bool {
			return f != g && t.happensBefore(g, f) && !t.releases(f, g, e)
		})
	})
	slices.Sort(e.races)
}

// reversible is the event before which an access may come instead of after event f, with which it conflicts; -1 if
// there is none. What enables an Acquire comes before it in any case: it may come before the event that has taken the
// lock.
func (t *tape) reversible(a Access, f int32) int32 {
	if a.Mode != Acquire && a.Mode != AcquireShared {
		return f
	}
	mode := t.mode(f, a.Object)
	if mode != Release && mode != ReleaseShared {
		return f
	}
	want := Acquire
	if mode == ReleaseShared {
		want = AcquireShared
	}
	for i := t.heads[a.Object]; i > 0; i = t.recs[i-1].prev {
		r := &t.recs[i-1]
		if r.event >= f {
			continue
		}
		m := r.access.Mode
		if m == want || want == Acquire && m == TryAcquire {
			if want == Acquire || t.events[r.event].thread == t.events[f].thread {
				return r.event
			}
		}
	}
	return -1
}

// releases reports whether event f gives back what event g has taken, and is in the way of e only as long as g is.
func (t *tape) releases(f, g int32, e *event) bool {
	for _, a := range e.acc {
		if m := t.mode(f, a.Object); (a.Mode == Acquire || a.Mode == AcquireShared) &&
			(m == Release || m == ReleaseShared) && t.reversible(a, f) == g {
			return true
		}
	}
	return false
}

// mode is what an event does to an object; modes if nothing.
func (t *tape) mode(id int32, o Object) Mode {
	for _, a := range t.events[id].acc {
		if a.Object == o {
			return a.Mode
		}
	}
	return modes
}

// races are the events that race with one, and can come after it.
func (t *tape) races(second int) []int32 { return t.events[second].races }

// reversed appends what is executed before the first of two events that race, for the second one to come before it: the
// events after the first that did not depend on it, and the second. All says that events after the second count, too.
func (t *tape) reversed(v []int32, first, second int, all bool) []int32 {
	to := second
	if all {
		to = len(t.events)
	}
	for i := first + 1; i < to; i++ {
		if i != second && !t.happensBefore(int32(first), int32(i)) {
			v = append(v, int32(i))
		}
	}
	return append(v, int32(second))
}

// initial is the index in v of the first event of a thread, if it has the value, and no event of v happens before it;
// otherwise -1. The event second, which is v's last, is ordered by what is in v alone.
func (t *tape) initial(v []int32, second int, thread, value int32) int {
	for k, id := range v {
		e := &t.events[id]
		if e.thread != thread {
			continue
		}
		if e.value != value && value != anyValue {
			return -1
		}
		for _, w := range v[:k] {
			if int(id) != second && t.happensBefore(w, id) || int(id) == second && t.orders(v[:k], w, e) {
				return -1
			}
		}
		return k
	}
	return -1
}

// orders reports whether an event of v happens before e once e comes directly after v.
func (t *tape) orders(v []int32, w int32, e *event) bool {
	if t.in(e.before, w) {
		return true
	}
	for _, x := range v {
		if dependent(t.events[x].acc, e.acc) && (x == w || t.happensBefore(w, x)) {
			return true
		}
	}
	return false
}

// independent reports whether a thread has no event in v, and accesses are independent of all that are there.
func (t *tape) independent(v []int32, thread int32, acc []Access) bool {
	for _, id := range v {
		if e := &t.events[id]; e.thread == thread || dependent(e.acc, acc) {
			return false
		}
	}
	return true
}

// chain is a wakeup sequence.
func (t *tape) chain(v []int32) branch {
	b := t.single(v[len(v)-1])
	for i := len(v) - 2; i >= 0; i-- {
		c := t.single(v[i])
		c.sub = []branch{b}
		b = c
	}
	return b
}

func (t *tape) single(id int32) branch {
	e := &t.events[id]
	return branch{thread: e.thread, value: e.value, acc: slices.Clone(e.acc)}
}

// join is the larger of two clocks, by thread.
func join(c, d []int32) []int32 {
	for len(c) < len(d) {
		c = append(c, 0)
	}
	for i, n := range d {
		c[i] = max(c[i], n)
	}
	return c
}

// at sets a part of a clock.
func at(c []int32, thread, n int32) []int32 {
	for len(c) <= int(thread) {
		c = append(c, 0)
	}
	c[thread] = n
	return c
}
