// Package blocks follows the monitor blocks of a program, for checkers that are about what is done in one of them, or
// in several. A monitor block is what a thread does between taking a lock and giving it back: in the function that
// takes it and in all that this one calls.
//
// A Follower is most of such a checker. The checker embeds one, hands it the operations, and adds a fact for each
// operation that it is about. The Follower puts the fact into all blocks that are open, and calls the checker when a
// block ends:
//
//	type checker struct {
//		*blocks.Follower[envs.Variable]
//		memory envs.Memory
//	}
//
//	func newChecker(r *dataflow.Requires) dataflow.Analysis[blocks.State] {
//		c := &checker{memory: world.Memory.For(r)}
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
// A fact is of any comparable type: a variable, a variable and how it is accessed, a function that is called. When a
// block ends, the facets Threads and Segments say which thread executes it, and in which segment.
//
// # Ways
//
// Facts are kept for each way through a block, since the union of two ways may occur on no path. A run has one way.
// Over all paths up to 8 ways are told apart; more become one way with the facts of all. A way with more than 256 facts
// is left out (2048, if the Follower is asked for Many). Each name of the lock counts as a fact of its own.
//
// The facts of a way are a set: their order, and how often each occurs, are not known. Where paths meet on which a lock
// was taken at different places, there is a block for each place, as after a loop in which a thread waits.
//
// # Locks
//
// A fact is in a block by names of the block's lock: those that mean the same lock wherever the variable of the
// operation is accessed (envs.HeldLock.Names). With each name it is an Item. If there is no such name, the fact is
// not in the block: over all paths nothing says which other blocks are of the same lock.
//
// A block also has the facts by the locks that were held around it. A thread that wants to come between this block and
// the next one has to take these locks, too.
//
// # Calls
//
// A callee has a State of its own. What it does under locks of its callers it keeps with the lock as it knows it. At
// the return the caller translates the lock into a name of its own, and adds the facts to its blocks as if they were
// added at the call.
//
//	a lock that the callee leaves held           is a block of the caller from then on
//	a lock of the caller that it gives back      its block ends at the call
//	one that it gives back and takes again       one block ends, and another one begins
//
// So a block ends in the frame that has both its beginning and its end in view, and belongs to the function of that
// frame. It does not belong to a function that only takes a lock for others.
package blocks
