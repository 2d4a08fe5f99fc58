package typestate

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/automaton"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// checker is the algorithm, for all paths and for one.
type checker struct{ properties []*Property }

var (
	_ dataflow.Checker[State]        = (*checker)(nil)
	_ dataflow.Brancher[State]       = (*checker)(nil)
	_ dataflow.Caller[State]         = (*checker)(nil)
	_ dataflow.RegisterHolder[State] = State{}
)

// New makes a checker of properties.
func New(properties ...*Property) dataflow.Checker[State] { return &checker{properties} }

// Entry knows of no objects.
func (c *checker) Entry(envs.Env, *envs.Func) State { return State{} }

// Step lets the events of an operation happen and follows the objects.
func (c *checker) Step(env envs.Env, op *envs.Op, s State) State {
	if s.full {
		return s
	}
	if op.Kind == envs.Return {
		leaks(env, op, s)
		return s
	}
	name := ""
	if op.Callee != nil {
		name = op.Callee.FullName()
	}
	switch op.Kind {
	case envs.Defer:
		s = s.each(func(f *fact) bool { f.passed = including(f.passed, op.PC); return true })
	case envs.Catch:
		s = s.each(func(f *fact) bool { f.made = envs.Point{}; return true }) // no exception is told of as a leak
	}
	for _, p := range c.properties {
		bindings := p.bindings(op, name)
		for _, b := range bindings {
			if b.role == happens && !b.result && op.Kind != envs.Fork {
				s = happen(env, op, p, b, s)
			}
		}
		s = s.each(func(f *fact) bool { return f.of != p || f.survives(op, bindings) })
	}
	if op.Results > 0 && len(s.facts) > 0 {
		d := env.Detail()
		s = s.each(func(f *fact) bool { return f.define(op, d) })
	}
	if op.Kind != envs.Call {
		return s
	}
	for _, p := range c.properties {
		for _, b := range p.bindings(op, name) {
			if b.role == makes {
				s = s.with(made(env, op, p, b))
			} else if b.role == happens && b.result {
				s = happen(env, op, p, b, s)
			}
		}
	}
	return s
}

// happen lets an event happen to its object, or at a Defer notes that it will.
func happen(env envs.Env, op *envs.Op, p *Property, b binding, s State) State {
	object, ok := b.object(op)
	if !ok {
		return s
	}
	d, here := p.domain, env.Point()
	if op.Kind == envs.Defer {
		return s.each(func(f *fact) bool {
			f.done = f.done || f.of == p && f.isOn(&object) && !d.End(d.Step(f.in, b.event)).May
			return true
		})
	}
	statement, skippable := deferredBy(env, op)
	concerns := func(f *fact) bool {
		return f.of == p && f.isOn(&object) && (!skippable || slices.Contains(f.passed, statement))
	}
	type cause struct {
		state string
		last  envs.Point
	}
	var told []cause
	for _, f := range slices.Backward(s.facts) { // what the frame made comes last, and has more to tell
		if !concerns(&f) || f.last == here && statement != 0 {
			continue
		}
		for v := range d.Check(f.in, b.event).Violations.All() {
			if c := (cause{v.Name, f.last}); !slices.Contains(told, c) {
				told = append(told, c)
				report(env, &f, v, f.last, p.eventName(b.event)+" here")
			}
		}
	}
	// A lock that may still be held was taken more than once; which lock a name
	// stands for is not certain if it is not held after it was taken.
	unclear := op.Kind == envs.Release && env.MayHold(op.Path) || op.Kind == envs.Acquire && !env.MustHold(op.Path)
	s = s.each(func(f *fact) bool {
		if !concerns(f) {
			return true
		}
		if next := d.Live(d.Step(f.in, b.event)); next != f.in {
			f.in, f.last = next, here
		}
		f.sure = true
		return !unclear
	})
	if object.in = p.after[b.event]; !unclear && !skippable && object.in.Len() > 0 {
		object.of, object.last, object.sure = p, here, true
		s = s.with(object)
	}
	return s
}

// deferredBy is the number of the Defer for whose statement op is written out, 0 if
// there is none. Such an operation may be skipped if not all paths that lead to it
// come from the Defer; it stands for as many calls as the statement made.
func deferredBy(env envs.Env, op *envs.Op) (statement int32, skippable bool) {
	fn, prog := env.Func(), env.Program()
	for i := range fn.Ops {
		if d := &fn.Ops[i]; d.Kind == envs.Defer && prog.Position(envs.At(fn.ID, d.PC)) == prog.Position(env.Point()) {
			before := &fn.Ops[max(op.PC-1, 0)]
			return d.PC, before.Kind == envs.Branch && len(before.Uses) == 0
		}
	}
	return 0, false
}

// made is the fact on an object that a call has made.
func made(env envs.Env, op *envs.Op, p *Property, b binding) fact {
	f := fact{of: p, made: env.Point(), last: env.Point(), in: p.domain.Initial(), sure: b.unless < 0}
	if r := op.Dst + envs.Reg(b.index); op.Defines(r) {
		f.regs = []envs.Reg{r}
	}
	if r := op.Dst + envs.Reg(b.unless); b.unless >= 0 && op.Defines(r) {
		f.errs = []envs.Reg{r}
	}
	return f
}

// survives reports whether the fact may still hold after the effect of op on
// objects other than by events: what others can reach is in whatever state they
// may bring it to.
func (f *fact) survives(op *envs.Op, bindings []binding) bool {
	if f.lock != nil {
		tried := op.Kind == envs.TryAcquire && f.lock.Same(op.Path)
		return !tried && (op.Kind != envs.Call || len(op.Callee.Funcs) == 0 || f.lock.Into(op.Callee.Args) == nil)
	}
	for i, r := range op.Uses {
		if slices.Contains(f.regs, r) && escapes(op, i, bindings) {
			f.made, f.errs = envs.Point{}, nil
			f.in = f.of.domain.Meet(f.in, f.of.stable)
		}
	}
	if v := op.Value(); v != 0 && slices.Contains(f.errs, v) {
		f.made = envs.Point{} // whether there is an object may be asked of what is loaded
	}
	if f.made.IsZero() && op.Kind == envs.Call && len(bindings) == 0 {
		f.in = f.of.domain.Meet(f.in, f.of.stable) // the callee may know it
	}
	return true
}

// escapes reports whether others may know an object after op used it as operand i.
func escapes(op *envs.Op, i int, bindings []binding) bool {
	switch op.Kind {
	case envs.Call, envs.Defer:
		return !slices.ContainsFunc(bindings, func(b binding) bool {
			return b.role == borrows || b.role == happens && !b.result && b.use(op) == i
		})
	case envs.Store, envs.Send, envs.Atomic:
		return i == len(op.Uses)-1
	case envs.Compute:
		return len(op.Uses) == 1 // another form of it; what has two operands compares them
	case envs.Fork, envs.New, envs.Addr, envs.Throw:
		return true
	}
	return false
}

// define follows the registers that hold the object through what op defines. It is
// false if the object has lost its name.
func (f *fact) define(op *envs.Op, d *envs.Detail) bool {
	regs, errs := without(f.regs, op.Defines), without(f.errs, op.Defines)
	copied := func(to, from envs.Reg) {
		if slices.Contains(f.regs, from) {
			regs = including(regs, to)
		}
		if slices.Contains(f.errs, from) {
			errs = including(errs, to)
		}
	}
	if op.Kind == envs.Move {
		copied(op.Dst, op.Uses[0])
	}
	for i := range d.Defs {
		if def := &d.Defs[i]; def.Op == envs.Copy && def.Of == envs.Whole && def.X.Of == envs.Whole {
			copied(def.Reg, def.X.Reg)
		}
	}
	if op.Kind == envs.Load && op.Loc != nil && f.of.parts[op.Loc.Name] && slices.Contains(f.regs, op.Uses[0]) {
		regs = including(regs, op.Dst)
	}
	f.regs, f.errs = regs, errs
	return f.lock == nil || f.lock.Root != envs.AtReg || !op.Defines(f.lock.Reg)
}

// Branch learns that there is no object after all, or that there is one.
func (c *checker) Branch(env envs.Env, op *envs.Op, taken int, s State) (State, bool) {
	if len(s.facts) == 0 {
		return s, true
	}
	on := env.Detail().On
	if taken >= len(on) {
		return s, true
	}
	return s.each(func(f *fact) bool {
		for _, c := range on[taken] {
			if c.X.IsNil() {
				c.X, c.Y = c.Y, c.X
			}
			if !c.Y.IsNil() || c.X.Of != envs.Whole || c.Cmp != machine.Eq && c.Cmp != machine.Ne {
				continue
			}
			isErr, isObject := slices.Contains(f.errs, c.X.Reg), slices.Contains(f.regs, c.X.Reg)
			if isErr && c.Cmp == machine.Ne || isObject && c.Cmp == machine.Eq {
				return false
			}
			f.sure = f.sure || isErr || isObject
		}
		return true
	}), true
}

// leaks reports the objects that end with the frame in a state in which they should
// not: those that are not returned.
func leaks(env envs.Env, ret *envs.Op, s State) {
	for i := range s.facts {
		f := &s.facts[i]
		if !f.leaks() || !f.sure || slices.ContainsFunc(ret.Uses, func(r envs.Reg) bool { return slices.Contains(f.regs, r) }) {
			continue
		}
		for v := range f.of.domain.End(f.in).Violations.All() {
			report(env, f, v, f.made, "returned here")
		}
	}
}

func report(env envs.Env, f *fact, v automaton.State, cause envs.Point, what string) {
	r := envs.Report{Kind: f.of.Name() + "-" + v.Name, Cause: cause, Message: v.Message}
	if !f.made.IsZero() {
		r.Evidence = append(r.Evidence, envs.Evidence{At: f.made, Text: "obtained here"})
	}
	if f.last != f.made {
		r.Evidence = append(r.Evidence, envs.Evidence{At: f.last, Text: f.state() + " from here on"})
	}
	r.Evidence = append(r.Evidence, envs.Evidence{At: env.Point(), Text: what})
	env.Report(r)
}

// Exit hands the objects that are returned to the caller, by the numbers of the
// results from 1.
func (c *checker) Exit(env envs.Env, ret *envs.Op, s State) State {
	constants := env.Detail().Constants
	return s.each(func(f *fact) bool {
		var regs, errs []envs.Reg
		for i, r := range ret.Uses {
			isNil := slices.ContainsFunc(constants, func(c envs.Constant) bool { return c.Use == i && c.Term.IsNil() })
			if r != 0 && slices.Contains(f.regs, r) {
				regs = append(regs, envs.Reg(i+1))
			} else if r != 0 && slices.Contains(f.errs, r) || f.sure && isNil {
				errs = append(errs, envs.Reg(i+1))
			}
		}
		f.regs, f.errs, f.passed, f.sure = regs, errs, nil, f.sure && len(ret.Uses) == 1
		return len(regs) > 0 && !f.made.IsZero()
	})
}

// Return takes over the objects that a callee has made.
func (c *checker) Return(env envs.Env, call *envs.Op, exit, s State) State {
	name := call.Callee.FullName()
	for _, f := range exit.facts {
		if slices.ContainsFunc(f.of.bindings(call, name), func(b binding) bool { return b.role == makes }) {
			continue // it is made by the call as such
		}
		if f.last == f.made {
			f.last = env.Point()
		}
		f.made = env.Point()
		f.regs, f.errs = results(call, f.regs), results(call, f.errs)
		s = s.with(f)
	}
	return s
}

// results are the registers of a call's results with these numbers.
func results(call *envs.Op, numbers []envs.Reg) []envs.Reg {
	var regs []envs.Reg
	for _, n := range numbers {
		if r := call.Dst + n - 1; call.Defines(r) {
			regs = append(regs, r)
		}
	}
	return regs
}
