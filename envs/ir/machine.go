package ir

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// machine is the state of a run: threads, heap and variables. Nothing of it
// lives on the stack of the host, so a run can be observed, bounded and
// compared at any operation.
type machine struct {
	p          *Program
	opts       *Options
	rng        uint64
	vars       []Value
	varIDs     []int32
	objs       []obj // by identity - 1
	threads    []*thread
	live       int
	steps      int
	res        *Result
	emit       func(envs.Event) bool
	stopped    bool // the listener wants no more
	controlled bool // by a System
	drawn      bool // picked was used
	picked     int  // the result of the next operation with several, if it is
	state      State
}

// What an obj is, other than an object of a class.
const (
	anArray  = -1
	aThread  = -2
	aVarCell = -3
)

type obj struct {
	class  int32
	owner  int32 // the thread that holds the monitor, or 0
	count  int32 // how often
	thread int32 // of a thread's handle
	slots  []Value

	escaped bool // several threads could reach it at some time, as far as a System has looked for that
}

type status uint8

const (
	running  status = iota
	blocked         // at an acquisition of a lock that another thread holds
	waiting         // in the wait set of a monitor
	notified        // out of the wait set, not yet holding the monitor again
	joining         // at a join of a thread that has not ended
	ended
)

type thread struct {
	id     int32
	name   int32 // by which a System knows it
	status status
	on     int32 // blocked, waiting, notified: the object; joining: the thread
	count  int32 // waiting, notified: how often the monitor was held
	exc    Value // on its way to a Catch
	regs   []Value
	frames []frame
	held   []int32 // monitors, in the order in which they were taken
}

type frame struct {
	code *code
	base int32
	pc   int32
}

func (t *thread) top() *frame { return &t.frames[len(t.frames)-1] }

func newMachine(p *Program, opts *Options) *machine {
	m := &machine{p: p, opts: opts, res: &Result{}}
	for _, g := range p.globals {
		if g.isObj {
			slots := make([]Value, g.size)
			if g.class >= 0 {
				slots = append(slots, p.classes[g.class].fields...)
			}
			m.objs = append(m.objs, obj{class: g.class, slots: slots})
		}
	}
	for _, g := range p.globals {
		if g.kind != finalGlobal {
			m.objs = append(m.objs, obj{class: aVarCell})
			m.vars = append(m.vars, g.value)
			m.varIDs = append(m.varIDs, g.id)
		}
	}
	m.state.m = m
	return m
}

// spawn starts a thread that executes a function.
func (m *machine) spawn(fn int32, args []Value) *thread {
	t := &thread{id: int32(len(m.threads) + 1)}
	m.threads = append(m.threads, t)
	m.live++
	m.push(t, fn, false)
	copy(t.regs[1:], args)
	return t
}

// push enters a function; the caller passes the arguments.
func (m *machine) push(t *thread, fn int32, direct bool) {
	c := m.p.funcs[fn]
	base := len(t.regs)
	if need := base + c.regs; need <= cap(t.regs) {
		t.regs = t.regs[:need]
		clear(t.regs[base:])
	} else {
		t.regs = append(t.regs, make([]Value, c.regs)...)
	}
	t.frames = append(t.frames, frame{code: c, base: int32(base)})
	m.event(envs.Event{Kind: envs.Enter, Direct: direct, Func: c.fn.ID, Thread: envs.Thread(t.id)})
}

func (m *machine) pop(t *thread, returned bool) {
	f := t.top()
	m.event(envs.Event{Kind: envs.Leave, Done: returned, Func: f.code.fn.ID, Thread: envs.Thread(t.id)})
	t.regs = t.regs[:f.base]
	t.frames = t.frames[:len(t.frames)-1]
	if len(t.frames) == 0 {
		t.status = ended
		m.live--
		m.event(envs.Event{Kind: envs.End, Done: true, Func: f.code.fn.ID, Thread: envs.Thread(t.id)})
	}
}

func (m *machine) event(ev envs.Event) {
	if m.emit != nil && !m.stopped && !m.emit(ev) {
		m.stopped = true
	}
}

// throw takes control to the nearest handler, out of frames that have none.
func (m *machine) throw(t *thread, v Value) {
	at := envs.At(t.top().code.fn.ID, t.top().pc)
	for len(t.frames) > 0 {
		f := t.top()
		if h := f.code.insts[f.pc].handler; h != 0 {
			f.pc, t.exc = h, v
			return
		}
		m.pop(t, false)
	}
	m.res.Uncaught = append(m.res.Uncaught, Uncaught{envs.Thread(t.id), v, at})
}

// enabled reports whether t can go on.
func (m *machine) enabled(t *thread) bool {
	switch t.status {
	case running:
		return true
	case blocked, notified:
		return m.objs[t.on-1].owner == 0
	case joining:
		return m.threads[t.on-1].status == ended
	}
	return false
}

// take gives t the monitor, count times.
func (m *machine) take(t *thread, id, count int32) {
	o := &m.objs[id-1]
	if o.owner == 0 {
		o.owner = t.id
		t.held = append(t.held, id)
	}
	o.count += count
}

// give takes the monitor from t, count times.
func (m *machine) give(t *thread, id, count int32) {
	o := &m.objs[id-1]
	if o.count -= count; o.count > 0 {
		return
	}
	o.owner = 0
	for i := len(t.held) - 1; i >= 0; i-- {
		if t.held[i] == id {
			t.held = append(t.held[:i], t.held[i+1:]...)
			return
		}
	}
}

// resume makes a thread that can go on run again.
func (m *machine) resume(t *thread) {
	if t.status != running {
		m.event(envs.Event{Kind: envs.Await, Done: true, Func: t.top().code.fn.ID, PC: t.top().pc, Thread: envs.Thread(t.id)})
	}
	if t.status == notified {
		m.take(t, t.on, t.count)
		t.top().pc++
	}
	t.status = running
}

// wake takes a thread out of the wait set of an object; it reports whether one
// was there.
func (m *machine) wake(id int32, all bool) {
	var set []*thread
	for _, t := range m.threads {
		if t.status == waiting && t.on == id {
			set = append(set, t)
		}
	}
	if !all && len(set) > 1 {
		slices.SortStableFunc(set, func(t, u *thread) int { return int(t.name - u.name) })
		i := m.choose(len(set))
		set = set[i : i+1]
	}
	for _, t := range set {
		t.status = notified
	}
}

// random is splitmix64.
func (m *machine) random() uint64 {
	m.rng += 0x9e3779b97f4a7c15
	z := m.rng
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// choose is a number below n: a choice that the program leaves open.
func (m *machine) choose(n int) int {
	if m.controlled {
		m.drawn = true
		return min(m.picked, n-1)
	}
	return int(m.random() >> 33 % uint64(n))
}
