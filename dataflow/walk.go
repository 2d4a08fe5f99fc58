package dataflow

import (
	"github.com/seed38182bad/parallax/envs"
)

// walk follows one path from pc until it ends or meets a state that covers it.
// It owns s.
func (e *engine[S]) walk(in *instance[S], pc int32, s S) error {
	ops := in.fn.Ops
	env := e.env
	first := true
	for {
		if !first && (in.joins[pc]&joinMark != 0 || in.slots[pc] != 0 && in.kept[in.slots[pc]-1].join) {
			e.arrive(in, pc, s, false)
			return nil
		}
		first = false
		op := &ops[pc]
		e.visits++
		if e.visits&0xfff == 0 {
			if err := e.ctx.Err(); err != nil {
				return err
			}
		}
		env.op = op
		if e.watch != nil {
			e.watch(in, pc, s)
		}
		in.reports.void(pc)
		if op.Handler != 0 && !(e.can.thrower != nil && calls(op)) {
			e.throwTo(in, op, s)
		}
		if e.moving {
			e.strat.step(e, in, op)
			if env.opened && e.can.mapBlocks != nil {
				s = e.age(s)
			}
		}
		if e.can.thrower != nil && op.Handler == 0 && mayThrow[op.Kind] {
			e.throwOut(in, s)
		}
		switch op.Kind {
		case envs.Call, envs.Fork:
			if op.Callee != nil && len(op.Callee.Funcs) > 0 {
				var ok bool
				if s, ok = e.call(in, op, s); !ok {
					return nil
				}
			} else {
				s = e.ch.Step(env, op, s)
			}
			pc++
		case envs.Jump:
			s = e.ch.Step(env, op, s)
			if op.To == pc+1 {
				pc++
				continue
			}
			e.arrive(in, op.To, s, op.To <= pc)
			return nil
		case envs.Branch, envs.Switch:
			s = e.ch.Step(env, op, s)
			var ok bool
			if pc, s, ok = e.branch(in, op, s); !ok || !e.strat.seek(e, in, pc) {
				return nil
			}
			first = true
		case envs.Return:
			s = e.ch.Step(env, op, s)
			e.leave(in, op, s)
			return nil
		case envs.Throw:
			e.ch.Step(env, op, s)
			return nil
		default:
			s = e.ch.Step(env, op, s)
			pc++
		}
	}
}

// throwTo sends the state before op to op's handler. What op itself does to
// locks may or may not have happened when it throws; environments give handlers
// to operations that throw before they take effect.
func (e *engine[S]) throwTo(in *instance[S], op *envs.Op, s S) {
	e.arrive(in, op.Handler, s.Clone(), op.Handler <= op.PC)
}

// branch sends s to each target of op. If the path may go on to one of them right
// away, because nothing else can arrive there and nothing that comes before it is
// pending, it gives that target and the state there.
func (e *engine[S]) branch(in *instance[S], op *envs.Op, s S) (next int32, x S, ok bool) {
	targets := in.fn.Lists[op.To]
	var on S
	next = -1
	for i, t := range targets {
		x := s
		if i < len(targets)-1 {
			x = s.Clone()
		}
		if e.can.brancher != nil {
			e.strat.branch(e, in, op, i)
			var ok bool
			x, ok = e.can.brancher.Branch(e.env, op, i, x)
			e.strat.undo(e, in)
			if !ok {
				continue
			}
		}
		if next < 0 && in.joins[t]&joinMark == 0 && in.slots[t] == 0 && t > op.PC {
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
	if e.can.caller != nil {
		s = e.can.caller.Exit(e.env, op, s)
	}
	if !in.hasExit {
		in.exit, in.hasExit = s, true
		in.exits++
		return
	}
	var grew bool
	if e.can.widen != nil && in.exits > e.opts.WidenDelay+8 {
		in.exit, grew = e.can.widen(in.exit, s)
	} else {
		in.exit, grew = in.exit.Merge(s)
	}
	if grew {
		in.exits++
	}
}

// calls reports whether op calls a function that the program knows.
func calls(op *envs.Op) bool {
	return op.Kind == envs.Call && op.Callee != nil && len(op.Callee.Funcs) > 0
}

// throwOut merges the state before an operation that may throw into what leaves
// the frame with an exception.
func (e *engine[S]) throwOut(in *instance[S], s S) {
	if !in.hasThrown {
		in.thrown, in.hasThrown = s.Clone(), true
		in.exits++
		return
	}
	var grew bool
	if in.thrown, grew = in.thrown.Merge(s); grew {
		in.exits++
	}
}

// call steps over op, a Call or Fork of known functions: it gives the state
// after it, or ok = false if no callee is known to return yet. The path then
// goes on when one does.
func (e *engine[S]) call(in *instance[S], op *envs.Op, s S) (result S, ok bool) {
	keys, passes := e.strat.callees(e, in, op, s, e.keys[:0])
	e.keys = keys
	unsettled := false
	for _, key := range keys {
		c := e.callee(in, op, s, key)
		if op.Kind == envs.Call && !c.settled {
			unsettled = true
			in.needs(c.id)
			c.wait(in.id, op.PC)
		}
	}
	if unsettled {
		if k := in.at(op.PC); !k.join {
			k.join, k.has, k.state = true, true, s.Clone()
		}
	}
	if e.can.thrower != nil && op.Kind == envs.Call {
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
		for _, key := range keys {
			if c := e.instanceOf(key); c.hasThrown {
				throw(e.can.thrower.Thrown(e.env, op, c.thrown, s.Clone()))
			}
		}
	}
	s = e.ch.Step(e.env, op, s)
	if op.Kind == envs.Fork {
		return s, true
	}
	if passes || op.Callee.Open {
		if len(keys) == 0 {
			return s, true
		}
		result, ok = s.Clone(), true
	}
	for i, key := range keys {
		c := e.instanceOf(key)
		if !c.hasExit {
			continue
		}
		x := s
		if i < len(keys)-1 {
			x = s.Clone()
		}
		rename := e.strat.returned(e, in, op, c)
		if e.env.opened && e.can.mapBlocks != nil {
			x = e.age(x)
		}
		if e.can.caller != nil {
			exit := c.exit
			if e.can.mapBlocks != nil && rename != nil {
				exit = e.can.mapBlocks(exit.Clone(), rename)
			}
			x = e.can.caller.Return(e.env, op, exit, x)
		}
		if ok {
			result, _ = result.Merge(x)
		} else {
			result, ok = x, true
		}
	}
	e.strat.rejoin(e, in, op)
	return result, ok
}

// callee finds the instance that a call reaches and enters it.
func (e *engine[S]) callee(in *instance[S], op *envs.Op, s S, key instKey) *instance[S] {
	c := e.instanceOf(key)
	entry := func() S {
		defer e.strat.aside(e, c)()
		return e.ch.Entry(e.env, c.fn)
	}
	switch {
	case e.can.enterer != nil && op.Kind == envs.Fork:
		e.enter(c, entry())
	case e.can.enterer != nil:
		e.enter(c, e.can.enterer.Enter(e.env, op, s, c.fn))
	case !c.hasEntry:
		e.start(c, entry)
	}
	return c
}

func (in *instance[S]) wait(inst, pc int32) {
	w := waiter{inst, pc}
	for _, x := range in.waiting {
		if x == w {
			return
		}
	}
	in.waiting = append(in.waiting, w)
}

// needs notes that the instance used the exit of another that may still grow.
func (in *instance[S]) needs(id int32) {
	for _, x := range in.needed {
		if x == id {
			return
		}
	}
	in.needed = append(in.needed, id)
}

// mayThrow tells which kinds of operations may end in an exception.
var mayThrow = [envs.NumKinds]bool{
	envs.Compute: true, envs.Load: true, envs.Store: true, envs.Atomic: true, envs.New: true, envs.Addr: true,
	envs.Release: true, envs.Wait: true, envs.Notify: true, envs.Join: true, envs.Send: true, envs.Close: true,
	envs.Call: true, envs.Throw: true, envs.Acquire: true, envs.TryAcquire: true, envs.Fork: true,
}
