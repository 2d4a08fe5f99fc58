package taint

import (
	"slices"
	"strconv"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// checker is the algorithm, for all paths and for one.
type checker struct {
	*rules
	calls   map[*envs.Callee]called
	locs    map[*envs.Loc]*rule
	objects map[envs.FuncID]*objects
	closed  map[envs.FuncID]bool
	// memory is what was ever put into variables and fields, in any frame.
	memory map[*envs.Loc]value
	grew   bool
}

func (c *checker) analysis() dataflow.Analysis[state] {
	return dataflow.Analysis[state]{
		Entry: c.Entry, Step: c.Step,
		Enter: c.Enter, Return: c.Return,
	}
}

var _ dataflow.RegisterHolder[state] = state{}

func newChecker(r *rules) *checker {
	return &checker{
		rules: r, calls: map[*envs.Callee]called{}, locs: map[*envs.Loc]*rule{}, objects: map[envs.FuncID]*objects{},
		closed: map[envs.FuncID]bool{}, memory: map[*envs.Loc]value{},
	}
}

// Entry gives parameters the levels that the rules give them; all else is of the
// lowest.
func (c *checker) Entry(env envs.Env, fn *envs.Func) state {
	var s state
	for _, p := range c.rule(fn.Name).params {
		if p.operand < len(fn.Params) {
			s = s.give(fn.Params[p.operand], value{{level: p.level, from: envs.At(fn.ID, 0)}})
		}
	}
	return s
}

// Enter hands the arguments over, and tells callees apart by the levels of these.
func (c *checker) Enter(env envs.Env, call *envs.Op, s state, fn *envs.Func) (state, string) {
	x, context := c.Entry(env, fn), c.context(env, call, s)
	if c.isOpaque(fn) {
		return x, context
	}
	for i, r := range fn.Params {
		if v := s.regs.Get(argument(call, i)); len(v) > 0 {
			x = x.give(r, v.through(env.Point()))
		}
	}
	return x, context
}

// argument is the register of the callee's parameter number i, 0 if there is none.
func argument(call *envs.Op, i int) envs.Reg {
	if i += call.Callee.FirstArg; i < len(call.Uses) {
		return call.Uses[i]
	}
	return 0
}

// context names the levels of the arguments of a call.
func (c *checker) context(env envs.Env, call *envs.Op, s state) string {
	var key []byte
	if s.regs.Len() > 0 && c.isKnown(env.Program(), call.Callee) {
		for i, r := range call.Uses {
			for _, f := range s.regs.Get(r) {
				key = strconv.AppendInt(append(strconv.AppendInt(key, int64(i), 10), ' '), int64(f.level), 10)
				key = append(key, ',')
			}
		}
	}
	return string(key)
}

// Step follows values through one operation, and reports what reaches a sink.
func (c *checker) Step(env envs.Env, op *envs.Op, s state) state {
	switch op.Kind {
	case envs.Compute:
		return s.set(op, s.all(op.Uses).join(appended(env.Func(), op, s)))
	case envs.Move:
		return s.set(op, s.regs.Get(op.Uses[0]))
	case envs.Load, envs.Addr, envs.Receive:
		return s.set(op, c.loaded(env, op, s))
	case envs.Store, envs.Send:
		return c.store(env, op, s)
	case envs.Atomic:
		v := c.loaded(env, op, s)
		return c.store(env, op, s).set(op, v)
	case envs.Fork:
		c.sinks(env, op, c.callee(op), s)
	case envs.Call:
		return c.call(env, op, s)
	case envs.Return:
		return c.handedOver(env, op, s)
	}
	return s.set(op, nil)
}

// call is the effect of a call but for what its known callees do. Of an unknown
// function the results are made of its arguments.
func (c *checker) call(env envs.Env, op *envs.Op, s state) state {
	n := c.callee(op)
	c.sinks(env, op, n, s)
	known := c.isKnown(env.Program(), op.Callee)
	var v value
	if !known || op.Callee.Open {
		v = c.cleaned(s.all(op.Uses), n.clean)
	}
	if n.source > 0 {
		v = v.join(value{{level: n.source, from: env.Point()}})
	}
	if !known {
		for _, p := range n.params {
			s = c.put(env, argument(op, p.operand), value{{level: p.level, from: env.Point()}}, s)
		}
		for _, f := range n.flows {
			s = c.put(env, argument(op, f.to), s.regs.Get(argument(op, f.from)), s)
		}
	}
	return s.set(op, v)
}

// cleaned is v with no level above the given one.
func (c *checker) cleaned(v value, most int) (w value) {
	if most < 0 {
		return v
	}
	for _, f := range v {
		f.level = slices.Index(c.elements, c.levels.Meet(c.elements[f.level], c.elements[most]))
		if f.level > 0 {
			w = w.join(value{f})
		}
	}
	return w
}

// handedOver are the results, in registers from 1 on, and what was put into the objects of parameters.
func (c *checker) handedOver(env envs.Env, ret *envs.Op, s state) state {
	var x state
	if s.regs.Len() == 0 || c.isOpaque(env.Func()) {
		return x
	}
	for r, v := range s.regs.All() {
		if r < 0 {
			x = x.give(r, v)
		}
	}
	for i, r := range ret.Uses {
		x = x.give(envs.Reg(i+1), s.regs.Get(r))
	}
	return x
}

// Return takes over what a callee gives back.
func (c *checker) Return(env envs.Env, call *envs.Op, exit, s state) state {
	n := c.callee(call)
	for r, v := range exit.regs.All() {
		switch v := v.through(env.Point()); {
		case r < 0:
			s = c.put(env, argument(call, int(-1-r)), v, s)
		case int(r) <= int(call.Results):
			s = s.give(call.Dst+r-1, c.cleaned(v, n.clean))
		}
	}
	return s
}
