package dataflow

import (
	"github.com/seed38182bad/parallax/envs"
)

// walk follows one path from pc until it ends or meets a state that covers it.
// It owns s.
func (e *engine[S]) walk(in *instance[S], pc int32, s S) error {
	ops, work, env := in.fn.Ops, in.work, e.env
	first := true
	for {
		if !first && (work.marks[pc]&joinMark != 0 || work.slots[pc] != 0 && work.kept[work.slots[pc]-1].join) {
			e.arrive(in, pc, s, false)
			return nil
		}
		first = false
		op := &ops[pc]
		e.visits++
		if e.visits&0xf == 0 {
			if err := e.ctx.Err(); err != nil {
				return err
			}
		}
		env.op = op
		if e.watch != nil {
			e.watch(in, pc, s)
		}
		in.reports.void(pc)
		if op.Kind == envs.Throw && e.can.interrupted != nil {
			s = e.can.interrupted(op, s)
		}
		if op.Handler != 0 && !(e.can.Calls.Thrown != nil && calls(op)) {
			e.throwTo(in, op, s)
		}
		if e.moving {
			// The environment is the same whatever path led here: what a checker finds
			// does not depend on the order.
			if !e.strat.step(e, in, op) {
				return nil
			}
			if env.opened && e.can.mapBlocks != nil {
				s = e.age(s)
			}
		}
		if e.can.Calls.Thrown != nil && op.Handler == 0 && mayThrow[op.Kind] {
			e.throwOut(in, s)
		}
		switch op.Kind {
		case envs.Call, envs.Fork:
			if reaches(op) {
				var ok bool
				if s, ok = e.call(in, op, s); !ok {
					return nil
				}
			} else {
				s = e.can.Step(env, op, s)
			}
			pc++
		case envs.Jump:
			s = e.can.Step(env, op, s)
			if op.To == pc+1 {
				pc++
				continue
			}
			e.arrive(in, op.To, s, op.To <= pc)
			return nil
		case envs.Branch, envs.Switch:
			s = e.can.Step(env, op, s)
			var ok bool
			if pc, s, ok = e.branch(in, op, s); !ok || e.moving && !e.strat.seek(e, in, pc) {
				return nil
			}
			first = true
		case envs.Return:
			s = e.can.Step(env, op, s)
			e.leave(in, op, s)
			return nil
		case envs.Throw:
			e.free(e.can.Step(env, op, s))
			return nil
		default:
			s = e.can.Step(env, op, s)
			pc++
		}
	}
}

// throwTo sends the state before op to op's handler. What op itself does to
// locks may or may not have happened when it throws; environments give handlers
// to operations that throw before they take effect.
func (e *engine[S]) throwTo(in *instance[S], op *envs.Op, s S) {
	s = e.clone(s)
	if op.Kind == envs.Call && e.can.interrupted != nil {
		s = e.can.interrupted(op, s)
	}
	e.arrive(in, op.Handler, s, op.Handler <= op.PC)
}

// branch sends s to each target of op. If the path may go on to one of them right
// away, because nothing else can arrive there and nothing that comes before it is
// pending, it gives that target and the state there.
func (e *engine[S]) branch(in *instance[S], op *envs.Op, s S) (next int32, x S, ok bool) {
	targets := in.fn.Lists[op.To]
	if e.can.drop != nil && e.can.Branch == nil {
		s = e.dropped(in, op.PC, s)
	}
	var on S
	next = -1
	for i, t := range targets {
		x := s
		if i < len(targets)-1 {
			x = e.clone(s)
		}
		if e.can.Branch != nil {
			e.strat.branch(e, in, op, i)
			var ok bool
			x, ok = e.can.Branch(e.env, op, i, x)
			e.strat.undo(e, in)
			if !ok {
				continue
			}
			if e.can.drop != nil { // only now: the condition may be about registers that are not used again
				x = e.dropped(in, op.PC, x)
			}
		}
		if next < 0 && in.marks[t]&joinMark == 0 && in.slots[t] == 0 && t > op.PC {
			next, on = t, x
			continue
		}
		e.arrive(in, t, x, t <= op.PC)
	}
	switch {
	case next < 0:
		return 0, s, false
	case len(in.queue) > 0 && (in.queue[0] < next || e.pick != nil):
		e.arrive(in, next, on, false)
		return 0, s, false
	}
	return next, on, true
}

// age renames tokens of the block that an operation opens: what the state keeps
// of it is of an earlier instance.
func (e *engine[S]) age(s S) S {
	opened := e.env.openedBlock
	return e.can.mapBlocks(s, func(b envs.Block) envs.Block {
		if b.MustBe(opened) {
			return envs.Loose()
		}
		return b
	})
}

// leave merges s into the exit of the instance.
func (e *engine[S]) leave(in *instance[S], op *envs.Op, s S) {
	if e.can.Calls.Return == nil && e.can.Calls.Thrown == nil {
		// Nobody looks at the state; that there is one counts.
		if !in.hasExit {
			in.hasExit = true
			in.exits++
		}
		e.free(s)
		return
	}
	if e.can.Calls.Return != nil {
		s = e.can.Calls.Exit(e.env, op, s)
	}
	if !in.hasExit {
		in.exit, in.hasExit = s, true
		in.exits++
		return
	}
	var grew bool
	if e.can.widen != nil && int(in.exits) > e.opts.WidenDelay+8 {
		in.exit, grew = e.can.widen(in.exit, s)
	} else {
		in.exit, grew = in.exit.Merge(s)
	}
	if grew {
		in.exits++
	}
}

// reaches reports whether op calls, or starts a thread with, a function that the
// program knows; calls, whether it calls one.
func reaches(op *envs.Op) bool {
	return (op.Kind == envs.Call || op.Kind == envs.Fork) && op.Callee != nil && len(op.Callee.Funcs) > 0
}

func calls(op *envs.Op) bool { return op.Kind == envs.Call && reaches(op) }

// throwOut merges the state before an operation that may throw into what leaves
// the frame with an exception.
func (e *engine[S]) throwOut(in *instance[S], s S) {
	if !in.hasThrown {
		in.thrown, in.hasThrown = e.clone(s), true
		in.exits++
		return
	}
	var grew bool
	if in.thrown, grew = in.thrown.Merge(s); grew {
		in.exits++
	}
}

// lockOp tells which kinds of operations change what is held.
var lockOp = [envs.NumKinds]bool{envs.Acquire: true, envs.TryAcquire: true, envs.Release: true, envs.Wait: true}

// mayThrow tells which kinds of operations may end in an exception.
var mayThrow = [envs.NumKinds]bool{
	envs.Compute: true, envs.Load: true, envs.Store: true, envs.Atomic: true, envs.New: true, envs.Addr: true,
	envs.Release: true, envs.Wait: true, envs.Notify: true, envs.Join: true, envs.Send: true, envs.Close: true,
	envs.Call: true, envs.Throw: true, envs.Acquire: true, envs.TryAcquire: true, envs.Fork: true,
}
