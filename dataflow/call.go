package dataflow

import "github.com/seed38182bad/parallax/envs"

// call steps over op, a Call or Fork of known functions: it gives the state
// after it, or ok = false if no callee is known to return yet. The path then
// goes on when one does.
func (e *engine[S]) call(in *instance[S], op *envs.Op, s S) (result S, ok bool) {
	targets, passes := e.strat.callees(e, in, op, s, e.targets[:0])
	e.targets = targets
	unsettled := false
	for _, c := range targets {
		if e.retained != nil {
			in.calls(c.id)
		}
		if e.can.Calls.Enter != nil {
			e.enterFrom(op, s, c.instance)
		} else if !c.begun {
			e.begin(c.instance)
		}
		switch {
		case op.Kind == envs.Fork:
		case c.settled:
			in.asks = in.asks || c.asks
		default:
			unsettled = true
			in.needs(c.id)
			c.wait(in.id, op.PC)
		}
	}
	if unsettled {
		if k := in.at(op.PC); !k.join || !k.has {
			k.join, k.has, k.state = true, true, e.clone(s)
		}
	}
	if e.can.Calls.Thrown != nil && op.Kind == envs.Call {
		e.callThrows(in, op, s, targets, passes)
	}
	s = e.can.Step(e.env, op, s)
	if op.Kind == envs.Fork {
		return s, true
	}
	passes = passes || op.Callee.Open
	if e.can.Calls.Return == nil && (e.can.mapBlocks == nil || !e.moving) {
		// Nothing comes back but control.
		for _, c := range targets {
			if passes = passes || c.hasExit; c.hasExit && e.moving {
				e.strat.returned(e, in, op, c)
			}
		}
		if e.moving {
			e.strat.rejoin(e, in, op)
		}
		return s, passes
	}
	if passes {
		if len(targets) == 0 {
			return s, true
		}
		result, ok = e.clone(s), true
	}
	for i, c := range targets {
		if !c.hasExit {
			continue
		}
		x := s
		if i < len(targets)-1 {
			x = e.clone(s)
		}
		e.strat.returned(e, in, op, c)
		if e.env.opened && e.can.mapBlocks != nil {
			x = e.age(x)
		}
		if e.can.Calls.Return != nil {
			exit := c.exit
			if e.can.mapBlocks != nil {
				exit = e.can.mapBlocks(exit.Clone(), e.renamed)
			}
			x = e.can.Calls.Return(e.env, op.Calling(c.fn.ID), exit, x)
		}
		if ok {
			result, _ = result.Merge(x)
			e.free(x)
		} else {
			result, ok = x, true
		}
	}
	e.strat.rejoin(e, in, op)
	return result, ok
}

// callThrows sends on the exceptions that a call, from state s, may end in.
func (e *engine[S]) callThrows(in *instance[S], op *envs.Op, s S, targets []target[S], passes bool) {
	throw := func(x S) {
		if op.Handler != 0 {
			e.arrive(in, op.Handler, x, op.Handler <= op.PC)
		} else {
			e.throwOut(in, x)
		}
	}
	if passes || op.Callee.Open {
		throw(s.Clone())
	}
	for _, c := range targets {
		if c.hasThrown {
			throw(e.can.Calls.Thrown(e.env, op.Calling(c.fn.ID), c.thrown, s.Clone()))
		}
	}
}

// begin schedules an instance that starts in the checker's own entry state.
func (e *engine[S]) begin(in *instance[S]) {
	in.begun = true
	e.schedule(in)
}

// enterFrom enters the callee c of op with what op hands it.
func (e *engine[S]) enterFrom(op *envs.Op, s S, c *instance[S]) {
	if op.Kind != envs.Fork || e.can.entersThreads {
		e.enter(c, e.can.Calls.Enter(e.env, op.Calling(c.fn.ID), s, c.fn))
		return
	}
	e.enter(c, e.entryOf(c))
}

// entryOf is the checker's own entry state for an instance.
func (e *engine[S]) entryOf(in *instance[S]) S {
	p := e.strat.aside(e, in)
	s := e.can.Entry(e.env, in.fn)
	e.strat.back(e, p) // not if Entry panics: the error names the place
	return s
}
