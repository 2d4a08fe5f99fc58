// Package transactions says which parts of an execution are transactions: what a checker of atomicity takes to be
// meant as one step. Nothing in a program says so by itself, so there are rules. They are those of Wang and Stoller
// for Java, put into the words of Go, unless a file or a mark says otherwise.
//
//	function                                              what is a transaction
//	marked: //parallax:atomic, begin(f) in a trace        the whole call
//	exported functions, and exported methods              the whole call
//	any other                                             each of its outermost monitor blocks
//	main, init, what is started as a thread, tests        the same: not the whole call
//
// A transaction that begins within another one is part of it: they are flattened, so that what counts is the outermost
// one. A call is a transaction with all that is called in it, by the same thread.
//
// A frame's part of that is a State, which a checker keeps in its own state. A Follower moves it along:
//
//	open := transactions.Follow(r, rules) // where the analysis is made
//
//	func (c *checker) Entry(env envs.Env, fn *envs.Func) state {
//		return state{at: c.open.Entry(env, fn)}
//	}
//
//	func (c *checker) Enter(env envs.Env, call *envs.Op, s state, fn *envs.Func) (state, string) {
//		return state{at: c.open.Enter(env, s.at, fn)}, ""
//	}
//
//	func (c *checker) Step(env envs.Env, op *envs.Op, s state) state {
//		var now transactions.Change
//		if s.at, now = c.open.Step(env, op, s.at); now.Ends {
//			… // what is done in it is known
//		}
//		return s
//	}
//
//	func (c *checker) Return(env envs.Env, call *envs.Op, exit, s state) state {
//		s.at, _ = c.open.Return(env, s.at, exit.at)
//		return s
//	}
//
// A checker of transactions has no Tuning.Samples, so that runs leave out none.
//
// # The file
//
// Rules can be read from a file, one a line; Flag gives an analyzer the flag that names it:
//
//	atomic (*bank.Account).transfer    # whole calls are transactions
//	blocks bank.*                      # only blocks are, as in functions that are not exported
//	none   *.String                    # neither is, unless a caller makes it part of one
//
// A name is that of envs.Func.Name or, as reports print it, that without the folders of packages
// (envs.PackageNames.Short); * stands in it for any number of characters. Of several lines that match, the last
// one counts. A file comes before marks, and marks come before what is exported. A line that matches
// no function is no error: not all programs have them all.
//
// What to call an operation of a transaction, and the gap between two of them, in reports is said by Deed and Gap.
//
// Sources:
//
//   - Wang and Stoller, "Run-time analysis for atomicity" (RV 2003), in the words of the report on run-time analysis
//     of atomicity, sections 5.1 and 8. The report has a survey of type systems for atomicity, and of the
//     reduction-based and the block-based algorithm. Several packages cite it for its theorems and examples.
//   - Flanagan and Freund, "Atomizer" (POPL 2004).
package transactions
