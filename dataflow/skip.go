package dataflow

import "github.com/seed38182bad/parallax/envs"

// maxParks is how often an instance waits for callees before it is stepped
// through after all.
const maxParks = 16

// skip asks a Skipper whether an instance needs to be stepped through. For that
// the exits of its callees must be known. It enters those that are not and has
// the instance wait for them, which it reports as parked.
func (e *engine[S]) skip(in *instance[S]) (skipped, parked bool) {
	if in.parks > maxParks {
		return false, false
	}
	e.strat.seek(e, in, 0)
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
			return false, true
		}
		returns := op.Kind == envs.Fork || op.Callee.Open
		for _, c := range targets {
			if op.Kind == envs.Fork {
				continue
			}
			if !c.settled {
				in.parks = maxParks + 1
				return false, false
			}
			in.asks = in.asks || c.asks
			if c.hasExit {
				returns = true
				e.exits = append(e.exits, c.exit)
			}
		}
		if !returns {
			// What control does not come to must not be entered, and what a frame
			// that does not return hands over is nothing.
			in.parks = maxParks + 1
			return false, false
		}
	}
	exit, ok := e.can.skipper.Skip(e.env, in.fn, e.exits)
	if ok && sh.returns {
		in.exit, in.hasExit = exit, true
		in.exits++
	}
	if !ok {
		in.parks = maxParks + 1
	}
	return ok, false
}

// MayLock reports whether the locks held may change in the current frame.
func (v *staticEnv) MayLock() bool {
	v.asked = true
	return v.in.mayLock(v.contexts)
}

func (*runEnv) MayLock() bool { return true }

// mayLock computes once whether the locks held may change in the course of f.
func (f *frame) mayLock(c *Contexts) bool {
	if f.inst == nil {
		return false
	}
	if f.still == 0 {
		f.still = -1
		if f.isStill(c) {
			f.still = 1
		}
	}
	return f.still < 0
}

func (f *frame) isStill(c *Contexts) bool {
	fn := f.inst.fn
	if fn.Locking() {
		return false
	}
	for i := range fn.Ops {
		if !calls(&fn.Ops[i]) || f.inst.slots[i] == 0 {
			continue
		}
		for _, g := range *f.inst.callees(int32(i)) {
			low := c.frames[g].inst
			switch {
			case low == nil:
			case low.hasExit && !low.exit.unchanged(low.entry.held),
				fn.Ops[i].Handler != 0 && low.hasThrown && !low.thrown.unchanged(low.entry.held):
				return false
			}
		}
	}
	return true
}
