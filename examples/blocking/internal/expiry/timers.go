package expiry

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/flow"
)

// A timer is what was done to a timer on a path.
type timer struct {
	state state
	asked envs.Reg // whether the timer was stopped in time, if that decides what its state is
	// doubt is whether a condition has decided since then of which it is not known whether it has to do with the timer.
	doubt bool
}

type state uint8

const (
	armed   state = iota // it will send a value, or has
	spent                // its value was received
	stopped              // it sends none
)

// nameOf is what a wait is for whose channel is found in memory.
func nameOf(l *envs.Loc) string {
	if l != nil && l.Name == tickerC {
		return "for a ticker"
	}
	return "for a timer"
}

const isStopped = "it is stopped, and sends nothing more"

// madeTimers finds receives from timers and tickers that a function makes, and that send nothing more.
func (f *finder) madeTimers(fn *envs.Func) {
	for _, pc := range f.marked(fn, newTimer, newTicker) {
		made := &fn.Ops[pc]
		if made.Kind != envs.Call || made.Results != 1 {
			continue
		}
		h, captured := f.copies(fn, made)
		if h == nil {
			continue
		}
		if !captured && f.mark(envs.At(fn.ID, pc)) == newTimer {
			f.spentTimer(fn, made, *h)
		}
		f.stoppedBeside(fn, made, *h)
	}
}

// copies is where a timer is in the function that makes it, nil if it is elsewhere, too, or others are there; captured
// says that other functions have it.
func (f *finder) copies(fn *envs.Func, made *envs.Op) (h *holder, captured bool) {
	of := newHolder(made.Dst)
	of.close(fn)
	for i := range fn.Ops {
		op := &fn.Ops[i]
		direct, variable := of.uses(op)
		m := f.mark(envs.At(fn.ID, op.PC))
		switch {
		case op.Results > 0 && of.regs[op.Dst] && op != made && (op.Kind != envs.Move || !direct) &&
			(op.Kind != envs.Load || !variable):
			return nil, false // another timer may be there
		case !direct && !variable:
			continue
		case op.Kind == envs.Store && (!of.regs[op.Value()] || !of.variables[op.Uses[0]]):
			return nil, false
		case op.Kind == envs.Defer || op.Callee != nil && (m == stop || m == reset):
		case op.Callee != nil && !surely(op):
			return nil, false
		}
		switch op.Kind {
		case envs.Load, envs.Move, envs.Compute, envs.Store:
		case envs.New, envs.Call, envs.Defer, envs.Fork:
			captured = captured || m != stop && m != reset
		default:
			return nil, false
		}
	}
	return &of, captured
}

// spentTimer follows the paths from where a timer is made that only the function has. Since Go 1.23 a timer that is
// stopped leaves no value behind; with older versions it may have sent one if it was not stopped in time.
func (f *finder) spentTimer(fn *envs.Func, made *envs.Op, h holder) {
	late := map[int32]timer{}
	w := flow.Walk[timer]{Flow: f.table.Flow, Func: fn}
	w.Step = func(op *envs.Op, t timer) (timer, bool) {
		switch m := f.mark(envs.At(fn.ID, op.PC)); {
		case op.PC == made.PC:
			return t, false
		case op.Kind == envs.Receive && f.ofTimer(fn, op, h):
			if t.state != armed {
				if !op.Is(envs.Chosen) && !t.doubt {
					late[op.PC] = t
				}
				return t, false
			}
			return timer{state: spent}, true
		case op.Kind != envs.Call || !h.regs[argument(op, 0)]:
		case m == reset:
			return timer{}, true
		case m == stop && t.state == armed && op.Results == 1:
			return timer{state: stopped, asked: op.Dst}, true
		case m == stop && t.state == armed:
			return timer{state: stopped}, true
		case m == stop && op.Results == 1: // it was too late
			return timer{t.state, op.Dst, t.doubt}, true
		}
		return t, true
	}
	w.Branch = func(op *envs.Op, conds []envs.Condition, only bool, t timer) (timer, bool) {
		t.doubt = t.state != armed && (t.doubt || !only && f.doubtful(fn, op, conds, t.asked))
		return t.learn(conds)
	}
	w.From(made.PC+1, timer{})
	for pc, t := range late {
		at, why := envs.At(fn.ID, pc), "the value of the timer was received before"
		if t.state == stopped {
			why = "the timer is stopped"
		}
		f.found.Waits[at] = Wait{"for a timer", why, []envs.Evidence{
			{At: envs.At(fn.ID, made.PC), Text: "the timer is made"},
			{At: at, Text: "on a path to here " + why},
		}}
	}
}

// learn is the timer where control goes on by what Stop has returned. It returns true of a timer that was armed, and
// false if it has sent its value.
func (t timer) learn(conds []envs.Condition) (timer, bool) {
	for _, c := range conds {
		if t.asked == 0 || c.X.Reg != t.asked || !comparison(c) {
			continue
		}
		inTime := (c.Cmp == machine.Eq) == (c.Y.Const.Sign() != 0)
		switch {
		case t.state == stopped && !inTime:
			return timer{}, true
		case t.state == spent && inTime:
			return t, false
		}
		return timer{state: t.state, doubt: t.doubt}, true
	}
	return t, true
}

// comparison reports whether a condition compares a register with a constant.
func comparison(c envs.Condition) bool {
	return c.X.Reg != 0 && c.X.Of == envs.Whole && c.Y.Reg == 0 && (c.Y.Int() || c.Y.IsNil()) &&
		(c.Cmp == machine.Eq || c.Cmp == machine.Ne)
}

// doubtful reports whether a branch may depend on what was done to a timer: on a number or a truth value, other than
// that of Stop, and not to leave a loop.
func (f *finder) doubtful(fn *envs.Func, op *envs.Op, conds []envs.Condition, asked envs.Reg) bool {
	if len(op.Uses) == 0 {
		return false // a select, or a deferred call
	}
	for _, c := range conds {
		if r, _ := c.NilTest(); r != 0 || asked != 0 && c.X.Reg == asked {
			return false
		}
	}
	return !slices.ContainsFunc(fn.Targets(op), func(to int32) bool {
		return f.table.Leads(fn, op.PC, op.PC) && to != op.PC && !f.table.Leads(fn, to, op.PC)
	})
}

// ofTimer reports whether an operation receives from the channel of a timer.
func (f *finder) ofTimer(fn *envs.Func, op *envs.Op, h holder) bool {
	if len(op.Uses) == 0 {
		return false
	}
	from := f.origin(f.root(value{fn.ID, op.Uses[0]}, frame{}))
	return from != nil && from.Kind == envs.Load && isTick(from.Loc) && h.regs[from.Uses[0]]
}

// stoppedBeside finds threads that wait for a timer or ticker which the function stops that has started them.
func (f *finder) stoppedBeside(fn *envs.Func, made *envs.Op, h holder) {
	stops := f.marked(fn, stop)
	if len(stops) == 0 || f.resets(fn, h) {
		return
	}
	s := &search{finder: f, thread: true, doomed: func(v value) doom {
		if v == (value{fn.ID, made.Dst}) {
			return without
		}
		return served
	}}
	for i := range fn.Ops {
		fork := &fn.Ops[i]
		if fork.Kind != envs.Fork || !s.hands(fn, fork, frame{}) {
			continue
		}
		at := f.stopBehind(fn, fork, h)
		if at < 0 || f.prog.Knows().EndsWith(fn.ID) {
			continue
		}
		s.seen = map[string]bool{}
		s.tell = func(w sighting) {
			if !f.goesOn(w.at) {
				told := w.wait(envs.Evidence{At: envs.At(fn.ID, made.PC), Text: "it is made"})
				told.For, told.Why = nameOf(f.opAt(w.at).Loc), isStopped
				told.Story = append(told.Story, envs.Evidence{At: envs.At(fn.ID, at), Text: isStopped})
				f.found.Waits[w.at] = told
			}
		}
		s.enter(fn, fork, frame{})
	}
}

// resets reports whether the function that makes a timer, or one that it calls or starts with it, sets timers anew.
func (f *finder) resets(fn *envs.Func, h holder) bool {
	if len(f.marked(fn, reset)) > 0 {
		return true
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if direct, variable := h.uses(op); op.Callee == nil || !direct && !variable {
			continue
		}
		for _, id := range op.Callee.Funcs {
			if callee := f.prog.Func(id); callee == nil || len(f.marked(callee, reset)) > 0 {
				return true
			}
		}
	}
	return false
}

// stopBehind is an operation that stops a timer while a thread may wait for it that was started; -1 if there is none.
// Where the function itself waits for something that may be the end of the thread, nothing is known.
func (f *finder) stopBehind(fn *envs.Func, fork *envs.Op, h holder) int32 {
	at := int32(-1)
	w := flow.Walk[bool]{Flow: f.table.Flow, Func: fn, Step: func(op *envs.Op, b bool) (bool, bool) {
		switch op.Kind {
		case envs.Join:
			return b, false
		case envs.Receive:
			if f.ofTimer(fn, op, h) {
				return b, true
			}
			_, m := f.originMark(f.root(value{fn.ID, op.Uses[0]}, frame{}))
			return b, m == done && op.Is(envs.Chosen)
		case envs.Call:
			m := f.mark(envs.At(fn.ID, op.PC))
			if m == stop && h.regs[argument(op, 0)] {
				at = max(at, op.PC)
			}
			return b, m != sleep
		}
		return b, true
	}}
	w.From(fork.PC+1, false)
	return at
}

// goesOn reports whether control may come to a return behind a receive from a ticker. Then the thread may have returned
// before the ticker was stopped. A timer sends once only, and a thread waits for that.
func (f *finder) goesOn(receive envs.Point) (does bool) {
	fn, op := f.prog.Func(receive.Func()), f.opAt(receive)
	if op.Loc == nil || op.Loc.Name != tickerC {
		return false
	}
	w := flow.Walk[bool]{Flow: f.table.Flow, Func: fn, Step: func(o *envs.Op, b bool) (bool, bool) {
		does = does || o.Kind == envs.Return
		return b, !does && o.PC != op.PC
	}}
	w.Branch = func(_ *envs.Op, conds []envs.Condition, _, b bool) (bool, bool) { // the channel is not closed
		for _, c := range conds {
			if op.Results == 2 && c.X.Reg == op.Dst+1 && comparison(c) && (c.Cmp == machine.Eq) != (c.Y.Const.Sign() != 0) {
				return b, false
			}
		}
		return b, true
	}
	return !w.From(op.PC+1, false) || does
}

// fieldTimers finds receives from timers and tickers that lie in fields and package variables, and that other functions
// stop. None sets them anew, or stores another one there.
func (f *finder) fieldTimers() {
	if len(f.ticks) == 0 {
		return
	}
	stops, resets := map[*envs.Loc][]envs.Point{}, map[*envs.Loc]bool{}
	for id := range envs.FuncID(f.prog.NumFuncs()) {
		for pc, m := range f.marks[id] {
			if m != stop && m != reset {
				continue
			}
			at := envs.At(id, pc)
			switch l := f.field(value{id, argument(f.opAt(at), 0)}); {
			case l == nil:
			case m == reset:
				resets[l] = true
			default:
				stops[l] = append(stops[l], at)
			}
		}
	}
	for _, at := range f.ticks {
		from := f.origin(f.root(value{at.Func(), f.opAt(at).Uses[0]}, frame{}))
		if from == nil || from.Kind != envs.Load || !isTick(from.Loc) {
			continue
		}
		l := f.field(value{at.Func(), from.Uses[0]})
		here := func(p envs.Point) bool { return p.Func() == at.Func() || f.prog.Knows().EndsWith(p.Func()) }
		if l == nil || resets[l] || len(stops[l]) == 0 || f.stores[l].times != 1 || slices.ContainsFunc(stops[l], here) ||
			f.goesOn(at) || f.handsOn(l) {
			continue
		}
		f.found.Waits[at] = Wait{nameOf(from.Loc), isStopped, []envs.Evidence{
			{At: at, Text: "it waits for what " + l.Name + " sends"},
			{At: slices.MinFunc(stops[l], envs.Point.Compare), Text: isStopped},
		}}
	}
}

// handsOn reports whether what is found in memory is handed on, other than to what is known of timers.
func (f *finder) handsOn(l *envs.Loc) bool {
	for id := range envs.FuncID(f.prog.NumFuncs()) {
		fn := f.prog.Func(id)
		if fn != nil && leaves(fn, newHolder(0), []*envs.Loc{l}, f.setsTimer(id)) {
			return true
		}
	}
	return false
}

// setsTimer says of operations of a function whether they stop a timer or set it anew.
func (f *finder) setsTimer(id envs.FuncID) func(*envs.Op) bool {
	return func(op *envs.Op) bool {
		m := f.mark(envs.At(id, op.PC))
		return m == stop || m == reset
	}
}

// field is the field or package variable in which a timer is found, nil if it is found elsewhere.
func (f *finder) field(v value) *envs.Loc {
	for range maxWay {
		op := f.origin(v)
		if op != nil && op.Kind == envs.Load && op.Loc != nil && (op.Loc.Class == envs.Field || op.Loc.Class == envs.Global) {
			return op.Loc
		}
		next, ok := f.before(v, frame{})
		if !ok {
			return nil
		}
		v = next
	}
	return nil
}
