package dataflow

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// Replay runs a checker over one run of a program: events in, findings out. It
// gives each thread a stack of frames and each frame an instance of the checker;
// what a callee returns is handed to its caller (thesis, section 6.4.2). It is
// not safe for concurrent use.
type Replay[S lattice.Mergeable[S]] struct {
	prog    envs.Program
	name    string
	ch      Checker[S]
	can     abilities[S]
	env     runEnv
	threads map[envs.Thread]*thread[S]
	last    *thread[S]
	owners  map[uint64]*thread[S]  // who holds a lock exclusively
	users   map[uint64]envs.Thread // who alone accessed an object so far; 0: several threads
	blocks  int64                  // blocks opened so far
	counts  [][]int64              // by function and pc: how often it was executed
	reports map[reportKey]*counted
}

type thread[S any] struct {
	threadContext
	id     envs.Thread
	frames []runFrame[S]
}

// threadContext is what a thread holds.
type threadContext struct {
	held     stack
	released envs.Point
	calls    []*envs.Op // by frame: the call it was entered by, nil if unknown
}

type runFrame[S any] struct {
	fn      *envs.Func
	counts  []int64
	s       S
	exit    S
	hasExit bool
	op      *envs.Op // the operation it is at
	direct  bool     // called by the frame below's operation
}

type reportKey struct {
	at    envs.Point
	kind  string
	cause envs.Point
}

type counted struct {
	report envs.Report
	runs   int64
}

// NewReplay makes a driver for one checker and one run.
func NewReplay[S lattice.Mergeable[S]](prog envs.Program, name string, ch Checker[S]) *Replay[S] {
	r := &Replay[S]{
		prog: prog, name: name, ch: ch, can: abilitiesOf(ch, &Options{}),
		threads: map[envs.Thread]*thread[S]{},
		owners:  map[uint64]*thread[S]{},
		users:   map[uint64]envs.Thread{},
		counts:  make([][]int64, prog.NumFuncs()),
		reports: map[reportKey]*counted{},
	}
	r.env.prog, r.env.report = prog, r.report
	return r
}

// Run feeds a whole run to the driver. After it another run may follow: threads,
// locks and objects are new, findings and counts add up. An error that ended the run early is
// returned after all that came before it was taken in.
func (r *Replay[S]) Run(ctx context.Context, run envs.Run) error {
	r.threads, r.last = map[envs.Thread]*thread[S]{}, nil
	r.owners, r.users = map[uint64]*thread[S]{}, map[uint64]envs.Thread{}
	if g, ok := r.ch.(Repeater); ok {
		g.Forget()
	}
	n := 0
	for ev, err := range run.Events() {
		if err != nil {
			return err
		}
		if err := r.Event(&ev); err != nil {
			return err
		}
		if n++; n&0xfff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// Event takes in one event. An event that does not fit what came before, or a
// checker that panics (*PanicError), is an error; the driver can go on with the
// next event.
func (r *Replay[S]) Event(ev *envs.Event) (err error) {
	t := r.last
	if t == nil || t.id != ev.Thread {
		t = r.threads[ev.Thread]
		if t == nil {
			t = &thread[S]{id: ev.Thread}
			r.threads[ev.Thread] = t
		}
		r.last = t
	}
	switch ev.Kind {
	case envs.Step:
		return r.step(t, ev)
	case envs.Enter:
		return r.enter(t, ev)
	case envs.Leave:
		return r.leave(t, ev)
	case envs.Fault:
		return r.fault(t, ev)
	case envs.Signal, envs.Observe:
		return nil
	case envs.End:
		delete(r.threads, t.id)
		r.last = nil
		return nil
	}
	return fmt.Errorf("thread %d: unknown event kind %d", ev.Thread, ev.Kind)
}

func (r *Replay[S]) guard(err *error) {
	if v := recover(); v != nil {
		*err = &PanicError{Place: placeOf(r.prog, r.env.Point()), Value: v, Stack: debug.Stack()}
	}
}

func (r *Replay[S]) enter(t *thread[S], ev *envs.Event) (err error) {
	if ev.Func < 0 || int(ev.Func) >= r.prog.NumFuncs() || r.prog.Func(ev.Func) == nil {
		return fmt.Errorf("thread %d enters function %d, which the program does not have", ev.Thread, ev.Func)
	}
	fn := r.prog.Func(ev.Func)
	if r.counts[ev.Func] == nil {
		r.counts[ev.Func] = make([]int64, len(fn.Ops))
	}
	f := runFrame[S]{fn: fn, counts: r.counts[ev.Func]}
	var call *envs.Op
	if n := len(t.frames); n > 0 && ev.Direct {
		f.direct = true
		call = t.frames[n-1].op
	}
	defer r.guard(&err)
	t.frames = append(t.frames, f)
	t.calls = append(t.calls, call)
	if n := len(t.frames); call != nil && r.can.enterer != nil {
		r.at(t, n-2, call)
		t.frames[n-1].s = r.can.enterer.Enter(&r.env, call, t.frames[n-2].s, fn)
	} else {
		r.at(t, len(t.frames)-1, nil)
		t.frames[len(t.frames)-1].s = r.ch.Entry(&r.env, fn)
	}
	return nil
}

// at makes the environment speak of a frame that is at op.
func (r *Replay[S]) at(t *thread[S], depth int, op *envs.Op) {
	e := &r.env
	e.thread, e.ctx, e.depth, e.op, e.opened, e.alone = t.id, &t.threadContext, depth, op, false, false
	e.fn = t.frames[depth].fn
}

func (r *Replay[S]) step(t *thread[S], ev *envs.Event) (err error) {
	n := len(t.frames)
	if n == 0 {
		return fmt.Errorf("thread %d executes operation %d outside any function", ev.Thread, ev.PC)
	}
	f := &t.frames[n-1]
	if ev.PC < 0 || int(ev.PC) >= len(f.fn.Ops) {
		return fmt.Errorf("thread %d: %s has no operation %d", ev.Thread, f.fn.Name, ev.PC)
	}
	op := &f.fn.Ops[ev.PC]
	if err := r.arrive(t, f, ev.PC); err != nil {
		return err
	}
	f.op = op
	f.counts[ev.PC]++
	if op.Results > 0 {
		for i := range t.held { // a path means the register's latest value
			if h := &t.held[i]; h.path != nil && h.path.Root == envs.AtReg && int(h.from) == n && op.Defines(h.path.Reg) {
				h.path = nil
			}
		}
	}
	r.at(t, n-1, op)
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait:
		if ev.Obj != 0 {
			r.lock(t, op, ev)
		}
	case envs.Load, envs.Store, envs.Atomic:
		r.env.alone = ev.Obj != 0 && r.alone(t.id, ev.Obj)
	}
	defer r.guard(&err)
	f.s = r.ch.Step(&r.env, op, f.s)
	if op.Kind == envs.Return && r.can.caller != nil {
		f.exit, f.hasExit = r.can.caller.Exit(&r.env, op, f.s), true
	}
	return nil
}

// arrive tells the checker of the direction by which control came to pc, if the
// frame was at a branch.
func (r *Replay[S]) arrive(t *thread[S], f *runFrame[S], pc int32) error {
	if prev := f.op; prev != nil && r.can.brancher != nil && (prev.Kind == envs.Branch || prev.Kind == envs.Switch) {
		return r.branch(t, f, prev, pc)
	}
	return nil
}

// alone notes an access and reports whether no other thread has accessed the
// object so far.
func (r *Replay[S]) alone(t envs.Thread, obj uint64) bool {
	switch u, ok := r.users[obj]; {
	case !ok:
		r.users[obj] = t
	case u != t:
		r.users[obj] = 0
		return false
	}
	return true
}

// branch tells the checker which way control went at prev, once the operation that
// follows is known and leaves no doubt.
func (r *Replay[S]) branch(t *thread[S], f *runFrame[S], prev *envs.Op, pc int32) (err error) {
	taken := -1
	for i, target := range f.fn.Lists[prev.To] {
		if target == pc {
			if taken >= 0 {
				return nil
			}
			taken = i
		}
	}
	if taken < 0 {
		return nil
	}
	defer r.guard(&err)
	r.at(t, len(t.frames)-1, prev)
	s, ok := r.can.brancher.Branch(&r.env, prev, taken, f.s)
	if !ok {
		return fmt.Errorf("%s: control went where the checker says it cannot", placeOf(r.prog, envs.At(f.fn.ID, prev.PC)))
	}
	f.s = s
	return nil
}

// lock moves the thread's locks over a lock operation.
func (r *Replay[S]) lock(t *thread[S], op *envs.Op, ev *envs.Event) {
	e := &r.env
	site := r.blocks + 1
	read := op.Is(envs.Shared)
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire:
		if op.Kind == envs.TryAcquire && !ev.Done {
			return
		}
		h := hold{obj: ev.Obj, path: op.Path, site: site, at: e.Point(), read: read, from: int32(len(t.frames))}
		t.held, e.opened = t.held.acquire(h)
		if !read {
			r.owners[ev.Obj] = t
		}
	case envs.Release:
		o := t
		if t.held.find(nil, ev.Obj) < 0 {
			// In Go a lock may be given back by another thread than took it.
			if w := r.owners[ev.Obj]; w != nil && !read {
				o = w
			}
		}
		t.released = e.Point()
		var opened bool
		o.held, opened = o.held.release(nil, ev.Obj, read, false, site, e.Point())
		e.opened = opened && o == t
		if !read && o.held.find(nil, ev.Obj) < 0 {
			delete(r.owners, ev.Obj)
		}
		if opened {
			r.blocks = site
		}
	case envs.Wait:
		t.released = e.Point()
		t.held, e.opened = t.held.wait(nil, ev.Obj, site, e.Point())
	}
	if e.opened {
		r.blocks = site
		e.openedBlock = envs.OpenedBlock(site)
	}
}

func (r *Replay[S]) leave(t *thread[S], ev *envs.Event) (err error) {
	n := len(t.frames)
	if n == 0 {
		return fmt.Errorf("thread %d leaves a function that it did not enter", ev.Thread)
	}
	f := t.frames[n-1]
	call := t.calls[n-1]
	for i := range t.held { // what the callee still holds goes by the caller's names
		if h := &t.held[i]; int(h.from) == n {
			h.from--
			h.path = h.path.In(argsOfOrNil(call))
		}
	}
	t.frames[n-1] = runFrame[S]{}
	t.frames, t.calls = t.frames[:n-1], t.calls[:n-1]
	if n == 1 || !f.direct || !f.hasExit || !ev.Done || call == nil {
		return nil
	}
	defer r.guard(&err)
	below := &t.frames[n-2]
	r.at(t, n-2, call)
	below.s = r.can.caller.Return(&r.env, call, f.exit, below.s)
	return nil
}

func argsOfOrNil(call *envs.Op) []*envs.Path {
	if call == nil {
		return nil
	}
	return argsOf(call)
}

func (r *Replay[S]) report(at envs.Point, rep envs.Report) {
	key := reportKey{at, rep.Kind, rep.Cause}
	if c := r.reports[key]; c != nil {
		c.runs++
		return
	}
	r.reports[key] = &counted{rep, 1}
}

// Findings are what was reported so far, sorted.
func (r *Replay[S]) Findings() []envs.Finding {
	g := newGrouper(r.prog, r.name)
	for key, c := range r.reports {
		g.add(key.at, c.report, c.runs)
	}
	return g.findings()
}

// Executed is how often the operation at p was executed so far.
func (r *Replay[S]) Executed(p envs.Point) int64 {
	if p.IsZero() {
		return 0
	}
	if c := r.counts[p.Func()]; c != nil {
		return c[p.PC()]
	}
	return 0
}

// runEnv answers a checker's questions during a run.
type runEnv struct {
	prog        envs.Program
	thread      envs.Thread
	ctx         *threadContext
	depth       int
	fn          *envs.Func
	op          *envs.Op
	alone       bool // no other thread has accessed the object so far
	opened      bool
	openedBlock envs.Block
	failed      *failed // nil unless a check does not hold
	report      func(envs.Point, envs.Report)
	control     controls
}

func (e *runEnv) Program() envs.Program { return e.prog }
func (e *runEnv) Func() *envs.Func      { return e.fn }
func (e *runEnv) Thread() envs.Thread   { return e.thread }

func (e *runEnv) Point() envs.Point {
	if e.op == nil {
		return envs.At(e.fn.ID, 0)
	}
	return envs.At(e.fn.ID, e.op.PC)
}

func (e *runEnv) Block() envs.Block          { return e.ctx.held.block(nil) }
func (e *runEnv) Opened() (envs.Block, bool) { return e.openedBlock, e.opened }
func (e *runEnv) LastRelease() envs.Point    { return e.ctx.released }
func (e *runEnv) MayShare() bool             { return e.op == nil || !e.op.Is(envs.Local) && !e.alone }
func (e *runEnv) MayWrite() bool             { return e.op == nil || e.op.Loc == nil || !e.op.Loc.Final }
func (e *runEnv) Detail() *envs.Detail {
	if e.op == nil {
		return envs.NoDetail
	}
	return e.prog.Detail(e.Point())
}
func (e *runEnv) MayFail(c *envs.Check) bool  { return e.failed != nil && e.failed.check == c }
func (e *runEnv) MustFail(c *envs.Check) bool { return e.MayFail(c) }
func (e *runEnv) MustDecide() bool            { return true }
func (e *runEnv) Known(t envs.Term) (machine.Value, bool) {
	if e.failed == nil {
		return machine.Value{}, false
	}
	return e.failed.known(t)
}
func (e *runEnv) Report(r envs.Report) {
	if e.op != nil {
		e.report(e.Point(), r)
	}
}
func (e *runEnv) MayDecide(pc int32) bool {
	return e.op != nil && e.control.of(e.fn).MayDecide(pc, e.op.PC)
}

func (e *runEnv) MustBeOpen(b envs.Block) bool {
	for i := range e.ctx.held {
		if siteBlock(e.ctx.held[i].site, nil).MustBe(b) {
			return true
		}
	}
	return false
}

func (e *runEnv) Acquired() envs.Point {
	if n := len(e.ctx.held); n > 0 {
		return e.ctx.held[n-1].at
	}
	return envs.Point{}
}

func (e *runEnv) Lock() *envs.Path {
	if n := len(e.ctx.held); n > 0 {
		return e.nameOf(&e.ctx.held[n-1])
	}
	return nil
}

// nameOf is the name that the frame has for a lock taken in it or below it on
// the stack.
func (e *runEnv) nameOf(h *hold) *envs.Path {
	p := h.path
	for d := int(h.from); d <= e.depth && p != nil; d++ {
		p = p.Into(argsOfOrNil(e.ctx.calls[d]))
	}
	return p
}

func (e *runEnv) MustHold(p *envs.Path) bool {
	if p == nil {
		return false
	}
	for i := range e.ctx.held {
		if p.Same(e.nameOf(&e.ctx.held[i])) {
			return true
		}
	}
	return false
}

func (e *runEnv) MayHold(p *envs.Path) bool {
	for i := range e.ctx.held {
		if q := e.nameOf(&e.ctx.held[i]); p == nil || q == nil || q.Same(p) {
			return true
		}
	}
	return false
}
