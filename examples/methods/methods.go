package methods

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
)

// New gives the algorithm.
func New(o Options) func(*dataflow.Requires) dataflow.Analysis[State] {
	return func(r *dataflow.Requires) dataflow.Analysis[State] {
		c := &checker{Options: o, memory: newMemory(), locks: map[string]lockName{}}
		c.book = newBook(asks{
			world.Locks.For(r), world.Memory.For(r), world.Threads.For(r),
			world.Segments.For(r), dataflow.Moments.For(r), dataflow.Stages.For(r),
		})
		c.follower = blocks.NewFollower[fact](r, blocks.Options{Plain: true, Many: true}, c.ended)
		r.Gather(c)
		return c.analysis()
	}
}

type checker struct {
	Options
	memory
	*book
	follower *blocks.Follower[fact]
	locks    map[string]lockName
	pieces   []piece // of the blocks that end with this operation
}

func (c *checker) analysis() dataflow.Analysis[State] {
	return dataflow.Analysis[State]{
		Entry: c.Entry, Step: c.Step,
		Return: c.Return,
		Tuning: dataflow.Tuning[State]{Selects: c.Selects},
	}
}

// Selects what blocks depend on, and what accesses memory.
func (c *checker) Selects(op *envs.Op) bool {
	return op.Kind == envs.Load || op.Kind == envs.Store || c.follower.Selects(op) || c.Exposed && moves(op)
}

// Entry is a frame that has done nothing.
func (c *checker) Entry(env envs.Env, fn *envs.Func) State {
	return State{blocks: c.follower.Entry(env, fn), fn: fn.ID}
}

// Step adds what is accessed to the method view, and to the lock views of all blocks that are open.
func (c *checker) Step(env envs.Env, op *envs.Op, s State) State {
	s = c.follow(env, op, s)
	if op.Kind != envs.Load && op.Kind != envs.Store {
		s.blocks = c.follower.Step(env, op, s.blocks)
		if s = c.blocksEnded(env, s); op.Kind == envs.Return {
			return s.handOver(op)
		}
		return s
	}
	v := c.accessed(env, op)
	if v == 0 {
		return s
	}
	c.accesses(s.fn, c.vars[v].class, v)
	if op.Kind == envs.Store {
		s.blocks, _ = c.follower.Add(env, s.blocks, updates(v))
	} else if !c.Exposed || c.exposes(env, op) {
		s.blocks, _ = c.follower.Add(env, s.blocks, reads(v))
	}
	return s
}

// accessed is the variable that a Load or Store is about, or 0 if that cannot bear interference. Such a variable is
// thread-local, synchronises by itself, or is not written any more. Or it is of an object that this function has made
// and that nobody else has reached yet.
func (c *checker) accessed(env envs.Env, op *envs.Op) variable {
	loc := op.Loc
	if loc != nil && loc.Class == envs.Elem {
		if loc = nil; c.Contents && !c.Plain {
			loc = c.container(env.Func(), op)
		}
	}
	if loc == nil || loc.Class == envs.Cell && !loc.Variable || op.Splits() || op.Is(envs.Local) ||
		op.Is(envs.Volatile) || !c.ask.MayWrite() {
		return 0
	}
	if !c.ask.MayShare() && c.origins.Made(env.Func(), op) {
		return 0
	}
	return c.of(loc)
}

// Return adds what a callee has done: what is spread there over blocks is so here, and one block
// there is one that begins with the call.
func (c *checker) Return(env envs.Env, call *envs.Op, exit, s State) State {
	_, inside := c.around(env)
	c.calls(s.fn, exit.fn, call.PC, inside)
	s = s.returned(call, exit)
	s.blocks = c.follower.Return(env, call, exit.blocks, s.blocks)
	for _, p := range exit.pieces {
		if p.spread != many {
			p.spread, p.at = one, env.Point()
		}
		c.pieces = append(c.pieces, p)
	}
	return c.blocksEnded(env, s)
}

// Again asks for another pass, also if one of which reports count has found an earlier place for something that these
// may tell. Which of them came before that depends on the order of visits.
func (c *checker) Again() bool {
	again, moved := c.book.Again(), c.follower.Moved()
	if moved && c.ask.Judges() {
		c.book.again()
		return true
	}
	return again
}

// Forget drops what is known of a run, or what was done under a lock.
func (c *checker) Forget(g dataflow.Gone) {
	c.follower.Forget(g)
	if g.Run {
		*c.book = *newBook(c.ask)
	}
}
