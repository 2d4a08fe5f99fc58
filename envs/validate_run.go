package envs

import (
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
)

// A runValidator follows one run.
type runValidator struct {
	*validator
	threads map[Thread]*validThread
	first   Thread // the one that executes the main functions, 0 if none has so far
	n       int    // of the event, from 1
	prev    Thread // of the event before, without those that forget
	locks   map[uint64]*validLock
}

// A validThread is a thread of a run.
type validThread struct {
	id     Thread
	by     *Callee // of the Fork that started it, nil if there was none
	frames []*validFrame
	kind   EventKind // of its last event
	ended  bool
	joins  bool       // it has ended so that a Join may wait for it
	awaits bool       // it has to wait
	halted bool       // it never goes on
	waits  *validLock // that it takes again before its next event
	count  int        // how often
}

// A validFrame is a function that a thread executes.
type validFrame struct {
	fn      *Func
	op      *Op     // nil before the first
	failed  bool    // op had a Fault, and no Step
	next    []int32 // where control may go
	entered bool    // a frame was pushed since op
	direct  bool    // op of the frame below has called it
}

// run is the first thing that is wrong with a run.
func (v *validator) run(r Run) error {
	x := &runValidator{validator: v, threads: map[Thread]*validThread{}, locks: map[uint64]*validLock{}}
	for ev, err := range r.Events() {
		if err != nil {
			return fmt.Errorf("after %d events: %w", x.n, err)
		}
		x.n++
		if err := x.event(&ev); err != nil {
			return fmt.Errorf("event %d, thread %d: %w", x.n, ev.Thread, err)
		}
	}
	return nil
}

func (x *runValidator) event(ev *Event) error {
	switch {
	case ev.Kind >= NumEventKinds:
		return fmt.Errorf("its Kind %d is none", ev.Kind)
	case ev.Kind == Forget:
		delete(x.locks, ev.Obj)
		return nil
	case ev.Thread <= 0:
		return fmt.Errorf("the thread is none, want threads numbered from 1")
	}
	t := x.threads[ev.Thread]
	if t == nil {
		t = &validThread{id: ev.Thread}
		x.threads[ev.Thread] = t
	}
	if t.ended {
		return fmt.Errorf("the thread has ended, want a number that is not used again")
	}
	if t.halted {
		return fmt.Errorf("the thread has a Halt before, want no event after it")
	}
	switch ev.Kind {
	case Signal, Observe: // who wakes it may tell these
	case Await, Halt:
	default:
		if t.awaits {
			return fmt.Errorf("the thread waits, want an Await with Done before it goes on")
		}
		if err := x.retake(t); err != nil {
			return err
		}
	}
	err := x.takeIn(t, ev)
	x.prev, t.kind = t.id, ev.Kind
	return err
}

func (x *runValidator) takeIn(t *validThread, ev *Event) error {
	switch ev.Kind {
	case Enter:
		return x.enter(t, ev)
	case Step:
		return x.step(t, ev)
	case Leave:
		return t.leave(ev)
	case Fault:
		return x.fault(t, ev)
	case Signal, Observe:
		if ev.Obj == 0 {
			return fmt.Errorf("a Signal or Observe of Obj 0, want the number of what orders the threads")
		}
		if f := t.top(); ev.Kind == Signal && t.kind == Step && x.prev != t.id && f != nil && f.op != nil &&
			f.op.Synchronises() && f.op.Writes() {
			return fmt.Errorf("events of other threads come between %s and its Signal, want none", f.at())
		}
	case Await:
		return t.await(ev)
	case Halt:
		return t.halt(ev)
	case End:
		if f := t.top(); f != nil {
			return fmt.Errorf("it ends in %s, want a Leave of each frame first", f.fn.Name)
		}
		t.ended, t.joins = true, ev.Done
	}
	return nil
}

// top is the frame that executes, nil if there is none.
func (t *validThread) top() *validFrame {
	if len(t.frames) == 0 {
		return nil
	}
	return t.frames[len(t.frames)-1]
}

// at names the operation that the frame is at.
func (f *validFrame) at() string {
	switch at := f.op; {
	case at == nil:
		return "the beginning of " + f.fn.Name
	case f.failed:
		return fmt.Sprintf("the Fault of %s: op %d (%s)", f.fn.Name, at.PC, at)
	default:
		return fmt.Sprintf("%s: op %d (%s)", f.fn.Name, at.PC, at)
	}
}

// executes reports whether the operation that the frame has executed last is one of a kind.
func (f *validFrame) executes(k Kind) bool { return f.op != nil && !f.failed && f.op.Kind == k }

func (x *runValidator) function(id FuncID) (*Func, error) {
	if !x.has(id) {
		return nil, fmt.Errorf("it is in function %d, which the program does not have", id)
	}
	return x.prog.Func(id), nil
}

func (x *runValidator) enter(t *validThread, ev *Event) error {
	fn, err := x.function(ev.Func)
	if err != nil {
		return err
	}
	if f := t.top(); f == nil {
		err = x.starts(t, fn)
	} else {
		err = x.called(f, fn, ev.Direct)
		f.entered = true
	}
	t.frames = append(t.frames, &validFrame{fn: fn, next: []int32{0}, direct: ev.Direct && len(t.frames) > 0})
	return err
}

// starts holds a thread to begin with a function with which threads of its sort begin.
func (x *runValidator) starts(t *validThread, fn *Func) error {
	switch {
	case t.by != nil:
		if !t.by.Open && !slices.Contains(t.by.Funcs, fn.ID) {
			return fmt.Errorf("it enters %s, but the Fork that started it is of %s: want a function that its Callee lists",
				fn.Name, t.by.Name)
		}
	case slices.Contains(x.main, fn.ID):
		if x.first != 0 && x.first != t.id {
			return fmt.Errorf("it enters %s without a Fork, as thread %d did: want one thread for the main functions", fn.Name,
				x.first)
		}
		x.first = t.id
	case len(x.main) > 0 && !slices.Contains(x.others, fn.ID):
		return fmt.Errorf("it enters %s, but no Fork has started it: want a Step of the Fork before, with the number of "+
			"the thread in Obj; Knowledge.Start says that threads which nobody sees do not execute %s", fn.Name, fn.Name)
	case !slices.Contains(x.roots, fn.ID) && !x.knows.Recorded:
		return fmt.Errorf("it enters %s, but no Fork has started it: want a Step of the Fork before, with the number of "+
			"the thread in Obj, or %s among Roots", fn.Name, fn.Name)
	}
	return nil
}

// called holds a frame to be entered by the operation that the frame below is at.
func (x *runValidator) called(below *validFrame, fn *Func, direct bool) error {
	var c *Callee
	if below.executes(Call) {
		c = below.op.Callee
	}
	lists := c != nil && slices.Contains(c.Funcs, fn.ID)
	switch {
	case direct && !lists && (c == nil || !c.Open):
		return fmt.Errorf("it enters %s from %s with Direct, want a Call whose Callee lists %s, or is Open", fn.Name,
			below.at(), fn.Name)
	case !direct && lists && !c.Open:
		return fmt.Errorf("it enters %s from %s, which calls it, want Direct", fn.Name, below.at())
	case !direct && x.knows.Closed != nil && x.knows.Closed(fn.ID):
		return fmt.Errorf("it enters %s from code that is not seen, but Knowledge.Closed says that calls of the program "+
			"alone enter it", fn.Name)
	}
	return nil
}

func (x *runValidator) step(t *validThread, ev *Event) error {
	f := t.top()
	if f == nil {
		return fmt.Errorf("a Step of op %d outside any function, want an Enter before", ev.PC)
	}
	if ev.PC < 0 || int(ev.PC) >= len(f.fn.Ops) {
		return fmt.Errorf("a Step of op %d, but %s has ops 0..%d", ev.PC, f.fn.Name, len(f.fn.Ops)-1)
	}
	if ev.Func != 0 && ev.Func != f.fn.ID {
		return fmt.Errorf("a Step with Func %d in %s, want %d or 0", ev.Func, f.fn.Name, f.fn.ID)
	}
	op := &f.fn.Ops[ev.PC]
	if op.Kind == Fork && ev.Direct {
		return nil // it tells of a group: nothing is executed again
	}
	if err := x.flows(t, f, op); err != nil {
		return err
	}
	if t.kind == Observe && x.prev != t.id && op.Synchronises() {
		return fmt.Errorf("events of other threads come between its Observe and %s: op %d (%s), want none", f.fn.Name,
			op.PC, op)
	}
	f.op, f.failed, f.entered = op, false, false
	f.next = f.fn.Next(op.PC)
	var err error
	switch op.Kind {
	case Fork:
		err = x.forks(op, ev)
	case Join:
		if !op.Is(Group) {
			err = x.joins(ev)
		}
	case Acquire, TryAcquire, Release, Wait:
		if ev.Obj != 0 {
			err = x.locking(t, op, ev)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.at(), err)
	}
	return nil
}

// flows holds control to come to an operation as the function has it.
func (x *runValidator) flows(t *validThread, f *validFrame, op *Op) error {
	if x.knows.Recorded {
		return nil
	}
	if f.executes(Call) && !f.entered && !f.op.Callee.Open && !slices.ContainsFunc(f.op.Callee.Funcs,
		func(id FuncID) bool { return x.prog.Func(id) == nil }) {
		return fmt.Errorf("a Step of op %d (%s) after %s, want an Enter and a Leave of what that calls in between", op.PC,
			op, f.at())
	}
	if !f.comesTo(op.PC) {
		return fmt.Errorf("a Step of op %d (%s) after %s, from which control does not come there", op.PC, op, f.at())
	}
	return nil
}

// comesTo reports whether the operation may be the next one. What throws has no Step, nor has a Release by who does not
// hold the lock, nor what a Defer wrote out and is skipped.
func (f *validFrame) comesTo(pc int32) bool {
	todo := slices.Clone(f.next)
	for i := 0; i < len(todo); i++ {
		if todo[i] == pc {
			return true
		}
		op := &f.fn.Ops[todo[i]]
		passed := []int32{op.Handler}
		if op.Kind == Release || op.Is(Skippable) && op.Falls() {
			passed = append(passed, op.PC+1)
		}
		for _, next := range passed {
			if next != 0 && int(next) < len(f.fn.Ops) && !slices.Contains(todo, next) {
				todo = append(todo, next)
			}
		}
	}
	return false
}

func (x *runValidator) forks(op *Op, ev *Event) error {
	id := Thread(ev.Obj)
	switch {
	case id == 0:
		return fmt.Errorf("its Obj is 0, want the number of the thread that it starts")
	case x.threads[id] != nil:
		return fmt.Errorf("it starts thread %d, of which the run has told before: want a Fork before all that the thread "+
			"does, and another number for each", id)
	}
	by := op.Callee
	x.threads[id] = &validThread{id: id, by: by}
	return nil
}

func (x *runValidator) joins(ev *Event) error {
	t := x.threads[Thread(ev.Obj)]
	switch {
	case ev.Obj == 0:
		return fmt.Errorf("its Obj is 0, want the number of the thread that it has waited for")
	case t == nil:
		return fmt.Errorf("it has waited for thread %d, of which the run has not told", ev.Obj)
	case !t.ended && !x.knows.Recorded:
		return fmt.Errorf("it has waited for thread %d, which has not ended: want its End before", ev.Obj)
	case t.ended && !t.joins:
		return fmt.Errorf("it has waited for thread %d, whose End is not Done: want Done if a Join may wait for it", ev.Obj)
	}
	return nil
}

func (t *validThread) leave(ev *Event) error {
	f := t.top()
	if f == nil {
		return fmt.Errorf("a Leave outside any function, want an Enter before")
	}
	t.frames = t.frames[:len(t.frames)-1]
	if below := t.top(); f.direct && !ev.Done && below != nil && below.op != nil {
		below.next = below.op.handlers()
	}
	if returned := f.executes(Return); returned != ev.Done {
		if returned {
			return fmt.Errorf("a Leave without Done after %s, want Done: it has returned", f.at())
		}
		return fmt.Errorf("a Leave with Done after %s, want the Step of a Return before, or no Done", f.at())
	}
	return nil
}

// await holds a thread to wait at an operation at which threads may wait, and to tell when it waits no more.
func (t *validThread) await(ev *Event) error {
	if ev.Done {
		if !t.awaits {
			return fmt.Errorf("an Await with Done of a thread that does not wait")
		}
		t.awaits = false
		return nil
	}
	op, err := t.stands(ev)
	if err != nil {
		return err
	}
	switch {
	case op == nil || op.Kind == Call:
		if ev.Obj != 0 {
			return fmt.Errorf("an Await for %d in code that is not seen, want Obj 0", ev.Obj)
		}
	case !op.Waits():
		return fmt.Errorf("an Await at op %d (%s), which does not wait", op.PC, op)
	}
	t.awaits = true
	return nil
}

// halt holds a thread to wait that never goes on, or to end the program.
func (t *validThread) halt(ev *Event) error {
	switch {
	case ev.Failure != nil && ev.Failure.Text == "":
		return fmt.Errorf("a Halt that does not say why the program ends, want a Text")
	case ev.Failure == nil && !t.awaits:
		return fmt.Errorf("a Halt of a thread that does not wait, want an Await before, or a Failure")
	}
	t.halted = true
	if f := t.top(); f == nil || f.fn.ID != ev.Func {
		return nil // the run does not tell of the frame, or it is left
	}
	_, err := t.stands(ev)
	return err
}

// stands is the operation of the topmost frame at which an Await or Halt is; nil if that is not known.
func (t *validThread) stands(ev *Event) (*Op, error) {
	f := t.top()
	switch {
	case ev.PC == -1 || f == nil:
		return nil, nil
	case ev.PC < 0 || int(ev.PC) >= len(f.fn.Ops):
		return nil, fmt.Errorf("it waits at op %d, but %s has ops 0..%d", ev.PC, f.fn.Name, len(f.fn.Ops)-1)
	}
	return &f.fn.Ops[ev.PC], nil
}

// fault holds a check that is said to fail to be there, and to fail.
func (x *runValidator) fault(t *validThread, ev *Event) error {
	fn, err := x.function(ev.Func)
	if err != nil {
		return err
	}
	if ev.PC < 0 || int(ev.PC) >= len(fn.Ops) {
		return fmt.Errorf("a Fault at op %d, but %s has ops 0..%d", ev.PC, fn.Name, len(fn.Ops)-1)
	}
	if x.knows.Recorded {
		return nil // a trace says nothing of values
	}
	op := &fn.Ops[ev.PC]
	where := fmt.Sprintf("a Fault at %s: op %d (%s)", fn.Name, op.PC, op)
	checks := x.prog.Detail(At(fn.ID, op.PC)).Checks
	if ev.Failure == nil || ev.Failure.Check < 0 || int(ev.Failure.Check) >= len(checks) {
		return fmt.Errorf("%s: its Failure is %+v, want one with a Check of the Detail, which has %d", where, ev.Failure,
			len(checks))
	}
	c, values := &checks[ev.Failure.Check], ev.Failure.Values
	if terms := c.Terms(); len(values) != len(terms) {
		return fmt.Errorf("%s: it has %d Values, want one for each of the %d terms of (%s)", where, len(values),
			len(terms), c)
	}
	if c.holds(values) {
		return fmt.Errorf("%s: (%s) holds for its Values %v, want those for which it does not", where, c, values)
	}
	f := t.top()
	if f == nil || f.fn != fn {
		return nil // the run does not tell of the function's frames
	}
	if err := x.flows(t, f, op); err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	f.op, f.failed, f.next = op, true, []int32{op.PC}
	if c.Kind.Throws() {
		f.next = op.handlers()
	}
	return nil
}

// handlers are where control goes when the operation throws, none if it leaves the frame.
func (op *Op) handlers() []int32 {
	if op.Handler == 0 {
		return nil
	}
	return []int32{op.Handler}
}

// holds reports whether all conditions certainly hold for the values of a Fault.
func (c *Check) holds(values []machine.Value) bool {
	terms := c.Terms()
	for _, cond := range c.All {
		x, y := cond.X.Const, cond.Y.Const
		if i := slices.Index(terms, cond.X); i >= 0 {
			x = values[i]
		}
		if i := slices.Index(terms, cond.Y); i >= 0 {
			y = values[i]
		}
		if !x.Kind().Valid() || !y.Kind().Valid() || !cond.Cmp.HoldsNumbers(x, y) {
			return false
		}
	}
	return true
}
