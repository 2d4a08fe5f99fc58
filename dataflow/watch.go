package dataflow

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A Watch shows a run to checkers: events in, findings out. What the run itself is
// (threads, locks, memory and order) is followed once for all of them. It is not safe
// for concurrent use.
type Watch struct {
	w         *world
	env       runEnv
	listeners []listener // that have not failed
	all       []listener
	branches  bool // one of them wants to know the directions that control takes
	hears     bool // one of them wants to know of messages
}

// A listener is a checker of a run, and what it wants to know of it.
type listener struct {
	replayer
	interest
	bit    audience
	failed bool
}

// interest is what a checker asks, and what it has to be shown.
type interest struct {
	needs    Needs
	selects  func(*envs.Op) bool // nil if all operations
	branches bool                // the directions that control takes
}

// A replayer is a Replay whatever the type of its states. A Watch looks after the panics
// of its checker.
type replayer interface {
	attach(*world, *runEnv)
	interest() interest
	forget()
	begin(again bool) // a pass over a whole run
	again() bool      // whether it wants another one
	enter(*thread)
	branch(t *thread, prev *envs.Op, taken int) error
	step(*thread, *envs.Op)
	try(*thread, *envs.Op)
	leave(t *thread, f *frameAt, done bool)
	end(*thread)
	drop(envs.Variable)
	part(envs.Lock)
	hears() bool // whether it wants to know of messages
	message(t *thread, m Message, heard bool)
	report(envs.Point, envs.Report)
	findings() []envs.Finding
}

// NewWatch shows runs of a program to several checkers.
func NewWatch(prog envs.Program, analyzers ...*Analyzer) *Watch {
	var ls []replayer
	for _, a := range analyzers {
		ls = append(ls, a.listen())
	}
	return watch(prog, ls...)
}

func watch(prog envs.Program, ls ...replayer) *Watch {
	x := &Watch{}
	var needs Needs
	objects, sparse := false, true
	for n, l := range ls {
		i := l.interest()
		needs |= i.needs
		x.branches = x.branches || i.branches
		x.hears = x.hears || l.hears()
		sparse = sparse && i.selects != nil && !i.branches
		objects = objects || i.needs&byVariable == 0 && i.selects == nil
		x.all = append(x.all, listener{replayer: l, interest: i, bit: bitOf(n)})
	}
	x.listeners = x.all
	if needs.Has(Sequence) && !sequenced(prog) {
		needs |= Order
	}
	x.w = newWorld(prog, needs, x.audience)
	x.w.objects, x.w.sparse = objects, sparse
	x.env.w = x.w
	for _, l := range ls {
		l.attach(x.w, &x.env)
	}
	return x
}

// Run feeds a whole run to the checkers. After it another run may follow: threads,
// locks and objects are new, findings and counts add up. An error that ended the run early is
// returned after all that came before it was taken in.
func (x *Watch) Run(ctx context.Context, run envs.Run) error {
	x.Begin()
	return x.pass(ctx, run)
}

// Begin begins another run, of which Event is told, as Run does. A new Watch needs no Begin.
func (x *Watch) Begin() {
	x.w.whole, x.w.seen = false, false
	x.w.forget()
	for _, l := range x.listeners {
		l.forget()
	}
}

// RunWhole is Run for a run that is over, and that gives the same events as often as it is asked
// for them: off-line. It shows the run to the checkers twice, so that each operation is looked at in the
// light of all that comes after it, too (Env.MayRepeat), and again as long as one of them asks
// for it (Gather.Again). Findings are those of the last pass, and do not depend on who else asks. What is no more is not forgotten
// meanwhile, so it takes memory for all variables of the run together.
func (x *Watch) RunWhole(ctx context.Context, run envs.Run) error {
	x.w.whole, x.w.seen = true, false
	for _, l := range x.listeners {
		l.forget()
	}
	x.w.later = later{}
	for again := true; again; {
		for _, l := range x.listeners {
			l.begin(x.w.seen)
		}
		if err := x.pass(ctx, run); err != nil {
			return err
		}
		again, x.w.seen = !x.w.seen, true
		for _, l := range x.listeners {
			again = l.again() || again
		}
	}
	return nil
}

// eventsUnasked is after how many events it is asked whether the context is done. A checker may take long for each.
const eventsUnasked = 16

// pass feeds the events of a run to the checkers.
func (x *Watch) pass(ctx context.Context, run envs.Run) error {
	if err := ctx.Err(); err != nil { // a short run comes to no other question, however often it is shown
		return err
	}
	x.w.forget()
	n := 0
	for ev, err := range run.Events() {
		if err != nil {
			return err
		}
		if err := x.Event(&ev); err != nil {
			return err
		}
		if n++; n%eventsUnasked == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return x.End()
}

// End says that the run is over, for those who tell of it by Event. What frames of a Recorded program are open is left as
// by an exception (Calls.Thrown), those of one thread after the other: so checkers hear of what did not come to its end.
func (x *Watch) End() error {
	if !recorded(x.w.prog) {
		return nil
	}
	var errs []error
	for _, id := range slices.Sorted(maps.Keys(x.w.threads)) {
		for t := x.w.threads[id]; len(t.frames) > 0; {
			errs = append(errs, x.leave(t, &envs.Event{Kind: envs.Leave, Thread: id}))
		}
	}
	return errors.Join(errs...)
}

// Doubt says that events of this run are missing from here on. One of them may have ordered
// two threads, so of what Env.MayRace gives after it nothing is Certain, until Run begins
// with another run. What was reported before stays as it is.
func (x *Watch) Doubt() { x.w.memory.doubt = true }

// Event takes in one event. One that does not fit what came before is an error and is shown to no
// checker, and what follows is in Doubt. A checker that panics (*PanicError) is an error, too, and is shown nothing
// more. One that contradicts the run is an error once for each branch, and forgets what it knows of the frame. In any
// case more events may follow.
func (x *Watch) Event(ev *envs.Event) error {
	w := x.w
	if ev.Kind >= envs.NumEventKinds {
		x.Doubt()
		return fmt.Errorf("thread %d: unknown event kind %d", ev.Thread, ev.Kind)
	}
	t := w.thread(ev.Thread)
	if t.waits != nil {
		w.order.arrive(t)
	}
	if t.away != nil && ev.Kind != envs.Observe && ev.Kind != envs.Signal { // these may be told of it while it waits
		t.back()
	}
	if t.echo == nil && ev.Kind != envs.Observe && w.needs.Ordering() {
		w.order.place(t)
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
		var err error
		if !ev.Done && !w.whole && w.needs.Has(Meetings) { // nobody waits for it
			err = x.show(&sight{what: sawPart, t: t, lock: threadLock(t.id)})
		}
		for _, l := range x.listeners {
			l.end(t)
		}
		w.end(t, ev.Done)
		return err
	case envs.Forget:
		return x.forget(t, ev.Obj)
	case envs.Signal, envs.Observe:
		if w.needs.Ordering() {
			return x.message(t, ev)
		}
	}
	return nil
}

func (x *Watch) step(t *thread, ev *envs.Event) error {
	f, op, err := x.w.step(t, ev)
	if err != nil {
		x.Doubt()
		return err
	}
	if ev.Direct {
		if op.Kind == envs.Fork {
			x.w.group(t, op, ev.Obj)
			return nil
		}
		switch op.Kind {
		case envs.Acquire, envs.TryAcquire, envs.Release:
			op = x.w.onSharedSide(op)
		}
	}
	to := f.counts.to[ev.PC]
	if prev := f.op; x.branches && prev != nil && (prev.Kind == envs.Branch || prev.Kind == envs.Switch) {
		err = x.arrive(t, f, ev.PC) // of one checker: the others are shown the operation
	}
	x.w.pass(t, f, op, ev)
	if to == 0 {
		return err
	}
	x.env.at(t, len(t.frames)-1, op)
	x.w.effect(&x.env, t, op, ev)
	if to == theWorld {
		return err
	}
	shown := x.show(&sight{what: sawStep, t: t, op: op, to: to, known: ev.Obj != 0 || !op.Accesses()})
	if err == nil {
		return shown
	}
	return errors.Join(err, shown)
}

// message takes in what a thread tells or hears.
func (x *Watch) message(t *thread, ev *envs.Event) error {
	w := x.w
	lock, heard := ev.Direct || w.ids.isLock(ev.Obj), ev.Kind == envs.Observe
	switch {
	case lock && !w.needs.locking():
		return nil
	case heard:
		if !lock && t.deaf == nil && w.notes() {
			t.deaf = &both{t.full, t.firm}
		}
		w.order.observe(t, ev.Obj, ev.Done, lock)
	default:
		w.order.signal(t, ev.Obj, ev.Done, lock)
	}
	if lock || !x.hears {
		return nil
	}
	s := sight{what: sawTell, t: t, message: Message{Thread: t.id, Of: ev.Obj, Done: ev.Done}}
	if heard {
		s.what = sawHear
	}
	if n := len(t.frames); n > 0 && t.frames[n-1].op != nil {
		s.message.Op = t.frames[n-1].op
		s.message.At = envs.At(t.frames[n-1].fn.ID, s.message.Op.PC)
	}
	return x.show(&s)
}

// forget tells the checkers what is no more.
func (x *Watch) forget(t *thread, obj uint64) error {
	if x.w.whole {
		return nil
	}
	var errs []error
	if met, ok := x.w.ids.part(obj); ok {
		errs = append(errs, x.show(&sight{what: sawPart, t: t, lock: met}))
	}
	for _, v := range x.w.forgetObject(obj) {
		errs = append(errs, x.show(&sight{what: sawDrop, t: t, variable: v}))
	}
	return errors.Join(errs...)
}

// arrive tells the checkers of the direction by which control came to pc from the branch
// at which the frame was, if that leaves no doubt.
func (x *Watch) arrive(t *thread, f *frameAt, pc int32) error {
	prev := f.op
	if prev == nil || prev.Kind != envs.Branch && prev.Kind != envs.Switch {
		return nil
	}
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
	return x.show(&sight{what: sawBranch, t: t, op: prev, taken: taken})
}

func (x *Watch) enter(t *thread, ev *envs.Event) error {
	if err := x.w.enter(t, ev); err != nil {
		x.Doubt()
		return err
	}
	return x.show(&sight{what: sawEntry, t: t})
}

func (x *Watch) leave(t *thread, ev *envs.Event) error {
	f, err := x.w.leave(t, ev)
	if err != nil {
		x.Doubt()
		return err
	}
	return x.show(&sight{what: sawExit, t: t, frame: f, done: ev.Done})
}

// Findings are what was reported so far, sorted.
func (x *Watch) Findings() []envs.Finding {
	var all []envs.Finding
	for _, l := range x.all {
		all = append(all, l.findings()...)
	}
	slices.SortStableFunc(all, envs.CompareFindings)
	return all
}

// Executed is how often the operation at p was executed so far.
func (x *Watch) Executed(p envs.Point) int64 {
	if p.IsZero() || int(p.Func()) >= len(x.w.counts) {
		return 0
	}
	if c := x.w.counts[p.Func()]; c != nil && int(p.PC()) < len(c.n) {
		return c.n[p.PC()]
	}
	return 0
}
