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
