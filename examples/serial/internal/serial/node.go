package serial

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A node is a transaction, or operations of a thread outside of any that have one clock.
type node struct {
	thread  envs.Thread
	tx      Transaction
	open    bool
	held    bool  // somebody refers to it: its clock must not change but by what reaches it
	told    bool  // a cycle through it was found
	slot    int32 // its bit in clocks, while it is open
	clock   []reach
	over    int    // of an open node: how many in its clock are over, and do not count any more
	has     bits   // the slots of those in clock that count
	updated uint64 // the version as of which clock is complete, if the node is not open
}

// A reach is an open transaction that reaches a node, and how. In the clock of a node that is not up
// to date it may be over.
type reach struct {
	by  *node
	how *route
}

// A route is a path of edges: one edge after a route, or a route after a route. A path that has come to a
// thread goes on by any later operation of the thread.
type route struct {
	before, then *route
	edge         Edge
}

// first is the route of the first edge.
func (r *route) first() *Edge {
	for r.before != nil {
		r = r.before
	}
	return &r.edge
}

// edges appends those of the route.
func (r *route) edges(list []Edge) []Edge {
	for todo := []*route{r}; len(todo) > 0; {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch {
		case r == nil:
		case r.then != nil:
			todo = append(todo, r.then, r.before)
		case r.before != nil:
			todo = append(todo, &route{edge: r.edge}, r.before)
		default:
			list = append(list, r.edge)
		}
	}
	return list
}

// reached adds an open transaction to the clock.
func (n *node) reached(by *node, how *route) {
	n.clock = append(n.clock, reach{by, how})
	n.has.add(by.slot)
}

// route is how an open transaction reaches the node.
func (n *node) route(by *node) *route {
	for i := range n.clock {
		if n.clock[i].by == by {
			return n.clock[i].how
		}
	}
	return nil
}

// begin opens a transaction of a thread.
func (h *History) begin(a *Actor, tx Transaction) {
	n := &node{thread: a.id, tx: tx, open: true}
	if k := len(h.free); k > 0 {
		n.slot, h.free = h.free[k-1], h.free[:k-1]
	} else {
		n.slot = int32(len(h.open) + len(h.free))
	}
	if p := h.current(a.past); p != nil {
		for _, r := range p.clock {
			n.reached(r.by, r.how)
		}
	}
	h.open = append(h.open, n)
	a.open, a.past = n, nil
}

// end closes the transaction of a thread.
func (h *History) end(a *Actor) {
	n := a.open
	n.open = false
	h.version++
	h.open = slices.DeleteFunc(h.open, func(o *node) bool { return o == n })
	for _, o := range h.open {
		if o.has.has(n.slot) {
			o.has.remove(n.slot)
			if o.over++; o.over > len(o.clock)/2 {
				o.drop()
			}
		}
	}
	n.drop()
	h.free = append(h.free, n.slot)
	n.held = true
	n.updated = h.version // the clock of an open one is complete
	a.open, a.past = nil, h.current(n)
}

// drop forgets those in the clock of an open node that are over: what reaches them reaches the node as well. To do
// so at each end of one of them would cost n³ for n that are open at once.
func (n *node) drop() {
	if n.over > 0 {
		n.clock, n.over = slices.DeleteFunc(n.clock, func(r reach) bool { return !r.by.open }), 0
	}
}

// current brings the clock of a node up to date, and gives the node. It gives nil if no open transaction reaches it
// and it is not open itself: then nothing that it reaches matters.
func (h *History) current(n *node) *node {
	if n == nil || n.open {
		return n
	}
	if n.updated != h.version {
		h.update(n)
	}
	if len(n.clock) == 0 {
		return nil
	}
	return n
}

// update brings a clock up to date: first those of the transactions in it that are over, which ended
// later than the node.
func (h *History) update(n *node) {
	todo := append(h.todo[:0], n)
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		if i := slices.IndexFunc(n.clock, func(r reach) bool { return !r.by.open && r.by.updated != h.version }); i >= 0 {
			todo = append(todo, n.clock[i].by)
			continue
		}
		todo = todo[:len(todo)-1]
		h.complete(n)
	}
	h.todo = todo[:0]
}

// complete brings the clock of a node up to date if all in it are open, or up to date.
func (h *History) complete(n *node) {
	n.updated = h.version
	n.has.clear()
	over, more := false, false
	for i := range n.clock {
		if by := n.clock[i].by; by.open {
			n.has.add(by.slot)
		} else {
			over = true
		}
	}
	for i := range n.clock {
		more = more || !n.clock[i].by.has.within(&n.has)
	}
	if !over && !more {
		return
	}
	var old []reach
	h.scratch = append(h.scratch[:0], n.clock...)
	old = h.scratch
	n.clock = slices.DeleteFunc(n.clock, func(r reach) bool { return !r.by.open })
	for _, r := range old {
		if r.by.has.within(&n.has) {
			continue
		}
		for _, s := range r.by.clock {
			if s.by.open && !n.has.has(s.by.slot) {
				n.reached(s.by, &route{before: s.how, then: r.how})
			}
		}
	}
}

// arrive adds an edge from a node that is up to date to what a thread does now, unless it closes a cycle.
func (h *History) arrive(a *Actor, from *node, edge Edge) {
	to := a.open
	switch {
	case to == nil:
		h.learn(a, from, edge)
		return
	case from.has.has(to.slot):
		c := &Cycle{Transaction: to.tx, Again: to.told, last: edge, route: from.route(to)}
		to.told = true
		h.report(c)
		return
	case to.knows(from):
		return
	}
	old := len(to.clock)
	to.gain(from, edge)
	h.version++
	for _, o := range h.open {
		if o == to || !o.has.has(to.slot) {
			continue
		}
		how := o.route(to)
		for _, r := range to.clock[old:] {
			if !o.has.has(r.by.slot) {
				o.reached(r.by, &route{before: r.how, then: how})
			}
		}
	}
}

// knows reports whether an edge from another node, which is up to date, brings no news.
func (n *node) knows(from *node) bool {
	return from.has.within(&n.has) && (!from.open || n.has.has(from.slot))
}

// gain adds what reaches a node from which an edge comes, and the node itself if it is open.
func (n *node) gain(from *node, edge Edge) {
	for i := range from.clock {
		if r := &from.clock[i]; r.by.open && !n.has.has(r.by.slot) {
			n.reached(r.by, &route{before: r.how, edge: edge})
		}
	}
	if from.open && !n.has.has(from.slot) {
		n.reached(from, &route{edge: edge})
	}
}

// learn adds an edge to what a thread does outside of transactions.
func (h *History) learn(a *Actor, from *node, edge Edge) {
	a.past = h.current(a.past)
	p := a.past
	switch {
	case p == nil:
		p = &node{thread: a.id, updated: h.version}
	case p.knows(from):
		return
	case p.held:
		old := p
		p = &node{thread: a.id, updated: h.version, clock: slices.Clone(old.clock)}
		p.has.lo, p.has.hi = old.has.lo, slices.Clone(old.has.hi)
	}
	p.gain(from, edge)
	a.past = p
}
