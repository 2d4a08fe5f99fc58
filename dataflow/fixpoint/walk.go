package fixpoint

import "github.com/seed38182bad/parallax/envs"

// walk follows one path from pc until it ends, or arrives where paths meet. It owns s.
func (e *Engine[S]) walk(f *Frame[S], pc int32, s S) error {
	ops := f.fn.Ops
	for first := true; ; first = false {
		if !first && f.meets(pc) {
			e.arrive(f, pc, s, false)
			return nil
		}
		op := &ops[pc]
		e.visits++
		if e.visits&0xf == 0 {
			if err := e.ctx.Err(); err != nil {
				return err
			}
		}
		e.at.Op = op
		if e.Watch != nil {
			e.Watch(f, pc, s)
		}
		f.reports.void(pc)
		var ok bool
		if s, ok = e.come(f, op, s); !ok {
			return nil
		}
		switch op.Kind {
		case envs.Call, envs.Fork:
			if !op.Reaches() {
				s = e.step(f, op, s)
			} else if s, ok = e.call(f, op, s); !ok {
				return nil
			}
			pc++
		case envs.Jump:
			s = e.step(f, op, s)
			if op.To != pc+1 {
				e.arrive(f, op.To, s, op.To <= pc)
				return nil
			}
			pc++
		case envs.Branch, envs.Switch:
			s = e.step(f, op, s)
			if pc, s, ok = e.branch(f, op, s); !ok {
				return nil
			}
		case envs.Return:
			s = e.step(f, op, s)
			e.leave(f, op, s)
			return nil
		case envs.Throw:
			e.free(e.step(f, op, s))
			return nil
		default:
			s = e.step(f, op, s)
			pc++
		}
	}
}

// meets reports whether other paths may come to an operation, too.
func (w *work[S]) meets(pc int32) bool {
	return w.marks[pc]&joinMark != 0 || w.slots[pc] != 0 && w.kept[w.slots[pc]-1].join
}

// come is what holds when a path has come to op, before its Step. ok is false if it is known that control does not come
// there. Exceptions of op are sent on from the state before it.
func (e *Engine[S]) come(f *Frame[S], op *envs.Op, s S) (_ S, ok bool) {
	if op.Kind == envs.Throw && e.an.Interrupted != nil {
		s = e.an.Interrupted(op, s)
	}
	if op.Handler != 0 && !(e.an.Thrown != nil && calls(op)) {
		e.throwTo(f, op, s)
	}
	if e.along {
		// What is below is the same whatever path led here: what an analysis finds does not depend on the order.
		reached, renamed := e.below.At(op)
		if !reached {
			e.at.Asked = true
			return s, false
		}
		if renamed && e.an.Rename != nil {
			s = e.an.Rename(s)
		}
	}
	if e.an.Thrown != nil && op.Handler == 0 && mayThrow[op.Kind] {
		e.throwOut(f, s)
	}
	return s, true
}

// throwTo sends the state before op to op's handler. Whether op has taken effect when it throws is not known;
// environments give handlers to operations that throw before they take effect.
func (e *Engine[S]) throwTo(f *Frame[S], op *envs.Op, s S) {
	s = e.clone(s)
	if op.Kind == envs.Call && e.an.Interrupted != nil {
		s = e.an.Interrupted(op, s)
	}
	e.arrive(f, op.Handler, s, op.Handler <= op.PC)
}

// throwOut merges the state before an operation that may throw into what leaves the frame with an exception.
func (e *Engine[S]) throwOut(f *Frame[S], s S) {
	if e.recorder != nil {
		return
	}
	grew := !f.hasThrown
	if grew {
		f.thrown, f.hasThrown = e.clone(s), true
	} else {
		f.thrown, grew = f.thrown.Merge(s)
	}
	if grew {
		f.grown++
	}
}

// branch sends s to each target of op. The path may go on to one of them right away, if nothing else can arrive there
// and nothing that comes before it is pending. Then branch gives that target and the state there.
func (e *Engine[S]) branch(f *Frame[S], op *envs.Op, s S) (next int32, x S, ok bool) {
	targets := f.fn.Lists[op.To]
	if e.an.Drop != nil && e.an.Branch == nil {
		s = e.dropped(f, op.PC, s)
	}
	var on S
	next = -1
	for i, t := range targets {
		x := s
		if i < len(targets)-1 {
			x = e.clone(s)
		}
		if e.an.Branch != nil {
			if x, ok = e.edge(f, op, i, x); !ok {
				continue
			}
		}
		if next < 0 && f.marks[t]&joinMark == 0 && f.slots[t] == 0 && t > op.PC {
			next, on = t, x
			continue
		}
		e.arrive(f, t, x, t <= op.PC)
	}
	switch {
	case next < 0:
		return 0, s, false
	case len(f.queue) > 0 && (f.queue[0] < next || e.opts.Pick != nil):
		e.arrive(f, next, on, false)
		return 0, s, false
	}
	return next, on, true
}

// edge is the effect of one target on the state at a branch.
func (e *Engine[S]) edge(f *Frame[S], op *envs.Op, taken int, s S) (_ S, ok bool) {
	if e.along {
		e.below.Edge(op, taken)
	}
	s, ok = e.an.Branch(e.env, op, taken, s)
	if ok && e.recorder != nil {
		e.recorder.After(f, op.PC, int32(taken)+1, s)
	}
	if e.along {
		e.below.At(op) // for the next target
	}
	if ok && e.an.Drop != nil {
		s = e.dropped(f, op.PC, s) // only now: the condition may be about registers that are not used again
	}
	return s, ok
}

// leave merges s into the exit of the frame.
func (e *Engine[S]) leave(f *Frame[S], op *envs.Op, s S) {
	if e.recorder != nil {
		return
	}
	if e.an.Return != nil && e.an.Exit != nil {
		s = e.an.Exit(e.env, op, s)
	}
	grew := !f.hasExit
	switch {
	case e.an.Return == nil && e.an.Thrown == nil: // nothing looks at the state; that there is one counts
		f.hasExit = true
		e.free(s)
	case grew:
		f.exit, f.hasExit = s, true
	default:
		grew = e.merge(&f.exit, s, int(f.grown) > e.opts.WidenDelay+8)
	}
	if grew {
		f.grown++
	}
}

// calls reports whether op calls a function that the program knows.
func calls(op *envs.Op) bool { return op.Kind == envs.Call && op.Reaches() }

// mayThrow tells which kinds of operations may end in an exception: all but those that only move control or values.
var mayThrow = [envs.NumKinds]bool{
	envs.Compute: true, envs.Load: true, envs.Store: true, envs.Atomic: true, envs.New: true, envs.Addr: true,
	envs.Release: true, envs.Wait: true, envs.Notify: true, envs.Join: true, envs.Send: true, envs.Close: true,
	envs.Call: true, envs.Throw: true, envs.Acquire: true, envs.TryAcquire: true, envs.Fork: true,
}
