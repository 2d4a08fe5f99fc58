package reduction

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/dataflow/waiting"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/movers"
)

// algorithm is made for each analysis.
func algorithm(r *dataflow.Requires, o options) dataflow.Analysis[*state] {
	c := &checker{
		options: o, asks: asks{world.Locks.For(r), dataflow.Stages.For(r)},
		movers: movers.New(r, movers.Options{Pairs: o.Pairs, Published: o.Published}),
		open:   transactions.Follow(r, o.Rules),
	}
	if o.Deadlock {
		c.deadlocks = newDeadlocks(r)
	}
	return c.analysis()
}

type checker struct {
	options
	asks      asks
	movers    *movers.Movers
	deadlocks *deadlocks
	open      transactions.Follower
}

// asks are the facets that are required, beside those of the parts.
type asks struct {
	envs.Locks
	envs.Stages
}

// learns reports whether only what threads do with variables and locks is to be found out: that does without states,
// on which it does not depend.
func (c *checker) learns() bool { return !c.asks.Judges() }

func (c *checker) analysis() dataflow.Analysis[*state] {
	return dataflow.Analysis[*state]{
		Entry: c.Entry, Step: c.Step,
		Enter: c.Enter, Return: c.Return, Thrown: c.Thrown, Signals: c.ended,
		Tuning: dataflow.Tuning[*state]{Selects: c.Selects},
	}
}

// Selects what threads do that others may tell.
func (*checker) Selects(op *envs.Op) bool { return op.Kind == envs.Return || movers.Selects(op) }

// Entry is the state of a frame that no frame is known to have called.
func (c *checker) Entry(env envs.Env, fn *envs.Func) *state {
	return c.begin(fn, c.open.Entry(env, fn), c.deadlocks.enter(env, nil, nil, fn))
}

// Enter is the state of a callee, which is in the transactions of its callers, also by way of code that is not seen.
func (c *checker) Enter(env envs.Env, call *envs.Op, s *state, fn *envs.Func) (*state, string) {
	return c.begin(fn, c.open.Enter(env, s.at, fn), c.deadlocks.enter(env, call, s.waits, fn)), ""
}

func (c *checker) begin(fn *envs.Func, at transactions.State, waits *waiting.State) *state {
	return &state{at: at, fn: fn.ID, call: mover.PathsOf(unit), inside: at.MayBeInBlock(), waits: waits}
}

// Step adds an operation to the transactions that are open, and judges those that it ends.
func (c *checker) Step(env envs.Env, op *envs.Op, s *state) *state {
	s.waits = c.deadlocks.step(env, op, s.waits)
	if op.Kind == envs.Wait { // gives its lock back, and takes it again
		return c.wait(env, op, s)
	}
	var now transactions.Change
	before := s.at
	s.at, now = c.open.Step(env, op, s.at)
	if op.Kind == envs.Return {
		if now.Ends && !c.learns() {
			c.judge(env, s.call, env.Func().Name)
		}
		return s
	}
	do := c.step(env, op)
	if c.learns() {
		return s
	}
	if s.whole() {
		s.call = do.after(s.call)
	}
	var block paths
	if before.MayBeInBlock() {
		block = do.after(s.block)
	}
	if now.Ends {
		c.ends(env, s, block, s.call)
		if !s.at.MayBeInBlock() {
			block, s.inside = paths{}, false
		}
	}
	if now.Begins {
		block, _ = block.Merge(do.after(mover.PathsOf(unit)))
	}
	s.block = block
	return s
}

// wait is the effect of a wait for a condition: a block ends, and another one begins.
func (c *checker) wait(env envs.Env, op *envs.Op, s *state) *state {
	c.movers.Of(env, op) // which is these two
	give, take := mover.Of[envs.Lock](mover.Left, env.Point()), mover.Of[envs.Lock](mover.Right, env.Point())
	var now transactions.Change
	if s.at, now = c.open.Step(env, op, s.at); c.learns() {
		return s
	}
	call := s.call.Then(give)
	s.call = call.Then(take)
	if now.Ends {
		c.ends(env, s, s.block.Then(give), call)
		s.block, s.inside = paths{}, false
	}
	if now.Begins {
		s.block = mover.PathsOf(take)
	}
	return s
}

// ends judges a block that ends, as what was done of it in this frame and those that it has called.
func (c *checker) ends(env envs.Env, s *state, block, call paths) {
	c.judge(env, block, "")
	if s.inside {
		s.ended, _ = s.ended.Merge(call)
	}
}

// Return adds what a callee has done.
func (c *checker) Return(env envs.Env, op *envs.Op, exit, s *state) *state {
	s.waits = c.deadlocks.returned(env, op, exit.waits, s.waits)
	return c.returned(env, exit, s)
}

// Thrown judges the transaction that the callee was, and adds what it has done, up to the exception.
func (c *checker) Thrown(env envs.Env, _ *envs.Op, thrown, s *state) *state {
	if thrown.at.Own() && !c.learns() {
		c.judgeLeft(env, thrown)
	}
	return c.returned(env, thrown, s)
}

// ended judges what a thread did not finish.
func (c *checker) ended(env envs.Env, m dataflow.Message, s *state) {
	if m.Kind != envs.Leave || c.learns() {
		return
	}
	if s.at.Own() {
		c.judgeLeft(env, s)
	}
	if s.at.MayBeInBlock() {
		c.judgeOpen(env, s.block)
	}
}

func (c *checker) returned(env envs.Env, exit, s *state) *state {
	var now transactions.Change
	before, call := s.at, s.call
	if s.at, now = c.open.Return(env, s.at, exit.at); c.learns() {
		return s
	}
	if s.whole() {
		s.call = call.ThenAny(exit.call)
	}
	var block paths
	if before.MayBeInBlock() {
		if !exit.ended.IsNone() {
			c.ends(env, s, s.block.ThenAny(exit.ended), call.ThenAny(exit.ended))
		}
		if exit.inside {
			block = s.block.ThenAny(exit.call)
		}
		s.inside = s.inside && exit.inside
	}
	if s.at.MayBeInBlock() {
		block, _ = block.Merge(exit.block)
		if now.Begins { // with a lock that a transaction has left held
			block, _ = block.Merge(mover.PathsOf(unit))
		}
	}
	s.block = block
	return s
}
