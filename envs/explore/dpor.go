package explore

import (
	"fmt"
	"slices"
)

// DPOROptions are options of NewDPOR.
type DPOROptions struct {
	// Source has source sets instead of wakeup trees. They take less time for each execution, and do not need the objects
	// of operations to keep their numbers in other executions. Some executions turn out redundant, and are given up.
	Source bool
	// Preemptions is how many a schedule may have at most; 0 means any number. With a bound traces are missing, some of
	// which have a schedule within the bound.
	Preemptions int
}

// dpor is the strategy of NewDPOR.
type dpor struct {
	opts  DPOROptions
	nodes []node  // the states of the execution, but for the one to come
	tape  tape    // what was executed: events[i] leads out of nodes[i]
	at    int     // how far the present execution has come
	begun bool    // the first execution has begun
	fresh bool    // what the present execution does is not on the tape yet
	left  int     // branches that the bound has left out
	why   string  // why the search cannot go on
	v     []int32 // scratch: a sequence of events
}

// node is a state.
type node struct {
	sleep       []asleep
	tree        []branch // what is to be executed from here; the first is being executed if there is an event
	preemptions int
	// current is the thread that came here, while it is enabled; otherwise -1.
	current int
}

// asleep is a transition that was executed from an earlier state, and that all events since then are independent of.
type asleep struct {
	thread, value int32
	acc           []Access
}

// branch is a node of a wakeup tree: a transition, and what comes after it. A value of anyValue stands for each.
type branch struct {
	thread, value int32
	acc           []Access
	sub           []branch
}

const anyValue = -1

const notAgain = "the program did not do the same again: after the same %d choices, thread %d %s"

// NewDPOR makes a strategy of stateless search with dynamic partial-order reduction. It executes one schedule of each
// trace, and by wakeup trees begins no other one (optimal DPOR, algorithm 2 of Abdulla, Aronis, Jonsson and Sagonas,
// Source sets: a foundation for optimal dynamic partial order reduction, J. ACM 64(4), 2017). With source sets it is
// algorithm 1. That no other execution begins is so if nothing but locks without a shared side, and what the Orderer is
// told, makes threads wait. Otherwise some turn out redundant, as with source sets.
//
// An execution is kept as events. Two events race if they are dependent, and nothing in between orders them. Then the
// second one is also tried before the first. Races are looked for when an execution ends, and with source sets at once.
//
// The operations of locks are dependent, but a Release never comes after the Acquire that it enables. What races with
// an Acquire is therefore the Acquire by the thread that held the lock before. An operation that still waits when the
// execution ends races in the same way.
//
// An operation with several results is executed with each where it is chosen freely, and only with the one that is
// wanted where it is part of a wakeup sequence.
func NewDPOR(opts DPOROptions) Strategy { return &dpor{opts: opts} }

// Begin goes back to the deepest state from which something is left to execute.
func (d *dpor) Begin() bool {
	d.at, d.fresh = 0, !d.begun
	if d.why != "" {
		return false
	}
	if !d.begun {
		d.begun = true
		return true
	}
	for len(d.nodes) > 0 {
		n := &d.nodes[len(d.nodes)-1]
		if len(d.nodes) == len(d.tape.events) {
			e := d.tape.top()
			n.sleep = append(n.sleep, asleep{e.thread, e.value, slices.Clone(e.acc)})
			n.tree = n.tree[1:]
			d.tape.pop()
		}
		if len(n.tree) > 0 {
			return true
		}
		d.nodes = d.nodes[:len(d.nodes)-1]
	}
	return false
}

// Order notes an order of threads.
func (d *dpor) Order(from, to int) {
	if d.fresh {
		d.tape.order(from, to)
	}
}

// Complete says what the search has left out.
func (d *dpor) Complete() (string, bool) {
	switch {
	case d.why != "":
		return d.why, false
	case d.left > 0:
		return fmt.Sprintf("%d times another order was not tried, since it needs more than %d preemptions", d.left,
			d.opts.Preemptions), false
	}
	return "", true
}

// Next executes again what leads to the state at which the search goes on, and chooses there.
func (d *dpor) Next(ops []Op) (Choice, bool) {
	if d.at < len(d.tape.events) {
		e := &d.tape.events[d.at]
		op := find(ops, int(e.thread))
		if op == nil || !op.Enabled || len(op.Accesses) != len(e.acc) {
			d.diverged(e, op)
			return Choice{}, false
		}
		d.at++
		return Choice{int(e.thread), int(e.value)}, true
	}
	if d.at == len(d.nodes) {
		d.enter(ops)
	}
	n := &d.nodes[d.at]
	for len(n.tree) > 0 {
		b := &n.tree[0]
		op := find(ops, int(b.thread))
		if op == nil || !op.Enabled { // the order that was wanted is not possible
			n.tree = n.tree[1:]
			continue
		}
		if b.value == anyValue {
			d.expand(n, op)
			continue
		}
		if d.opts.Preemptions > 0 && n.preemptions+n.cost(op) > d.opts.Preemptions {
			d.left++
			n.tree = n.tree[1:]
			continue
		}
		d.tape.push(op, b.value)
		d.fresh = true
		b.acc = d.tape.top().acc // as long as the event is there
		if d.opts.Source {
			d.races(len(d.tape.events) - 1)
		}
		d.at++
		return Choice{op.Thread, int(b.value)}, true
	}
	d.end(ops)
	return Choice{}, false
}

func (d *dpor) diverged(e *event, op *Op) {
	is := "has ended"
	if op != nil {
		is = "is not enabled"
		if op.Enabled {
			is = "does something else"
		}
	}
	d.why = fmt.Sprintf(notAgain, d.at, e.thread, is)
}

// Cut looks for races in an execution that goes no further.
func (d *dpor) Cut(ops []Op) { d.end(ops) }

// end looks for races when an execution has ended.
func (d *dpor) end(ops []Op) {
	if !d.opts.Source {
		for i := range d.tape.events {
			d.races(i)
		}
	}
	for i := range ops {
		if op := &ops[i]; !op.Enabled && len(op.Accesses) > 0 {
			value := int32(0)
			if op.Values > 1 {
				value = anyValue
			}
			d.tape.push(op, value)
			d.races(len(d.tape.events) - 1)
			d.tape.pop()
		}
	}
}

func find(ops []Op, thread int) *Op {
	for i := range ops {
		if ops[i].Thread == thread {
			return &ops[i]
		}
	}
	return nil
}

// enter makes the node of a state that was not there before.
func (d *dpor) enter(ops []Op) {
	if len(d.nodes) < cap(d.nodes) {
		d.nodes = d.nodes[:len(d.nodes)+1]
	} else {
		d.nodes = append(d.nodes, node{})
	}
	n := &d.nodes[len(d.nodes)-1]
	n.sleep, n.tree, n.preemptions, n.current = n.sleep[:0], nil, 0, -1
	if d.at > 0 {
		before, e := &d.nodes[d.at-1], d.tape.top()
		for _, q := range before.sleep {
			if q.thread != e.thread && !dependent(q.acc, e.acc) {
				n.sleep = append(n.sleep, q)
			}
		}
		n.tree, before.tree[0].sub = before.tree[0].sub, nil
		n.preemptions = before.preemptions
		if before.current >= 0 && before.current != int(e.thread) {
			n.preemptions++
		}
		if op := find(ops, int(e.thread)); op != nil && op.Enabled {
			n.current = int(e.thread)
		}
	}
	if len(n.tree) == 0 {
		d.choose(n, ops)
	}
}

// cost is 1 if the operation is a preemption.
func (n *node) cost(op *Op) int {
	if n.current >= 0 && n.current != op.Thread {
		return 1
	}
	return 0
}

// choose takes a thread that is not asleep, rather the one that went on last.
func (d *dpor) choose(n *node, ops []Op) {
	best := -1
	for i := range ops {
		if op := &ops[i]; op.Enabled && n.awake(op) && (best < 0 || op.Thread == n.current) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	op := &ops[best]
	for v := range max(1, op.Values) {
		if !n.sleeps(op.Thread, v) {
			n.tree = append(n.tree, branch{thread: int32(op.Thread), value: int32(v), acc: slices.Clone(op.Accesses)})
		}
	}
}

func (n *node) awake(op *Op) bool {
	for v := range max(1, op.Values) {
		if !n.sleeps(op.Thread, v) {
			return true
		}
	}
	return false
}

func (n *node) sleeps(thread, value int) bool {
	for i := range n.sleep {
		if q := &n.sleep[i]; int(q.thread) == thread && int(q.value) == value {
			return true
		}
	}
	return false
}

// expand replaces the first branch, which has any value, by one for each.
func (d *dpor) expand(n *node, op *Op) {
	b := n.tree[0]
	var all []branch
	for v := range max(1, op.Values) {
		c := branch{thread: b.thread, value: int32(v), acc: b.acc}
		if v == 0 {
			c.sub = b.sub
		}
		all = append(all, c)
	}
	n.tree = append(all, n.tree[1:]...)
}

// races looks for what races with an event, and has the event tried before that.
func (d *dpor) races(second int) {
	for _, first := range d.tape.races(second) {
		d.v = d.tape.reversed(d.v[:0], int(first), second, !d.opts.Source)
		d.insert(&d.nodes[first], d.v, second)
	}
}

// insert adds a sequence of events to what is to be executed from a node, unless that is covered.
func (d *dpor) insert(n *node, v []int32, second int) {
	t := &d.tape
	for i := range n.sleep {
		// With source sets v is no more than was executed up to now: what is independent of that may still depend on the
		// rest.
		q := &n.sleep[i]
		if t.initial(v, second, q.thread, q.value) >= 0 || !d.opts.Source && t.independent(v, q.thread, q.acc) {
			return
		}
	}
	if d.opts.Source {
		d.insertOne(n, v, second)
		return
	}
	tree := &n.tree
	rest := slices.Clone(v)
	for {
		if len(rest) == 0 {
			return
		}
		var into *branch
		for i := range *tree {
			b := &(*tree)[i]
			if k := t.initial(rest, second, b.thread, b.value); k >= 0 {
				rest = slices.Delete(rest, k, k+1)
				into = b
				break
			}
			if t.independent(rest, b.thread, b.acc) {
				into = b
				break
			}
		}
		if into == nil {
			*tree = append(*tree, t.chain(rest))
			return
		}
		if len(into.sub) == 0 {
			return // what follows is chosen freely
		}
		tree = &into.sub
	}
}

// insertOne adds the first of a sequence of events, unless one that may come first is to be executed anyway.
func (d *dpor) insertOne(n *node, v []int32, second int) {
	t := &d.tape
	for i := range n.tree {
		if b := &n.tree[i]; t.initial(v, second, b.thread, b.value) >= 0 {
			return
		}
	}
	n.tree = append(n.tree, t.single(v[0]))
}
