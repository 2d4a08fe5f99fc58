// Package blocks follows the monitor blocks of a program for checkers that are about what is
// done in one of them, or in several: what a thread does between taking a lock and giving
// it back, in the function that takes it and in all that this one calls.
//
// A Follower is most of such a checker. The checker embeds one, hands it the operations, and adds
// a fact wherever something happens that it is about; the Follower puts each fact into all
// the blocks that are open there, and tells of a block when it ends:
//
//	type checker struct {
//		*blocks.Follower[envs.Variable]
//		memory envs.Memory
//	}
//
//	func newChecker(r *dataflow.Requires) dataflow.Analysis[blocks.State] {
//		c := &checker{memory: dataflow.Require(r, world.Memory)}
//		c.Follower = blocks.NewFollower[envs.Variable](r, blocks.Options{}, c.ended)
//		r.Gather(c.Follower)
//		return dataflow.Analysis[blocks.State]{
//			Entry: c.Entry, Step: c.step,
//			Return: c.Return,
//		}
//	}
//
//	func (c *checker) step(env envs.Env, op *envs.Op, s blocks.State) blocks.State {
//		if op.Accesses() {
//			s, _ = c.Add(env, s, c.memory.Variable())
//			return s
//		}
//		return c.Follower.Step(env, op, s)
//	}
//
//	func (c *checker) ended(env envs.Env, b blocks.Block, w blocks.Ways) {
//		for own, around := range c.Each(w) { … }
//	}
//
// A fact is of any comparable type: a variable, a variable and how it is accessed, a function
// that is called. The facets Threads and Segments say by which thread a block is executed, and in which segment, when
// the block ends.
//
// # Ways
//
// What is done in a block depends on the way through it. A run has one way, and all paths have
// many; each of them comes with the facts of its own, since the union of two is what no path does.
// Up to 8 ways are told apart; of more there is one, with the facts of all. A way with more than 256 facts, each by
// each name of the lock (2048, if the Follower is asked for Many), is left out. The facts are a set:
// in which order they come, and how often, is not known. Where paths meet on which a lock was
// taken in different places, as after a loop in which a thread waits, there is a block for each.
//
// # Locks
//
// A fact is in a block by the names of the block's lock that mean the same wherever the
// operation's variable is accessed (envs.HeldLock.Names). If there is none, it is not in it: over
// all paths nobody can say which other blocks are of the same lock. With each name it is
// an Item. Beside those of its own lock a block has the facts by the locks that were held
// around it: whoever wants to come between it and the next one has to get these, too.
//
// # Calls
//
// A callee has a State of its own. What it does under locks of its callers it keeps with the
// lock as it knows it, and at the return the caller, which knows the lock by a name of its own,
// adds it to its blocks, as if it was done at the call. A lock that the callee leaves behind is
// a block of the caller from then on; one that it has given back ends there; and if it gives a lock
// back and takes it again, one block ends and another one begins.
//
// So a block ends in the frame that has both its beginning and its end in view, and belongs to the
// function of that frame: not to the one that does nothing but take a lock for others.
package blocks
