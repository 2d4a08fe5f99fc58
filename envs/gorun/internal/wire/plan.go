package wire

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A plan is the way from an operation to the one that a record speaks of: the operations that were executed in between,
// which no record mentions.
type plan struct {
	key    uint64
	kept   bool // and taken again
	steps  []span
	last   int32 // the operation that the record is about, after the steps; -1 if it is only reached
	pc     int32 // the operation to be executed next
	call   bool  // the last step is a call, and the frame is in it
	direct bool  // Enter: the last step is the call that entered the function
	ok     bool

	began uint64 // Defers on the way; see defers

	events    []int32 // the steps that have events
	emitsLast bool    // last has one
	at        int32   // the last of the steps, or else last; -1 if there are none
	n         int64   // how often it was taken
}

// A span is a run of operations, from the first up to but without the second.
type span struct{ from, to int32 }

// A goal is what a record says.
type goal struct {
	kind goalKind
	arg  int32
}

type goalKind uint8

const (
	reach   goalKind = iota // operation arg is about to be executed
	execute                 // operation arg was executed
	enter                   // function arg was called
	via                     // function arg was called, by something that was called
	leave                   // a Return was executed
	again                   // operation arg is about to be executed, after it was left
)

// code is a function with the plans made for it so far.
type code struct {
	fn       *envs.Func
	opts     *Options
	records  *Records
	keep     map[int32]bool // accesses that others are the same as
	cache    [256]*plan     // of plans, by a hash of the key: 9 % of the time of decoding
	plans    map[uint64]*plan
	seen     []int32   // search: by pc, the operation before it +1
	emitting [2][]bool // by pc: it has events, if no record names its object and if one does; nil if all have
	n        []int64   // by pc: executed otherwise than by plans

	defers *defers // nil if there are none that need to be known
	began  uint64
}

func newCode(fn *envs.Func, opts *Options) *code {
	c := &code{fn: fn, opts: opts, plans: map[uint64]*plan{}, n: make([]int64, len(fn.Ops))}
	if opts.Records != nil {
		c.records = opts.Records(fn.ID)
	}
	if c.records == nil {
		c.records = &Records{}
	}
	for _, first := range c.records.Same {
		if c.keep == nil {
			c.keep = map[int32]bool{}
		}
		c.keep[first] = true
	}
	if !opts.Sparse { // there the ways are not known
		if c.defers = findDefers(fn); c.defers != nil {
			c.defers.codes[0] = c
		}
	}
	if opts.Selects != nil {
		for named := range c.emitting {
			c.emitting[named] = make([]bool, len(fn.Ops))
			for i := range fn.Ops {
				c.emitting[named][i] = opts.Selects(fn, &fn.Ops[i], named == 1)
			}
		}
	}
	return c
}

func (c *code) emits(pc int32, named bool) bool {
	t := c.emitting[0]
	if named {
		t = c.emitting[1]
	}
	return t == nil || t[pc]
}

// ready notes which steps of a plan have events. A call has one, too, before the Enter of its callee. With named, a
// record names the object of the last step.
func (c *code) ready(p *plan, named bool) *plan {
	if !p.ok {
		return p
	}
	p.at, p.began = p.last, c.begun(p)
	for _, s := range p.steps {
		for pc := s.from; pc < s.to; pc++ {
			if c.emits(pc, false) && (!c.opts.Sparse || c.records.Recorded[pc]) {
				p.events = append(p.events, pc)
			}
		}
		if p.last < 0 {
			p.at = s.to - 1
		}
	}
	p.emitsLast = p.last >= 0 && c.emits(p.last, named)
	return p
}

// count adds to n, by pc, how often the operations on the way of a plan were executed. If another way may have been
// taken, it adds only those that have events.
func (p *plan) count(n []int64, certain bool) {
	if !certain {
		for _, pc := range p.events {
			n[pc] += p.n
		}
		if p.emitsLast {
			n[p.last] += p.n
		}
		return
	}
	for _, s := range p.steps {
		for pc := s.from; pc < s.to; pc++ {
			n[pc] += p.n
		}
	}
	if p.last >= 0 {
		n[p.last] += p.n
	}
}

// executed is how often each operation was executed, by pc.
func (c *code) executed() []int64 {
	n := slices.Clone(c.n)
	for _, v := range c.all() {
		for _, p := range v.plans {
			p.count(n, !c.opts.Sparse)
		}
	}
	return n
}

func (c *code) plan(pc int32, g goal) *plan {
	key := uint64(pc)<<35 | uint64(g.kind)<<32 | uint64(uint32(g.arg))
	slot := &c.cache[key*0x9e3779b97f4a7c15>>56]
	if p := *slot; p != nil && p.key == key {
		return p
	}
	p := c.plans[key]
	if p == nil {
		p = c.ready(c.make(pc, g), g.kind == execute)
		p.key, p.kept = key, true
		c.plans[key] = p
	}
	*slot = p
	return p
}

func (c *code) make(pc int32, g goal) *plan {
	if (g.kind == enter || g.kind == via) && c.opts.Sparse {
		return c.called(pc, g)
	}
	if g.kind == enter {
		if p := c.nearest(pc, g, true, true, false); p.ok {
			return p
		}
		p := *c.plan(pc, goal{via, g.arg})
		p.events, p.n, p.kept = nil, 0, false
		return &p
	}
	if g.kind == via {
		// A wrapper of the function, or something that calls back.
		p := c.search(pc, g, false, true, false)
		p.call = p.ok
		p.direct = p.ok && c.met(&c.fn.Ops[p.pc-1], goal{enter, g.arg}, true)
		return p
	}
	if p := c.search(pc, g, false, g.kind != reach && g.kind != again, false); p.ok {
		return p
	}
	if g.kind == again {
		g.kind = reach
	}
	return c.search(pc, g, false, false, false)
}

// nearest is a way to a goal that is certainly met, or else, with guess, to one that may be.
func (c *code) nearest(pc int32, g goal, guess, straight, throws bool) *plan {
	p := c.search(pc, g, true, straight, throws)
	if !p.ok && guess {
		p = c.search(pc, g, false, straight, throws)
	}
	p.direct, p.call = p.ok && g.kind == enter, p.ok && g.kind == enter
	return p
}

// called is the way to a call in a sparse run. The call is the one that the frame is at by its last record, or one that
// is certain to call the function.
func (c *code) called(pc int32, g goal) *plan {
	if int(pc) < len(c.fn.Ops) {
		if op := &c.fn.Ops[pc]; c.records.Recorded[op.PC] && c.met(op, g, false) {
			direct := g.kind == enter || c.met(op, goal{enter, g.arg}, true)
			return &plan{ok: true, last: pc, pc: pc + 1, call: true, direct: direct}
		}
	}
	p := c.search(pc, goal{enter, g.arg}, true, true, false)
	if g.kind == via && p.ok && !c.records.Deferred[p.last] {
		return &plan{} // by something that was called
	}
	p.call, p.direct = p.ok, p.ok
	return p
}

// unwind is the way when operation at threw, or one that follows it; it goes through a handler.
func (c *code) unwind(at, pc int32, g goal) *plan {
	more := c.ahead(pc) << maybe
	p := c.ready(c.with(c.began|more).unwinding(at, pc, g), g.kind == execute)
	p.began |= more
	return p
}

func (c *code) unwinding(at, pc int32, g goal) *plan {
	if at >= 0 {
		if h := c.fn.Ops[at].Handler; h != 0 {
			if p := c.nearest(h, g, !c.opts.Sparse || g.kind != enter, false, false); p.ok {
				return p
			}
		}
	}
	return c.nearest(pc, g, true, true, true)
}

// search finds a shortest way. A straight way takes no branch that tests something: each of those is followed by a
// record. A way that throws uses the handlers of operations on it. If there is none that agrees with the Defers that
// were executed, it is another one.
func (c *code) search(pc int32, g goal, exact, straight, throws bool) *plan {
	p := c.find(pc, g, exact, straight, throws)
	if d := c.defers; !p.ok && d != nil {
		c.defers = nil
		p = c.find(pc, g, exact, straight, throws)
		c.defers = d
	}
	return p
}

func (c *code) find(pc int32, g goal, exact, straight, throws bool) *plan {
	ops := c.fn.Ops
	if int(pc) >= len(ops) {
		return &plan{}
	}
	straight = straight && !c.opts.Sparse
	if c.seen == nil {
		c.seen = make([]int32, len(ops))
	}
	s := frontier{code: c, goal: g, queue: []int32{pc}, round: -1}
	c.seen[pc] = -1
	defer s.forget()
	for i := 0; i < len(s.queue); i++ {
		at := s.queue[i]
		op := &ops[at]
		if g.kind == reach && at == g.arg {
			return c.way(at, false)
		}
		if i > 0 && c.records.Recorded[at] {
			continue // a record would have said so
		}
		if c.met(op, g, exact) {
			return c.way(at, true)
		}
		if throws && op.Handler != 0 {
			s.visit(at, op.Handler)
		}
		if !c.passed(op, straight) {
			continue
		}
		if s.follow(op); s.round >= 0 {
			p := c.way(s.round, true)
			p.steps = append(p.steps, span{s.round, s.round + 1})
			p.pc, p.last = g.arg, -1
			return p
		}
	}
	return &plan{}
}

// passed reports whether control may have passed an operation since the last record.
func (c *code) passed(op *envs.Op, straight bool) bool {
	switch op.Kind {
	case envs.Return, envs.Throw:
		return false
	case envs.Branch, envs.Switch:
		return !straight || len(op.Uses) == 0
	}
	return !c.lockRecorded(op)
}

// A frontier is a search, breadth first, by the operations that it has come to.
type frontier struct {
	*code
	goal  goal
	queue []int32
	round int32 // of the goal again: the operation from which control comes back; -1 if none was found yet
}

func (s *frontier) visit(from, to int32) {
	if s.goal.kind == again && to == s.goal.arg && s.round < 0 {
		s.round = from
	}
	if s.seen[to] == 0 {
		s.seen[to] = from + 1
		s.queue = append(s.queue, to)
	}
}

// follow visits what may be executed after an operation.
func (s *frontier) follow(op *envs.Op) {
	for _, to := range s.ways(op) {
		s.visit(op.PC, to)
	}
	if op.Falls() {
		s.visit(op.PC, op.PC+1)
	}
}

// forget makes way for the next search.
func (s *frontier) forget() {
	for _, at := range s.queue {
		s.seen[at] = 0
	}
}

// begins reports whether an operation that throws was executed all the same: it throws something itself, or calls a
// function that there certainly is.
func (c *code) begins(op *envs.Op) bool {
	return op.Kind == envs.Throw || op.Kind == envs.Call && len(c.opts.prog.Detail(envs.At(c.fn.ID, op.PC)).Checks) == 0
}

// leads reports whether control comes from an operation to another one if it does not throw.
func (c *code) leads(op *envs.Op, to int32) bool {
	return op.Falls() && to == op.PC+1 || slices.Contains(c.fn.Targets(op), to)
}

func (c *code) met(op *envs.Op, g goal, exact bool) bool {
	switch g.kind {
	case execute:
		if g.arg < 0 {
			return slices.Contains(c.sites(g), op.PC)
		}
		return op.PC == g.arg
	case leave:
		return op.Kind == envs.Return
	case via:
		return op.Kind == envs.Call && (op.Callee == nil || op.Callee.Open) ||
			c.met(op, goal{enter, g.arg}, true)
	case enter:
		if op.Kind != envs.Call {
			return false
		}
		if op.Callee == nil {
			return !exact && c.opts.compatible(op, envs.FuncID(g.arg))
		}
		if _, ok := slices.BinarySearch(op.Callee.Funcs, envs.FuncID(g.arg)); ok {
			return true
		}
		return !exact && op.Callee.Open && c.opts.compatible(op, envs.FuncID(g.arg))
	}
	return false
}

func (c *code) sites(g goal) []int32 {
	if site := uint32(g.arg) & (unwindingLock - 1); int(site) < len(c.records.Sites) {
		return c.records.Sites[site]
	}
	return nil
}

// lockRecorded reports whether an operation is never executed without a Lock record.
func (c *code) lockRecorded(op *envs.Op) bool {
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait:
		return !c.records.Silent[op.PC]
	}
	return false
}

// way reads a found way back from the search. An operation from which it goes on in a handler took no effect, unless it
// begins before it throws.
func (c *code) way(last int32, inclusive bool) *plan {
	p := &plan{ok: true, pc: last, last: -1}
	if inclusive {
		p.pc, p.last = last+1, last
	}
	for at := last; c.seen[at] > 0; {
		op, next := &c.fn.Ops[c.seen[at]-1], at
		if at = op.PC; op.Handler == next && !c.begins(op) && !c.leads(op, next) {
			continue
		}
		if n := len(p.steps); n > 0 && p.steps[n-1].from == at+1 {
			p.steps[n-1].from = at
		} else {
			p.steps = append(p.steps, span{at, at + 1})
		}
	}
	slices.Reverse(p.steps)
	return p
}
