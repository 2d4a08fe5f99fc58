package atomtypes

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/envs"
)

// algorithm is made for each analysis.
func algorithm(r *dataflow.Requires, o options) dataflow.Analysis[*state] {
	c := &checker{options: o, open: transactions.Follow(r, o.Rules), locks: world.Locks.For(r),
		sets: world.LockSets.For(r), memory: world.Memory.For(r)}
	r.Gather(c)
	return c.analysis()
}

type checker struct {
	options
	open   transactions.Follower
	locks  envs.Locks
	sets   envs.LockSets
	memory envs.Memory

	inferred
	types dataflow.Facts[envs.FuncID, *typed] // if they are asked for
}

func (c *checker) analysis() dataflow.Analysis[*state] {
	return dataflow.Analysis[*state]{
		Entry: c.Entry, Step: c.Step,
		Return: c.Return, Thrown: c.Thrown,
		Tuning: dataflow.Tuning[*state]{Selects: c.Selects},
	}
}

// Selects what other threads can tell, and what is declared of calls.
func (*checker) Selects(op *envs.Op) bool {
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait, envs.Notify, envs.Fork, envs.Join,
		envs.Send, envs.Receive, envs.Close, envs.Return:
		return true
	case envs.Call:
		return op.Callee != nil && len(op.Callee.Funcs) > 0
	}
	return op.Accesses()
}

// Entry is the state of any frame: what it does has a type by itself, whoever calls it.
func (c *checker) Entry(env envs.Env, fn *envs.Func) *state {
	s := &state{whole: unit, outer: unit}
	for _, g := range fn.Contract.Held() {
		s.assume(g)
	}
	switch {
	case c.open.Entry(env, fn).Own():
		s.judged = frames
	case !c.open.Excludes(env.Program(), fn):
		s.judged = blocks
	}
	return s
}

// Step adds the type of an operation.
func (c *checker) Step(env envs.Env, op *envs.Op, s *state) *state {
	at := env.Point()
	switch op.Kind {
	case envs.Wait:
		give, take := of(mover.Left, at), of(mover.Right, at)
		c.judge(env, op, s, give.then(take, at), give)
		s.wait(give, take, at)
	case envs.Acquire, envs.TryAcquire, envs.Release:
		o := of(lockType(c.locks, op), at)
		c.judge(env, op, s, o, o)
		held, ok := c.locks.MayLocks()
		if op.Kind == envs.Release {
			s.drop(op.Path)
			s.give(o, at, !certain(held), ok && len(held) == 0)
			break
		}
		// The lock that was taken is the last one.
		s.take(o, at, !c.locks.MustRetake() && !certain(held[:max(len(held)-1, 0)]))
	case envs.Return:
		c.returns(env, op, s)
	default:
		c.declaredCall(env, op, s)
		if a := c.typeOf(env, op, s); a > mover.Const {
			o := of(a, at)
			c.judge(env, op, s, o, o)
			s.after(o, at)
		}
	}
	return s
}

// lockType is the type of taking a lock or giving it back.
func lockType(locks envs.Locks, op *envs.Op) mover.Atomicity {
	switch {
	case op.Kind == envs.TryAcquire:
		return mover.Atomic // that it fails is no right mover
	case op.Kind == envs.Release:
		if locks.MustHold(op.Path) {
			return mover.Mover
		}
		return mover.Left
	case locks.MustRetake():
		return mover.Mover
	}
	return mover.Right
}

// typeOf is the type of an operation that neither takes a lock nor gives it back.
func (c *checker) typeOf(env envs.Env, op *envs.Op, s *state) mover.Atomicity {
	switch op.Kind {
	case envs.Fork:
		return mover.Left // what the thread does comes after it
	case envs.Join:
		return mover.Right // what the thread does comes before it
	case envs.Notify:
		if c.locks.MustHold(op.Path) {
			return mover.Mover // who waits has to take the lock first
		}
		return mover.Atomic
	case envs.Send, envs.Receive, envs.Close:
		if op.Loc != nil && op.Loc.Unbuffered && op.Kind != envs.Close {
			return mover.Compound // each of the two waits for the other
		}
		return mover.Atomic
	case envs.Load, envs.Store, envs.Atomic:
		return c.access(env, op, s)
	}
	return mover.Const
}

// certain reports whether one of the locks is held on all paths.
func certain(held []envs.HeldLock) bool {
	for i := range held {
		if !held[i].Maybe {
			return true
		}
	}
	return false
}

// access is the type of an access.
func (c *checker) access(env envs.Env, op *envs.Op, s *state) mover.Atomicity {
	v := c.memory.Variable()
	switch {
	case op.Splits() || !c.memory.MayShare():
		return mover.Const
	}
	c.reassigns(env, op)
	switch {
	case op.Loc != nil && op.Loc.Declared != nil:
		return c.declaredAccess(env, op, s, op.Loc.Declared)
	case !c.memory.MayWrite():
		return mover.Const
	case v == 0:
		return mover.Atomic
	}
	return c.infer(env, op, v)
}

// Return adds the type of a callee, as that of one operation.
func (c *checker) Return(env envs.Env, call *envs.Op, exit, s *state) *state {
	at := env.Point()
	c.judge(env, call, s, exit.whole.called(at), exit.outer.or(exit.tail).called(at))
	s.call(exit, at)
	return s
}

// Thrown adds what a callee has done that an exception left.
func (c *checker) Thrown(env envs.Env, call *envs.Op, thrown, s *state) *state {
	return c.Return(env, call, thrown, s)
}

// judge reports an operation that makes a transaction compound: whole is its type in the frame, and
// block in a monitor block.
func (c *checker) judge(env envs.Env, op *envs.Op, s *state, whole, block part) {
	switch {
	case s.judged == frames && s.whole.breaks(whole):
		c.report(env, op, s.whole, whole, "the function")
	case s.judged == blocks && s.block.breaks(block):
		c.report(env, op, s.block, block, "the critical section")
	}
}

// Again reports whether guards, or types of functions, have changed.
func (c *checker) Again() bool {
	guards := c.inferred.Again()
	return c.types.Again() || guards
}

// Forget drops what is known of what is no more.
func (c *checker) Forget(g dataflow.Gone) {
	c.inferred.Forget(g)
	c.types.Forget(g)
}
