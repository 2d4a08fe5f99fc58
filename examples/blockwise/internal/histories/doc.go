// Package histories gathers what frames do in transactions, way by way, and finds the transactions that others may
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
// What is known of a transaction is a history: the accesses, and the changes of locks between them. Where paths meet
// there are several, of which those are left out that are part of another one: what is split in them is split there.
// Up to 8 ways are told apart; of more it is known what is done on any of them, and not in which order. The same
// holds of a way with more than 256 changes of locks, and over all paths with more than 64 accesses and changes. A
// transaction of which the order is not known and that does more than 64 different things is not about one thing, and
// left out.
//
// A callee is part of the transactions of its callers, with all ways through it. It has a Frame of its own, which
// begins with nothing; its caller puts what it has done after what was done before.
//
// Histories are shared where paths part, and copied by who then adds to one. A run has one path, and copies none.
//
// # Books
//
// Transactions that do the same in the same places are one class. A class is compared with those that have a variable
// in common with it, of at most 256 with each variable, and with itself: where the report compares all pairs of
// events, this compares those of classes. Two transactions are compared by the variables that both access, and one of
// which writes. Of variables that behave alike only a few are compared with others. Two classes count if they may be
// executed at the same time (envs.Segments.MayOverlap). Kept are 64 times of a class, 8 of each thread.
//
// A run without end costs a look-up for each transaction. Circles of several transactions are looked for among the
// first 64 classes, on-line now and then. A transaction waits with what only one thread has accessed so far, and is
// looked at once more when another thread comes: the first 8 for each variable, of at most 65,536. When operations
// are shown again, over all paths or off-line, the first pass learns which variables threads share and write; the
// second one gathers what is done with them; then all is compared at once.
//
// Of each name of transactions one Finding of each sort is told: that it is split by one variable, and by two.
//
// # All paths
//
// A variable stands for the cells of all objects of a type there, so that it is not known which read is the first
// one, and which write the last one (interleaving.Transaction.Weak). Memory that nobody else can reach yet does not
// count.
//
// Sources: Wang and Stoller, "Run-time analysis for atomicity" (RV 2003), in the words of the report on run-time
// analysis of atomicity, section 6.
package histories
