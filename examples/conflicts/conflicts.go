package conflicts

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/conflicts/internal/conflict"
)

// algorithm is made for each analysis.
func algorithm(r *dataflow.Requires, o options) dataflow.Analysis[state] {
	c := &checker{
		options: o, locks: world.Locks.For(r),
		open: transactions.Follow(r, o.Rules), rivals: conflict.New(r), told: map[toldChance]envs.Report{},
	}
	r.Gather(c.rivals)
	return dataflow.Analysis[state]{
		Entry: c.Entry, Step: c.Step,
		Enter: c.Enter, Return: c.Return, Thrown: c.Return,
	}
}

type checker struct {
	options
	locks  envs.Locks
	open   transactions.Follower
	rivals *conflict.Rivals
	told   map[toldChance]envs.Report // reports that were made
}

// state is what is known in a frame.
type state struct {
	is  transactions.State
	may *chances
}

// Clone is the state itself, which never changes.
func (s state) Clone() state { return s }

// Merge has what may come about on two paths.
func (s state) Merge(o state) (state, bool) {
	var grew, more bool
	s.is, grew = s.is.Merge(o.is)
	s.may, more = s.may.merge(o.may)
	return s, grew || more
}

// Entry is that of a frame that has done nothing.
func (c *checker) Entry(env envs.Env, fn *envs.Func) state { return state{is: c.open.Entry(env, fn)} }

// Enter tells the callee whether it is part of a transaction.
func (c *checker) Enter(env envs.Env, _ *envs.Op, s state, fn *envs.Func) (state, string) {
	return state{is: c.open.Enter(env, s.is, fn)}, ""
}

// Step adds what others may do before and after an operation.
func (c *checker) Step(env envs.Env, op *envs.Op, s state) state {
	is, now := c.open.Step(env, op, s.is)
	s = c.look(env, op, s, now, is)
	s.is = is
	return s
}

// Return adds what a callee has done.
func (c *checker) Return(env envs.Env, _ *envs.Op, exit, s state) state {
	is, now := c.open.Return(env, s.is, exit.is)
	s = c.returned(env, s, exit, now, is)
	s.is = is
	return s
}

// look considers what others may do before and after an operation, and reports the cycles that may come about.
func (c *checker) look(env envs.Env, op *envs.Op, s state, now transactions.Change, is transactions.State) state {
	f := c.change(env, op)
	if c.rivals.Learns() || f == nil && now == (transactions.Change{}) {
		return s
	}
	p := *s.may.or()
	if now.Begins && !now.Ends {
		p = p.begin(env.Func(), s.is.MayBeIn() && len(p.names) > 0)
	}
	if f != nil {
		p = c.apply(env, s, p, f)
	}
	if now.Ends {
		p = p.end(is)
		if now.Begins {
			p = p.begin(env.Func(), s.is.MayBeOut())
		}
	}
	s.may = p.kept(s.may)
	return s
}

// returned is what follows a call.
func (c *checker) returned(env envs.Env, s, exit state, now transactions.Change, is transactions.State) state {
	if c.rivals.Learns() || s.may == nil && exit.may == nil && !now.Begins {
		return s
	}
	p, callee := *s.may.or(), exit.may.or()
	p = c.apply(env, s, p, func(x conflict.Chances) (conflict.Chances, conflict.Chance) {
		return x.Call(callee.whole, c.rivals.Same())
	})
	switch {
	case now.Begins:
		p = p.begin(env.Func(), true)
	case len(callee.names) > 0 && !(s.is.Own() && !s.is.MayBeOut()):
		p.block, _ = p.block.Merge(callee.block)
		p.names = p.names.with(callee.names)
	}
	p = p.end(is)
	s.may = p.kept(s.may)
	return s
}

// change is what an operation does, nil if that is nothing.
func (c *checker) change(env envs.Env, op *envs.Op) change {
	touch, comes, leaves := envs.Lock(-1), []conflict.Rival(nil), []conflict.Rival(nil)
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire:
		if c.locks.MustRetake() {
			return nil
		}
		touch, comes = c.locks.Lock(), c.lock(env, op, true)
	case envs.Release:
		if c.locks.MustHold(op.Path) {
			return nil // it was taken twice
		}
		touch, leaves = c.locks.Lock(), c.lock(env, op, false)
	case envs.Wait:
		touch = c.locks.Lock()
		comes, leaves = c.lock(env, op, true), c.lock(env, op, false)
	case envs.Fork:
		leaves = conflict.Anybody
	case envs.Join:
		comes = conflict.Anybody
	case envs.Send, envs.Receive:
		if !c.Data {
			comes, leaves = conflict.Anybody, conflict.Anybody
		}
	case envs.Close, envs.Notify:
		if !c.Data {
			leaves = conflict.Anybody
		}
	default:
		if op.Accesses() {
			comes = c.rivals.Access(env, op)
			leaves = comes
		}
	}
	if touch < 0 && len(comes) == 0 && len(leaves) == 0 {
		return nil
	}
	at, held, same := env.Point(), conflict.Holding{}, c.rivals.Same()
	if len(leaves) > 0 {
		held = c.rivals.Held()
	}
	waits := op.Kind == envs.Wait
	if waits {
		held = held.Without(touch, same) // meanwhile
	}
	return func(x conflict.Chances) (conflict.Chances, conflict.Chance) {
		if touch >= 0 {
			x = x.Touch(touch, same)
		}
		if waits { // others may come between
			x = x.Leave(at, held, leaves)
		}
		x, closed := x.Come(at, comes, same)
		return x.Leave(at, held, leaves), closed
	}
}

// lock gives what may conflict with an operation of a lock.
func (c *checker) lock(env envs.Env, op *envs.Op, acquire bool) []conflict.Rival {
	if c.Data {
		return nil
	}
	return c.rivals.Lock(env, c.locks.Lock(), acquire, op.Is(envs.Shared))
}
