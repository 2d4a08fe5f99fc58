package dataflow

import "github.com/seed38182bad/parallax/envs"

// maxParks is how often an instance waits for callees before it is stepped
// through after all.
const maxParks = 16

// skip asks Tuning.Skip whether an instance needs to be stepped through. For that
// the exits of its callees must be known. It begins those that are not and has
// the instance wait for them, which it reports as parked; the callees of one call
// at a time, because what comes after a call that never returns is not reached.
func (e *engine[S]) skip(in *instance[S]) (skipped, parked bool) {
	if in.step || !e.strat.seek(e, in, 0) {
		return false, false
	}
	in.step = true // unless it parks
	sh := e.outline(in.fn)
	e.exits = e.exits[:0]
	var none S
	for _, pc := range sh.calls {
		op := &in.fn.Ops[pc]
		targets, _ := e.strat.callees(e, in, op, none, e.targets[:0])
		e.targets = targets
		for _, c := range targets {
			if !c.begun {
				if !parked {
					parked = true
					e.schedule(in) // before the callees, which are taken first
				}
				e.begin(c.instance)
			}
		}
		if parked {
			in.parks++
			in.step = in.parks > maxParks
			return false, true
		}
		if op.Kind == envs.Fork {
			continue
		}
		returns := op.Callee.Open
		for _, c := range targets {
			if !c.settled {
				return false, false
			}
			in.asks = in.asks || c.asks
			if c.hasExit {
				returns = true
				if e.can.Calls.Return != nil {
					e.exits = append(e.exits, c.exit)
				}
			}
		}
		if !returns {
			return false, false
		}
	}
	in.asks = true // steady is about locks
	exit, ok := e.can.Tuning.Skip(e.env, in.fn, e.strat.steady(in), e.exits)
	if ok && sh.returns && e.strat.returns(in) {
		in.exit, in.hasExit = exit, true
		in.exits++
	}
	return ok, false
}
