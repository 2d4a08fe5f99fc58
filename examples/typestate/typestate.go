package typestate

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/domains/automaton"
	"github.com/seed38182bad/parallax/envs"
)

// checker is the algorithm, for all paths and for one.
type checker struct {
	properties []*Property
	locks      envs.Locks
	calls      calls
}

func (c *checker) analysis() dataflow.Analysis[State] {
	return dataflow.Analysis[State]{
		Entry: c.Entry, Step: c.Step, Branch: c.Branch,
		Return: c.Return, Finish: c.calls.finish,
	}
}

var (
	_ dataflow.RegisterHolder[State] = State{}
)

// New gives the algorithm for properties.
func New(properties ...*Property) func(*dataflow.Requires) dataflow.Analysis[State] {
	return func(r *dataflow.Requires) dataflow.Analysis[State] {
		return (&checker{properties: properties, locks: world.Locks.For(r), calls: newCalls()}).analysis()
	}
}

// Entry knows of no objects.
func (c *checker) Entry(envs.Env, *envs.Func) State { return State{} }

// Step lets the events of an operation happen and follows the objects.
func (c *checker) Step(env envs.Env, op *envs.Op, s State) State {
	switch {
	case s.full:
		return s
	case op.Kind == envs.Return:
		leaks(env, op, s)
		return s.handedOver(op, env.Detail())
	}
	name := ""
	if op.Callee != nil {
		name = op.Callee.FullName()
	}
	switch op.Kind {
	case envs.Defer:
		s = s.each(func(f *fact) bool { f.passed = including(f.passed, op.Deferred); return true })
	case envs.Catch:
		s = s.each(func(f *fact) bool { f.made = envs.Point{}; return true }) // no exception is told of as a leak
	}
	for _, p := range c.properties {
		bindings := p.bindings(op, name)
		for _, b := range bindings {
			if b.role == happens && !b.result && op.Kind != envs.Fork {
				s = c.happen(env, op, p, b, s)
			}
		}
		s = s.each(func(f *fact) bool { return f.of != p || f.survives(op, bindings) })
	}
	found := s.loaded(op)
	if op.Results > 0 && len(s.facts) > 0 {
		d := env.Detail()
		s = s.each(func(f *fact) bool { return f.define(op, d) })
	}
	for _, f := range found {
		s = s.with(f)
	}
	if op.Kind != envs.Call {
		return s
	}
	for _, p := range c.properties {
		for _, b := range p.bindings(op, name) {
			if b.role == makes {
				s = s.with(made(env, op, p, b))
			} else if b.role == happens && b.result {
				s = c.happen(env, op, p, b, s)
			}
		}
	}
	return s
}

// happen lets an event happen to its object, or at a Defer notes that it will.
func (c *checker) happen(env envs.Env, op *envs.Op, p *Property, b binding, s State) State {
	object, ok := b.object(op)
	if !ok {
		if op.Callee == nil && op.Uses[0] == 0 { // the constant nil
			p.misuse(&fact{of: p, in: p.zero}, b.event, func(v automaton.State) {
				report(env, &fact{of: p, in: p.zero}, v, env.Point(), p.eventName(b.event)+" here")
			})
		}
		return s
	}
	d, here := p.domain, env.Point()
	if op.Kind == envs.Defer {
		return s.each(func(f *fact) bool {
			f.done = f.done || f.of == p && f.isOn(&object) && !d.End(d.Step(f.in, b.event)).May
			return true
		})
	}
	concerns := func(f *fact) bool {
		return f.of == p && f.isOn(&object) && (!op.Is(envs.Skippable) || slices.Contains(f.passed, op.Deferred))
	}
	type cause struct {
		state string
		last  envs.Point
	}
	var told []cause
	for _, f := range slices.Backward(s.facts) { // what the frame made comes last, and has more to tell
		if !concerns(&f) || f.last == here && op.Deferred != 0 {
			continue
		}
		for v := range d.Check(f.in, b.event).Violations.All() {
			if c := (cause{v.Name, f.last}); !slices.Contains(told, c) {
				told = append(told, c)
				report(env, &f, v, f.last, p.eventName(b.event)+" here")
			}
		}
	}
	// A lock that may still be held was taken more than once. Which lock a name stands for is not certain if it is not
	// held after it was taken.
	unclear := op.Kind == envs.Release && c.locks.MayHold(op.Path) || op.Kind == envs.Acquire && !c.locks.MustHold(op.Path)
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
	if object.in = p.after[b.event]; !unclear && !op.Is(envs.Skippable) && object.in.Len() > 0 {
		object.of, object.last, object.sure = p, here, true
		s = s.with(object)
		if base, field := c.calls.from(env.Func(), op); field != nil && p.domain.Leq(object.in, p.stable) {
			object.regs, object.field = []envs.Reg{base}, field
			s = s.with(object)
		}
	}
	return s
}

// Branch learns that there is no object after all, or that there is one.
func (c *checker) Branch(env envs.Env, op *envs.Op, taken int, s State) (State, bool) {
	if len(s.facts) == 0 || taken >= len(env.Detail().On) {
		return s, true
	}
	return s.each(func(f *fact) bool {
		for _, cond := range env.Detail().On[taken] {
			r, isNil := cond.NilTest()
			isErr, isObject := slices.Contains(f.errs, r), c.calls.holds(env.Func(), f, r)
			if isObject && (f.field != nil || f.in == f.of.zero) {
				if !isNil && f.in == f.of.zero {
					return false
				}
				continue
			}
			if isErr && !isNil || isObject && isNil {
				return false
			}
			f.sure = f.sure || isErr || isObject
		}
		return true
	}), true
}

// handedOver are the objects that are returned to the caller.
func (s State) handedOver(ret *envs.Op, d *envs.Detail) State {
	return s.each(func(f *fact) bool { return f.returned(ret, d) })
}

// Return takes over the objects that a callee has made, but for what the call makes as such, and what it has done to
// those in fields. A run in which an event goes wrong in a callee does not come here.
func (c *checker) Return(env envs.Env, call *envs.Op, exit, s State) State {
	if s = c.inside(env, call, s); len(exit.facts) == 0 {
		return s
	}
	name := call.Callee.FullName()
	for _, f := range exit.facts {
		if !slices.ContainsFunc(f.of.bindings(call, name), func(b binding) bool { return b.role == makes }) {
			s = s.with(f.received(env.Point(), call))
		}
	}
	return s
}

// leaks reports the objects that end with the frame in a state in which they should
// not: those that are not returned.
func leaks(env envs.Env, ret *envs.Op, s State) {
	for i := range s.facts {
		f := &s.facts[i]
		if !f.leaks() || !f.sure || slices.ContainsFunc(ret.Uses, func(r envs.Reg) bool {
			return slices.Contains(f.regs,
				r)
		}) {
			continue
		}
		for v := range f.of.domain.End(f.in).Violations.All() {
			report(env, f, v, f.made, "returned here")
		}
	}
}
