package fixpoint

import "github.com/seed38182bad/parallax/envs"

// maxParks is how often a frame waits for callees before it is stepped through after all.
const maxParks = 16

// skip asks Analysis.Skip whether a frame needs to be stepped through. For that the exits of its callees must be
// known. skip begins those that are not, and has the frame wait for them, which it reports as parked. It does so for
// the callees of one call at a time, because what comes after a call that never returns is not reached.
func (e *Engine[S]) skip(f *Frame[S]) (skipped, parked bool) {
	if f.step {
		return false, false
	}
	f.step = true // unless it parks
	sh := &e.shapes[f.fn.ID]
	if sh.reached == nil {
		sh.reached = f.fn.After(0)
	}
	e.exits = e.exits[:0]
	returns := false
	for i := range f.fn.Ops {
		op := &f.fn.Ops[i]
		if i > 0 && !sh.reached[i] {
			continue
		}
		if returns = returns || op.Kind == envs.Return; !op.Reaches() {
			continue
		}
		e.callees = e.below.Callees(op, e.callees[:0])
		e.targets = e.targets[:0]
		for _, c := range e.callees {
			t := e.frameIn(c.Frame, c.Func)
			e.targets = append(e.targets, target[S]{t, c})
			if e.retained != nil {
				f.calls(t.id)
			}
			if !t.begun {
				if !parked {
					parked = true
					e.schedule(f) // before the callees, which are taken first
				}
				e.begin(t)
			}
		}
		if parked {
			f.parks++
			f.step = f.parks > maxParks
			return false, true
		}
		if op.Kind != envs.Fork && !e.handedOver(f, op) {
			return false, false
		}
	}
	f.asks = true
	exit, ok := e.an.Skip(e.env, f.fn, e.exits)
	if ok && returns && e.below.Returns(f.key.below) {
		f.exit, f.hasExit = exit, true
		f.grown++
	}
	return ok, false
}

// handedOver adds to Engine.exits what the callees of op hand over, and reports whether they are settled and one of
// them returns.
func (e *Engine[S]) handedOver(f *Frame[S], op *envs.Op) bool {
	returns := op.Callee.Open
	for _, t := range e.targets {
		if !t.settled {
			return false
		}
		f.asks = f.asks || t.asks
		if t.hasExit {
			returns = true
			if e.an.Return != nil {
				e.exits = append(e.exits, t.exit)
			}
		}
	}
	return returns
}
