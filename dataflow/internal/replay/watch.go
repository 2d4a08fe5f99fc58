package replay

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/envs"
)

// A Watch shows a run to analyses: events in, reports out. What the run itself is (threads, locks, memory and order) is
// followed once for all of them, by modules. It is not safe for concurrent use.
type Watch struct {
	stacks
	modules   []run.Module
	told      [run.NumKinds][]run.Module // who is told of events of a kind that are no Steps
	env       *Env
	listeners []listener // that have not failed
	all       []listener
	branches  bool // one of them wants to know the directions that control takes
	messages  bool // one of them wants to know of messages
	sparse    bool // all of them select
	wrong     int  // how often some of them failed, or contradicted the run
	late      []error
}

// NewWatch shows runs to those that listen, in this order. env is the one that they ask.
func NewWatch(env *Env, ls ...Listener) *Watch {
	prog := env.prog
	x := &Watch{stacks: stacks{prog: prog, counts: make([][]count, prog.NumFuncs())}, env: env, sparse: true}
	var cost ground.Cost
	ordering := false
	objects := false
	for n, l := range ls {
		i := l.interest()
		x.branches = x.branches || i.branches
		x.messages = x.messages || i.messages
		x.sparse = x.sparse && i.selects != nil && !i.branches
		var asks run.Asker
		if x.env.World != nil {
			asks = x.env.World.Asker(i.cost)
		}
		cost |= i.cost
		ordering = ordering || asks.Signals
		objects = objects || !asks.Variables && i.selects == nil
		x.all = append(x.all, listener{Listener: l, interest: i, asks: asks, bit: bitOf(n)})
	}
	x.messages = x.messages && ordering
	if x.env.World != nil {
		x.modules = x.env.World.Follow(cost, objects, x.sparse)
	}
	for kind := range run.NumKinds {
		for _, m := range x.modules {
			if kind != envs.Step && m.Selects(kind, nil) > run.Nothing {
				x.told[kind] = append(x.told[kind], m)
			}
		}
	}
	x.begin(run.Pass{})
	x.listeners = x.all
	return x
}

// begin begins a pass.
func (x *Watch) begin(p run.Pass) {
	x.env.pass = p
	x.forget()
	for _, m := range x.modules {
		m.Begin(p)
	}
	err := x.show(func(l *listener) error {
		if !p.Again {
			l.Forget(true, 0, 0)
		}
		l.begin(p)
		return nil
	})
	if err != nil {
		x.late = append(x.late, err)
	}
}

// Run feeds a whole run to the checkers. After it another run may follow: threads, locks and objects are new, findings
// and counts add up. An error that ended the run early is returned after all that came before it was taken in. One of a
// checker does not end it.
func (x *Watch) Run(ctx context.Context, run envs.Run) error {
	x.Begin()
	wrong, ended := x.feed(ctx, run)
	return errors.Join(wrong, ended)
}

// Begin begins another run, of which Event is told, as Run does. A new Watch needs no Begin.
func (x *Watch) Begin() { x.begin(run.Pass{}) }

// RunWhole is Run for a run that is over, off-line: events gives the same as often as it is asked. It shows the run to
// the checkers twice, so that they look at each operation in the light of all that comes after it, too (envs.Stages).
// It shows it again as long as one of them asks for it (Table.Again). Findings are those of the last pass, and do not
// depend on who else asks. What is no more is not forgotten meanwhile, so it takes memory for all variables of the run
// together.
func (x *Watch) RunWhole(ctx context.Context, events envs.Run) error {
	pass := run.Pass{Whole: true}
	var errs []error
	for again := true; again; {
		x.begin(pass)
		wrong, ended := x.feed(ctx, events)
		if errs = append(errs, wrong, ended); ended != nil {
			break
		}
		again, pass.Again = !pass.Again, true
		errs = append(errs, x.show(func(l *listener) error {
			again = l.Again() || again
			return nil
		}))
	}
	return errors.Join(errs...)
}

// eventsUnasked is after how many events it is asked whether the context is done. A checker may take long for each.
const eventsUnasked = 16

// feed feeds the events of a run to the checkers. The errors are what checkers did wrong, and what ended the run early.
func (x *Watch) feed(ctx context.Context, run envs.Run) (wrong, ended error) {
	if err := ctx.Err(); err != nil { // a short run comes to no other question, however often it is shown
		return nil, err
	}
	n := 0
	var errs []error
	for ev, err := range run.Events() {
		if err != nil {
			return errors.Join(errs...), err
		}
		before := x.wrong
		if err := x.Event(&ev); err != nil {
			if x.wrong == before {
				return errors.Join(errs...), err
			}
			errs = append(errs, err)
		}
		if n++; n%eventsUnasked == 0 && ctx.Err() != nil {
			return errors.Join(errs...), ctx.Err()
		}
	}
	return errors.Join(append(errs, x.End())...), nil
}

// End says that the run is over, for those who tell of it by Event. Frames of a Recorded program that are open are
// left as by an exception (Analysis.Thrown), those of one thread after the other. So checkers hear of what did not
// come to its end.
func (x *Watch) End() error {
	errs := x.late
	if x.late = nil; !x.prog.Knows().Recorded {
		return errors.Join(errs...)
	}
	for _, id := range slices.Sorted(maps.Keys(x.threads)) {
		for t := x.threads[id]; len(t.Frames) > 0; {
			errs = append(errs, x.leave(t, &envs.Event{Kind: envs.Leave, Thread: id}))
		}
	}
	return errors.Join(errs...)
}

// Doubt says that events of this run are missing from here on. One of them may have ordered two threads, so of what
// Races.MayRace gives after it nothing is Certain, until Run begins with another run. What was reported before stays as
// it is.
func (x *Watch) Doubt() {
	if x.env.World != nil {
		x.env.World.Incomplete()
	}
}

// Event takes in one event. One that does not fit what came before is an error and is shown to no checker, and what
// follows is in Doubt. A checker that panics (*PanicError) is an error, too, and is shown nothing more. One that
// contradicts the run is an error once for each branch, and forgets what it knows of the frame. In any case more events
// may follow.
func (x *Watch) Event(ev *envs.Event) error {
	if ev.Kind >= envs.NumEventKinds {
		x.Doubt()
		return fmt.Errorf("thread %d: unknown event kind %d", ev.Thread, ev.Kind)
	}
	if ev.Thread == 0 && ev.Kind != envs.Forget {
		x.Doubt()
		return fmt.Errorf("an event (kind %d) is of thread 0, which is none: want threads numbered from 1", ev.Kind)
	}
	t := x.thread(ev.Thread)
	if t.state != executing {
		x.wake(t, ev.Kind)
	}
	switch ev.Kind {
	case envs.Step:
		return x.step(t, ev)
	case envs.Enter:
		return x.enter(t, ev)
	case envs.Leave:
		return x.leave(t, ev)
	case envs.Fault:
		return x.fault(t, ev)
	case envs.End:
		x.tell(t, run.EventOf(ev))
		for _, l := range x.listeners {
			l.end(&t.Thread)
		}
		x.end(t)
		return x.gone()
	case envs.Forget:
		if x.env.pass.Whole {
			return nil
		}
		x.tell(t, run.EventOf(ev))
		return x.gone()
	case envs.Await, envs.Halt:
		return x.waits(t, ev)
	default:
		x.tell(t, run.EventOf(ev))
		return x.message(t, ev)
	}
}

// waits shows the checkers that a thread waits or halts at an operation, which has no Step now.
func (x *Watch) waits(t *thread, ev *envs.Event) error {
	m := Message{Kind: ev.Kind, Thread: t.ID, Of: ev.Obj, Done: ev.Done, Cut: ev.Direct}
	if ev.Failure != nil {
		m.Text = ev.Failure.Text
	}
	if ev.Kind == envs.Halt && ev.PC >= 0 && x.function(ev.Func) != nil &&
		(len(t.Frames) == 0 || t.Top().Fn.ID != ev.Func) {
		err := x.enter(t, &envs.Event{Kind: envs.Enter, Func: ev.Func, Thread: ev.Thread})
		defer x.leave(t, &envs.Event{Kind: envs.Leave, Func: ev.Func, Thread: ev.Thread})
		if err != nil {
			return err
		}
	}
	if n := len(t.Frames); n > 0 && ev.PC >= 0 {
		f := t.Top()
		if int(ev.PC) >= len(f.Fn.Ops) {
			return fmt.Errorf("thread %d: %s has no operation %d at which it could wait", ev.Thread, f.Fn.Name, ev.PC)
		}
		m.Op, m.At = &f.Fn.Ops[ev.PC], envs.At(f.Fn.ID, ev.PC)
		x.env.at(&t.Thread, n-1, m.Op)
	}
	for _, mod := range x.told[ev.Kind] {
		mod.Event(&t.Thread, m.Op, run.EventOf(ev))
	}
	return x.show(func(l *listener) error {
		l.waits(&t.Thread, m)
		return nil
	})
}

// wake tells the modules of a thread that starts, or that goes on after a Wait, before its next event.
func (x *Watch) wake(t *thread, next envs.EventKind) {
	ev := run.Event{Kind: run.Start}
	switch {
	case next == envs.Observe, (next == envs.Signal || next == envs.Await || next == envs.Halt) && t.state == waiting:
		return
	case t.state == waiting:
		ev.Kind = run.Resume
	}
	t.state = executing
	x.tell(t, ev)
}

// tell tells the modules of what is no Step.
func (x *Watch) tell(t *thread, ev run.Event) {
	for _, m := range x.told[ev.Kind] {
		m.Event(&t.Thread, nil, ev)
	}
}

func (x *Watch) step(t *thread, ev *envs.Event) error {
	if len(t.Frames) == 0 {
		x.Doubt()
		return fmt.Errorf("thread %d executes operation %d outside any function", ev.Thread, ev.PC)
	}
	f := t.Top()
	c := x.count(f.Fn, ev.PC)
	if c == nil {
		x.Doubt()
		return fmt.Errorf("thread %d: %s has no operation %d", ev.Thread, f.Fn.Name, ev.PC)
	}
	if f.Op != nil && f.Op.Kind == envs.Return {
		x.Doubt()
		return fmt.Errorf("thread %d: %s executes operation %d after its Return: want a Leave of the frame first",
			ev.Thread, f.Fn.Name, ev.PC)
	}
	op, to := &f.Fn.Ops[ev.PC], c.to
	if ev.Direct && (op.Kind == envs.Acquire || op.Kind == envs.TryAcquire || op.Kind == envs.Release) {
		op = x.onSharedSide(op)
	}
	var err error
	groups := ev.Direct && op.Kind == envs.Fork // it was executed before
	if !groups {
		if x.branches {
			err = x.arrive(t, f, ev.PC) // of one checker: the others are shown the operation
		}
		f.Op = op
		t.Steps++
		if !x.env.pass.Again {
			c.n++
		}
		if to == 0 {
			return err
		}
		x.env.at(&t.Thread, len(t.Frames)-1, op)
	}
	for modules := uint(to >> firstModule); modules != 0; modules &= modules - 1 {
		x.modules[bits.TrailingZeros(modules)].Event(&t.Thread, op, run.EventOf(ev))
	}
	if op.Kind == envs.Wait {
		t.state = waiting
	}
	if groups || to&(1<<firstModule-1) == 0 {
		return err
	}
	known := ev.Obj != 0 || !op.Accesses()
	shown := x.show(func(l *listener) error {
		if to&l.bit != 0 && l.takes(known) {
			l.step(&t.Thread, op)
		}
		return nil
	})
	if err == nil {
		return shown
	}
	return errors.Join(err, shown)
}

// message shows the checkers what a thread tells or hears, unless it is about the order in which a lock is taken.
func (x *Watch) message(t *thread, ev *envs.Event) error {
	if !x.messages || ev.Direct || x.env.World.IsLock(ev.Obj) {
		return nil
	}
	m := Message{Kind: ev.Kind, Thread: t.ID, Of: ev.Obj, Done: ev.Done}
	if len(t.Frames) > 0 && t.Top().Op != nil {
		m.Op = t.Top().Op
		m.At = envs.At(t.Top().Fn.ID, m.Op.PC)
	}
	return x.show(func(l *listener) error {
		l.message(&t.Thread, m)
		return nil
	})
}

// gone tells the checkers what is no more.
func (x *Watch) gone() error {
	if x.env.World == nil {
		return nil
	}
	lock, variables := x.env.World.Gone()
	if x.env.pass.Whole || lock == 0 && len(variables) == 0 {
		return nil
	}
	return x.show(func(l *listener) error {
		if lock != 0 {
			l.Forget(false, lock, 0)
		}
		for _, v := range variables {
			l.Forget(false, 0, v)
		}
		return nil
	})
}

// arrive tells the checkers of the direction by which control came to pc from the branch at which the frame was, if
// that leaves no doubt.
func (x *Watch) arrive(t *thread, f *run.Frame, pc int32) error {
	prev := f.Op
	if prev == nil || prev.Kind != envs.Branch && prev.Kind != envs.Switch {
		return nil
	}
	taken := -1
	for i, target := range f.Fn.Lists[prev.To] {
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
	return x.show(func(l *listener) error { return l.branch(&t.Thread, prev, taken) })
}

func (x *Watch) enter(t *thread, ev *envs.Event) error {
	if err := x.push(t, ev); err != nil {
		x.Doubt()
		return err
	}
	return x.show(func(l *listener) error {
		l.enter(&t.Thread)
		return nil
	})
}

func (x *Watch) leave(t *thread, ev *envs.Event) error {
	if len(t.Frames) == 0 {
		x.Doubt()
		return fmt.Errorf("thread %d leaves a function that it did not enter", ev.Thread)
	}
	x.tell(t, run.EventOf(ev))
	defer t.pop()
	return x.show(func(l *listener) error {
		l.leave(&t.Thread, ev.Done)
		return nil
	})
}

// Executed is how often the operation at p was executed so far.
func (x *Watch) Executed(p envs.Point) int64 {
	if p.IsZero() || int(p.Func()) >= len(x.counts) || int(p.PC()) >= len(x.counts[p.Func()]) {
		return 0
	}
	return x.counts[p.Func()][p.PC()].n
}
