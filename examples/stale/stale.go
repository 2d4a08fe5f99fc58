package stale

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/stale/internal/copies"
)

// checker is the plain mode.
type checker struct {
	opts    Options
	blocks  envs.Blocks
	sharing envs.Sharing
	sent    copies.Sent[State]   // in register 1
	pure    map[envs.FuncID]bool // functions that do nothing but compute, as far as they were looked at
	defs    copies.Definitions
}

// New gives the algorithm of the plain mode.
func New(opts Options) func(*dataflow.Requires) dataflow.Analysis[State] {
	return func(r *dataflow.Requires) dataflow.Analysis[State] {
		c := &checker{opts: opts, blocks: world.Blocks.For(r), sharing: opts.Sharing(r)}
		if opts.Channels {
			c.sent.Require(r)
		}
		r.Gather(&c.sent)
		return c.analysis()
	}
}

func (c *checker) analysis() dataflow.Analysis[State] {
	return dataflow.Analysis[State]{
		Entry: c.Entry, Step: c.Step,
		Return: c.Return,
		Tuning: dataflow.Tuning[State]{Skip: c.Skip},
	}
}

// Entry is the state in which nothing is shared.
func (c *checker) Entry(env envs.Env, fn *envs.Func) State { return State{} }

// Step follows shared data through one operation and reports stale uses.
func (c *checker) Step(env envs.Env, op *envs.Op, s State) State {
	switch op.Kind {
	case envs.Release, envs.Wait:
		return s.released(c.blocks)
	case envs.Acquire, envs.TryAcquire, envs.Notify, envs.Nop, envs.Jump: // locks are not data
	case envs.Load:
		c.uses(env, op, s)
		if c.shared(op) {
			return s.set(op, &Origin{Loc: op.Loc, Block: c.blocks.Block(), Read: env.Point(), Acquired: c.blocks.Acquired(),
				Lock: c.blocks.LockPath()})
		}
	case envs.Compute, envs.Addr:
		c.uses(env, op, s)
		if c.opts.Optimistic {
			return s.set(op, s.compared(c.blocks, op))
		}
		return s.set(op, s.join(op.Uses))
	case envs.Move:
		return s.set(op, s.get(op.Uses[0]))
	case envs.Return: // not a use: the value travels on to the caller
		return c.handedOver(env, op, s)
	case envs.Branch, envs.Switch:
		c.uses(env, op, s)
		if c.opts.Optimistic {
			s = s.check(c.blocks, op)
		}
		return s
	case envs.Call:
		c.uses(env, op, s)
		if c.opts.Optimistic && c.computes(env, op.Callee) {
			return s.set(op, s.join(op.Uses))
		}
	case envs.Send, envs.Receive:
		if c.opts.Channels {
			return c.passes(env, op, s)
		}
		c.uses(env, op, s)
	default:
		c.uses(env, op, s)
	}
	return s.set(op, nil)
}

// shared reports whether op, a load, gives a copy of shared data: it reads memory
// that others may reach, inside a monitor block.
func (c *checker) shared(op *envs.Op) bool {
	return !c.blocks.Block().None() &&
		!op.Is(envs.Local) &&
		!(c.opts.ThreadLocal && !c.sharing.MayShare()) &&
		!(c.opts.ReadOnly && !c.sharing.MayWrite()) &&
		!(c.opts.Handover && op.Is(envs.Handover))
}

// uses reports the operands of op that are stale.
func (c *checker) uses(env envs.Env, op *envs.Op, s State) {
	if s.vals.Len() == 0 {
		return
	}
	for i, r := range op.Uses {
		if o := s.get(r); o != nil && !o.Block.MustBe(c.blocks.Block()) && !slices.Contains(op.Uses[:i], r) &&
			!c.harmless(env, op, s, o) {
			report(env, o, subject(env, r, o)+" is used outside the critical section in which it was read", "used here")
		}
	}
}

// passes follows a copy through a channel: to send it is no use.
func (c *checker) passes(env envs.Env, op *envs.Op, s State) State {
	if op.Kind == envs.Send {
		if o := s.get(op.Value()); o != nil {
			var given State
			given.vals.Set(1, o.sentAt(env.Point()))
			c.sent.Send(given)
		}
		return s
	}
	s = s.set(op, nil)
	if got, ok := c.sent.Received(); ok && op.Results > 0 {
		s.vals.Set(op.Dst, got.get(1))
	}
	return s
}

// handedOver are the origins of the results, in registers 1 and up.
func (c *checker) handedOver(env envs.Env, ret *envs.Op, s State) State {
	var x State
	for i, r := range ret.Uses {
		if o := s.get(r); o != nil && !c.opts.Answer(env, i, c.defs.Maker(env.Func(), r)) {
			x.vals.Set(envs.Reg(i+1), o)
		}
	}
	return x
}

// Skip passes over frames that stay in one block: nothing is used outside it. If
// no lock is held nothing is shared, and what has no results hands no copy over.
func (c *checker) Skip(env envs.Env, fn *envs.Func, steady bool, exits []State) (State, bool) {
	if !steady || !c.blocks.Block().None() && fn.Results > 0 {
		return State{}, false
	}
	return State{}, !slices.ContainsFunc(exits, func(x State) bool { return x.vals.Len()+len(x.checks) > 0 })
}

// Return gives the call's results the origins that the callee found.
func (c *checker) Return(env envs.Env, call *envs.Op, exit, s State) State {
	s = s.released(c.blocks)
	for k, v := range exit.vals.All() {
		if int(k) > int(call.Results) {
			continue
		}
		o := *v
		if o.Lock = o.Lock.In(call.Callee.Args); o.Block.MustBe(c.blocks.Block()) {
			// Read under a lock that is held here too, by whatever name.
			if o.Lock == nil {
				o.Lock = c.blocks.LockPath()
			}
			if o.Acquired.IsZero() {
				o.Acquired = c.blocks.Acquired()
			}
		}
		r := call.Dst + k - 1
		s.vals.Set(r, s.get(r).join(&o))
	}
	return s
}
