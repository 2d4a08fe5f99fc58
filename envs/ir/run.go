package ir

import (
	"iter"
	"math"

	"github.com/seed38182bad/parallax/envs"
)

// Options bound and watch a run, and those of Explore. The zero value is ready to use.
type Options struct {
	// MaxSteps is how many operations all threads together may execute; 0 means
	// 1,000,000. In Explore it is how often they may stop, and 0 means 10,000.
	MaxSteps int
	// MaxDepth is how many frames a thread may have; 0 means 10,000, and 100 in
	// Explore. A call beyond it throws -5.
	MaxDepth int
	// MaxThreads is how many threads may be started; 0 means 2,000.
	MaxThreads int
	// Preempt is the probability, before each operation, that the thread that ran
	// so far is set aside. One of all that can go on, itself included, is then
	// drawn with equal chances. 0 means 0.1; a negative value means that threads
	// change only where one cannot go on. Explore changes them by itself.
	Preempt float64
	// Elements is how many elements of an array are variables of their own in events.
	// Those after them are one variable together. 0 means 64; a negative value means that
	// each array is one.
	Elements int
	// Observe is called before each operation that is about to execute, with the
	// concrete state at its point. The state is valid during the call.
	Observe func(*State)

	// What follows is for Explore and System.

	// Stops says where threads stop, so that others can go on. Explore does not heed it, and strategies that leave out
	// schedules need Noticed.
	Stops Stops

	// Reduce says which operations are no stops in a search of states (explore.States), unless Stops is Every. Explore and
	// strategies do not heed it.
	Reduce Reduce

	// MaxRuns is how many runs are made at most; 0 means 100,000.
	MaxRuns int
	// Merge ends a run, without visiting it, as soon as it comes to a state that
	// was seen before. Every state and every outcome is reached, but not every
	// sequence of events, and programs that wait in a loop can be explored to
	// the end. Instead of MaxSteps there is a limit of 10 states for each of MaxRuns.
	Merge bool
	// Events, if set, receives what happens in each run.
	Events func(envs.Event)
	// Begins, if set, is called before each run.
	Begins func()
}

// Stops say where the threads of a System stop.
type Stops uint8

// Where threads stop. Whatever it is, they stop before they draw a number, or have to choose whom to notify.
const (
	// Noticed stops threads before operations that another thread can notice.
	Noticed Stops = iota
	// Every stops them before every operation.
	Every
	// Blocks stops them where they have given back a monitor or wait, before they take another one than those that they
	// hold, and before accesses to memory without one (ExitBlock: Bruening, Systematic testing of multithreaded Java
	// programs, MIT 1999; thesis, section 9.3). That is enough if no data race is possible between accesses of which one
	// is under a monitor.
	Blocks
)

func (o Options) withDefaults() *Options {
	if o.MaxSteps <= 0 {
		o.MaxSteps = 1_000_000
	}
	if o.MaxDepth <= 0 {
		o.MaxDepth = 10_000
	}
	if o.MaxThreads <= 0 {
		o.MaxThreads = 2000
	}
	if o.Preempt == 0 {
		o.Preempt = 0.1
	}
	if o.Elements == 0 {
		o.Elements = 64
	}
	return &o
}

// An Execution is one run of a program: the one that a seed and options
// determine. It implements envs.Run. It is not safe for concurrent use; several
// executions of one program are.
type Execution struct {
	prog   *Program
	seed   uint64
	opts   *Options
	result *Result
}

// Run prepares the run of main that the seed determines. Nothing is executed
// until events or the result are asked for.
func (p *Program) Run(seed uint64, opts Options) *Execution {
	return &Execution{prog: p, seed: seed, opts: opts.withDefaults()}
}

// Events executes the program and yields what happens, the same each time. It
// yields no error: Result says how the run ended.
func (e *Execution) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		m := newMachine(e.prog, e.opts)
		m.emit = func(ev envs.Event) bool { return yield(ev, nil) }
		e.run(m)
	}
}

// Result says how the run ended; it executes the program unless Events did so
// to the end.
func (e *Execution) Result() *Result {
	if e.result == nil {
		e.run(newMachine(e.prog, e.opts))
	}
	return e.result
}

func (e *Execution) run(m *machine) {
	m.rng = e.seed
	m.spawn(int32(e.prog.main), nil)
	m.seeded()
	if !m.stopped {
		e.result = m.finish()
	}
}

// seeded runs the machine under the seed's schedule.
func (m *machine) seeded() {
	var threshold uint64
	if m.opts.Preempt > 0 {
		threshold = uint64(min(m.opts.Preempt, 1) * math.MaxUint32)
	}
	cur := m.threads[0]
	for m.steps < m.opts.MaxSteps && len(m.threads) <= m.opts.MaxThreads && !m.stopped {
		if cur.status != running || m.live > 1 && m.random()>>32 < threshold {
			if cur = m.pick(); cur == nil {
				return
			}
		}
		m.exec(cur)
	}
}

// pick draws one of the threads that can go on, nil if there is none.
func (m *machine) pick() *thread {
	n := 0
	for _, t := range m.threads {
		if m.enabled(t) {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	i := 0
	if n > 1 {
		i = m.choose(n)
	}
	for _, t := range m.threads {
		if m.enabled(t) {
			if i == 0 {
				m.resume(t)
				return t
			}
			i--
		}
	}
	return nil
}

// awaits says that a thread has to wait for an object or a thread.
func (m *machine) awaits(t *thread, obj uint64) {
	f := t.top()
	m.event(envs.Event{Kind: envs.Await, Func: f.code.fn.ID, PC: f.pc, Thread: envs.Thread(t.id), Obj: obj})
}

// halts says of the threads that wait at the end of the run whether something could have waked them: in a deadlock
// nothing can, and otherwise a limit has ended the run.
func (m *machine) halts(deadlock bool) {
	for _, t := range m.threads {
		if t.status != ended && t.status != running {
			f := t.top()
			m.event(envs.Event{Kind: envs.Halt, Done: deadlock, Direct: !deadlock, Func: f.code.fn.ID, PC: f.pc,
				Thread: envs.Thread(t.id)})
		}
	}
}

// finish says how the run ended.
func (m *machine) finish() *Result {
	r := new(*m.res)
	r.Steps, r.Threads, r.m = m.steps, len(m.threads), m
	for _, t := range m.threads {
		if t.status == ended {
			continue
		}
		if m.enabled(t) {
			r.End = StepLimit
			if len(m.threads) > m.opts.MaxThreads {
				r.End = ThreadLimit
			}
			r.Blocked = nil
			break
		}
		r.End = Deadlock
		b := Blocked{Thread: envs.Thread(t.id), At: envs.At(t.top().code.fn.ID, t.top().pc), Notify: t.status == waiting}
		if t.status == joining {
			b.For = envs.Thread(t.on)
		} else {
			b.Obj = uint64(t.on)
			b.For = envs.Thread(m.objs[t.on-1].owner)
		}
		r.Blocked = append(r.Blocked, b)
	}
	m.halts(r.End == Deadlock)
	return r
}
