package threads

import "fmt"

// A node is a statement of a function, with the statements in it.
type node struct {
	op     Op
	form   string
	object int
	body   []*node
	fn     *function // that is called, or that a new thread executes
	thread int       // of Fork, Join and a branch
	line   int       // at which the step is made
	end    int       // at which what it began is ended
}

// The nodes that are no step by themselves.
const (
	call   Op = "call"
	loop   Op = "loop"   // the body twice
	branch Op = "branch" // the body in one thread only
	handle Op = "handle" // a handle and what is done with it
)

type function struct {
	name   string // without the receiver
	whole  bool   // exported: a call is a transaction
	throws bool   // ends in a panic in threads of odd number; callers recover
	takes  int    // a bit for each lock that is taken in it or below
	body   []*node
}

const (
	maxVars    = 6
	maxLocks   = 3
	maxThreads = 4
)

// variables are how the variables of a scenario are accessed: %d is the scenario.
var variables = [maxVars]struct{ name, path string }{
	{"x", "s.x"}, {"y", "s.y"}, {"g", "g%d"}, {"local", "*c"}, {"a[1]", "s.a[1]"}, {"a[2]", "s.a[2]"},
}

// locks are what threads lock. The first is an RWMutex.
var locks = [maxLocks]struct{ name, path string }{{"rw", "s.rw"}, {"mu", "s.mu"}, {"global", "m%d"}}

// channels have the capacity that stands behind them.
var channels = [2]struct {
	path string
	size int
}{{"s.buffered", 2}, {"s.direct", 0}}

// script draws functions and what each thread does.
func (g *gen) script() {
	threads := 2 + g.n(maxThreads-1)
	g.vars, g.locks = 1+g.n(maxVars), 1+g.n(maxLocks)
	if g.maybe(30) {
		g.locks = maxLocks
	}
	for i := range 2 + g.n(3) {
		f := &function{name: fmt.Sprintf("m%d", i), whole: g.maybe(60)}
		if f.whole {
			f.name = fmt.Sprintf("M%d", i)
			g.shape("function exported")
		}
		if g.maybe(15) {
			f.throws = true
			g.shape("function throws")
		}
		g.takes = 0
		f.body = g.nodes(2, 3)
		f.takes = g.takes
		g.functions = append(g.functions, f)
	}
	for t := range threads {
		f := &function{name: fmt.Sprintf("t%d", t)}
		if t > 0 {
			f.body = g.nodes(3, 3)
		}
		g.threads = append(g.threads, f)
	}
	// Thread 0 starts the others and waits for them. Some are started by another one.
	main := g.threads[0]
	var started []int
	for t := 1; t < threads; t++ {
		in := main
		if t > 1 && g.maybe(20) {
			in = g.threads[1+g.n(t-1)]
			g.shape("fork by a thread")
		}
		fork := &node{op: Fork, form: g.pick("go", "wg.Go", "done"), thread: t, fn: g.threads[t]}
		g.shape("fork " + fork.form)
		join := &node{op: Join, form: fork.form, thread: t}
		if in != main {
			in.body = append(append([]*node{fork}, in.body...), join)
			continue
		}
		main.body = append(main.body, fork)
		if g.maybe(40) {
			main.body = append(main.body, g.nodes(2, 2)...)
		}
		started = append(started, t)
		if g.maybe(20) {
			main.body, started = append(main.body, join), started[:len(started)-1]
			g.shape("join early")
			continue
		}
	}
	for _, t := range started {
		for _, n := range main.body {
			if n.op == Fork && n.thread == t {
				main.body = append(main.body, &node{op: Join, form: n.form, thread: t})
				break
			}
		}
		if g.maybe(30) {
			main.body = append(main.body, g.nodes(1, 1)...)
		}
	}
}

func (g *gen) nodes(most, depth int) (list []*node) {
	for range 1 + g.n(most) {
		list = append(list, g.node(depth))
	}
	return list
}

func (g *gen) node(depth int) *node {
	c := g.n(100)
	switch {
	case depth > 0 && c < 34 && g.under != 1<<g.locks-1:
		return g.section(depth)
	case depth > 0 && c < 50 && len(g.functions) > 0:
		f := g.functions[g.n(len(g.functions))]
		if f.takes&g.under != 0 {
			break
		}
		g.takes |= f.takes
		form := "plain"
		if f.throws {
			form = "recovering"
		}
		g.shape("call " + form)
		return &node{op: call, form: form, fn: f}
	case depth > 0 && c < 55:
		g.shape("loop")
		return &node{op: loop, body: g.nodes(2, depth-1)}
	case depth > 0 && c < 60:
		g.shape("branch")
		return &node{op: branch, thread: g.n(maxThreads), body: g.nodes(2, depth-1)}
	case c < 66:
		n := &node{op: []Op{Load, Store, Add}[g.n(3)]}
		g.shape("atomic " + string(n.op))
		return n
	case c < 71:
		n := &node{op: []Op{Send, Receive}[g.n(2)], object: g.n(len(channels))}
		g.shape(fmt.Sprintf("%s at capacity %d", n.op, channels[n.object].size))
		return n
	case depth > 1 && c < 75:
		n := &node{op: handle, form: g.pick("plain", "passed", "returned"), body: nil}
		for range g.n(4) {
			n.body = append(n.body, &node{op: []Op{Use, Use, Shut}[g.n(3)]})
		}
		g.shape("handle " + n.form)
		return n
	}
	n := &node{op: []Op{Read, Write}[g.n(2)], object: g.n(g.vars)}
	n.form = g.pick("direct", "pointer", "helper")
	g.shape("access " + n.form)
	g.shape("access of " + variables[n.object].name)
	return n
}

// section is what is done under a lock that is not held yet.
func (g *gen) section(depth int) *node {
	n := &node{op: Lock, object: g.n(g.locks)}
	for g.under&(1<<n.object) != 0 {
		n.object = (n.object + 1) % g.locks
	}
	n.form = g.pick("plain", "plain", "defer", "function", "method value")
	switch {
	case n.object == 0 && g.maybe(40):
		n.op = RLock
	case g.maybe(10):
		n.op, n.form = TryLock, "plain"
	}
	g.shape(string(n.op) + " " + n.form)
	g.takes |= 1 << n.object
	g.under ^= 1 << n.object
	n.body = g.nodes(2, depth-1)
	g.under ^= 1 << n.object
	return n
}
