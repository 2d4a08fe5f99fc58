// Package histories gathers what frames do in transactions, way by way. It finds the transactions that others may
// split so that no serial order of all of them explains it. It is package interleaving, which decides that for
// transactions that are known, put to work on programs and runs.
//
// A checker keeps a Frame in its state, and a Book for all frames:
//
//	func (c *checker) Enter(env envs.Env, call *envs.Op, s state, fn *envs.Func) (state, string) {
//		return state{s.Frame.Enter()}, ""
//	}
//
//	func (c *checker) Step(env envs.Env, op *envs.Op, s state) state {
//		if op.Accesses() && c.Counts(op) {
//			s.Frame = c.Access(env, s.Frame, interleaving.Read, c.sets.MustLocks())
//		}
//		if … { // the transaction ends
//			done, s.Frame = s.Return()
//			c.Add(env, done, report)
//		}
//		return s
//	}
//
// What a transaction is, and which operations count as what, is up to the checker.
//
// # Frames
//
// A history is what was done in a transaction on one way: the accesses, in order, and the changes of locks between
// them. Where paths meet there are several histories. One that is part of another one is left out, since whatever
// splits it splits the other one.
//
// Up to 8 ways are told apart. More of them become one loose history, which has the accesses of all in no order. A way
// becomes loose, too, with more than 256 changes of locks, and over all paths with more than 64 accesses and changes. A
// loose history with more than 64 different accesses is not about one thing, and is left out.
//
// A callee is part of the transactions of its callers, with all ways through it. It has a Frame of its own, which
// begins with nothing. At the return the caller appends what the callee has done to what was done before.
//
// Paths that part share their histories; a path copies one before it adds to it. A run has one path, and copies none.
//
// Package blocks has ways through critical sections, too. There a way is a set of facts for each lock that is held, and
// sections are nested. Here a way is a sequence, and there is one transaction at a time. Neither can be computed from
// the other: a sequence for each lock that is held would have no bound, and a set has lost the order.
//
// # Books
//
// Transactions that do the same in the same places are one class. A class is compared with itself and with those that
// access one of its variables: at most 256 with each variable. The report compares all pairs of events; this compares
// those of classes. Two transactions are compared by the variables that both access and one of them writes. Of
// variables that behave alike only a few are compared. Two classes count if they may be executed at the same time
// (envs.Segments.MayOverlap). A class keeps 64 moments at which it was executed, 8 of each thread.
//
// In a run without end a transaction costs a look-up. Circles of several transactions are looked for among the first
// 64 classes, on-line now and then. On-line a transaction whose variables only one thread has accessed is queued: 8
// for each variable, and 65,536 variables. It is looked at again when a second thread accesses the variable. Over all
// paths and off-line there are passes. The first one learns which variables threads share and write. The second one
// gathers what is done with them. Then all classes are compared at once.
//
// For each name of transactions there is one Finding of each sort: that one variable splits it, and that two do.
//
// # All paths
//
// Over all paths a variable stands for the cells of all objects of a type. So no read is known to be the first one, and
// no write the last one (interleaving.Transaction.Weak). Memory that nobody else can reach yet does not count.
//
// Sources: Wang and Stoller, "Run-time analysis for atomicity" (RV 2003), in the words of the report on run-time
// analysis of atomicity, section 6.
package histories
