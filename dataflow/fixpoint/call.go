package fixpoint

import "github.com/seed38182bad/parallax/envs"

// call steps over op, a Call or Fork of known functions. It gives the state after it, or ok = false if no callee is
// known to return yet. The path then goes on when one does.
func (e *Engine[S]) call(f *Frame[S], op *envs.Op, s S) (result S, ok bool) {
	targets, passes := e.enterAll(f, op, s)
	if e.an.Thrown != nil && op.Kind == envs.Call {
		e.callThrows(f, op, s, targets, passes)
	}
	s = e.step(f, op, s)
	if op.Kind == envs.Fork {
		return s, true
	}
	passes = passes || op.Callee.Open
	if e.an.Return == nil && (e.an.Rename == nil || !e.along) {
		// Nothing comes back but control.
		for _, c := range targets {
			passes = passes || c.hasExit
		}
		return s, passes
	}
	return e.returned(f, op, s, targets, passes)
}

// enterAll enters the callees of op from state s. passes tells that control also comes past op by way of callees that
// leave everything as it is. If an exit may still grow, the state is kept for the path to go on from op when it does.
func (e *Engine[S]) enterAll(f *Frame[S], op *envs.Op, s S) (targets []target[S], passes bool) {
	e.callees = e.below.Callees(op, e.callees[:0])
	targets = e.targets[:0]
	unsettled := false
	for _, c := range e.callees {
		if e.an.Idle != nil && e.an.Idle(c.Func) {
			passes = true
			continue
		}
		t := target[S]{e.enterFrom(f, op, s, c), c}
		targets = append(targets, t)
		if e.retained != nil {
			f.calls(t.id)
		}
		if e.recorder != nil {
			e.recorder.Callee(f, op.PC, c, t.Frame)
			continue
		}
		switch {
		case op.Kind == envs.Fork:
		case t.settled:
			f.asks = f.asks || t.asks
		default:
			unsettled = true
			f.needs(t.id)
			t.wait(f.id, op.PC)
		}
	}
	e.targets = targets
	if unsettled {
		if k := f.at(op.PC); !k.join || !k.has {
			k.join, k.has, k.state = true, true, e.clone(s)
		}
	}
	return targets, passes
}

// enterFrom enters the callee c of op, in frame f, with what op hands it from state s.
func (e *Engine[S]) enterFrom(f *Frame[S], op *envs.Op, s S, c Callee) *Frame[S] {
	if e.an.Enter == nil || e.recorder != nil && op.Kind == envs.Fork && !e.an.Threads {
		t := e.frameIn(c.Frame, c.Func)
		if e.an.Enter == nil && !t.begun {
			e.begin(t)
		}
		return t
	}
	if op.Kind == envs.Fork && !e.an.Threads {
		t := e.frameIn(c.Frame, c.Func)
		e.enter(t, e.entryOf(t))
		e.moveTo(f) // and back
		if e.at.Op = op; e.along {
			e.below.At(op)
		}
		return t
	}
	entry, context := e.an.Enter(e.env, op.Calling(c.Func), s, e.prog.Func(c.Func))
	t := e.frameOf(key{fn: c.Func, below: c.Frame, context: context})
	if e.recorder == nil {
		e.enter(t, entry)
	}
	return t
}

// returned merges what comes back from the callees of op into the state after its Step.
func (e *Engine[S]) returned(f *Frame[S], op *envs.Op, s S, targets []target[S], passes bool) (result S, ok bool) {
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
		if renamed := e.below.Return(op, c.Callee); renamed && e.an.Rename != nil {
			x = e.an.Rename(x)
		}
		if e.an.Return != nil {
			exit := e.clone(c.exit)
			if e.an.Import != nil {
				exit = e.an.Import(exit)
			}
			x = e.an.Return(e.env, op.Calling(c.fn.ID), exit, x)
		}
		if e.recorder != nil {
			e.recorder.After(f, op.PC, c.Way+1, x)
		}
		if ok {
			e.merge(&result, x, false)
		} else {
			result, ok = x, true
		}
	}
	return result, ok
}

// callThrows sends on the exceptions that a call, from state s, may end in.
func (e *Engine[S]) callThrows(f *Frame[S], op *envs.Op, s S, targets []target[S], passes bool) {
	throw := func(x S) {
		if op.Handler != 0 {
			e.arrive(f, op.Handler, x, op.Handler <= op.PC)
		} else {
			e.throwOut(f, x)
		}
	}
	if passes || op.Callee.Open {
		throw(s.Clone())
	}
	for _, c := range targets {
		if c.hasThrown {
			throw(e.an.Thrown(e.env, op.Calling(c.fn.ID), e.clone(c.thrown), e.clone(s)))
		}
	}
}

// begin schedules a frame that starts in the analysis' own entry state.
func (e *Engine[S]) begin(f *Frame[S]) {
	f.begun = true
	e.schedule(f)
}

// entryOf is the analysis' own entry state for a frame, at the beginning of which the Env is then.
func (e *Engine[S]) entryOf(f *Frame[S]) S {
	e.moveTo(f)
	return e.an.Entry(e.env, f.fn)
}

// moveTo puts the Env at the beginning of a frame.
func (e *Engine[S]) moveTo(f *Frame[S]) {
	e.at.enter(f.fn, &f.reports)
	e.along = e.below.Enter(f.key.below)
}
