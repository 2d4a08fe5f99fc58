// Package blockwise is the checker of atomicity by blocks. It finds transactions that are split. Between two of their
// accesses others may come so that no serial order of the transactions explains what is read and what is left.
//
//	sync account { tmp = account.balance }     // another update may come here:
//	sync account { account.balance = tmp + 1 } // a final write between a read and a write
//
// It is the block-based algorithm of Wang and Stoller ("Run-time analysis for atomicity", RV 2003), as section 6 of
// the report that package transactions names has it. Package interleaving has it, and says what is exact. Package
// transactions, or a file (-blockwise.transactions, the only option), says what is a transaction. Each access outside
// of all is one by itself: others are split by it, but it is not split. In a trace from a file, a transaction may be
// open where its thread ends or where the trace ends. It counts with what it has done. A trace of a run of Go is an
// exception: there it does not count.
//
// A finding is about a transaction that is split, and tells of one way in which it is:
//
//	unserializable        one variable: a read between two writes, a write between two reads or between a write and
//	                      a read, a final write between a read and a write
//	                      (final writes are those that are not overwritten in their transactions)
//	unserializable-order  two variables: by one of them the transaction comes before others, by the other one after
//	                      them. These are one transaction, or several in a circle
//
// It shows where the transaction begins, and tells of the accesses in between and their locks. Of two transactions
// that make a pattern together the one that is split is told of: who gives a lock back on the way, or has none. So a
// transaction that is reported is not of the form that reduction asks for.
//
// # Runs
//
// What a run does is looked at in all orders that its locks allow, and the starts and ends of threads
// (envs.Segments.MayOverlap), and not in the one that happened. Data flow counts for nothing: neither whether another
// value would have led elsewhere, nor that an object is found by way of a pointer that is written after it.
//
// Off-line, when the run is shown again, only what several threads access and one of them writes is looked at. On-line
// a transaction waits with what only one thread has accessed so far, and is looked at once more when another thread
// comes. What is missed on-line, beside what package histories does not keep, are some circles. A circle may be closed
// by a transaction which neither is split nor comes next to the one that is. It is told of only when one of these two
// comes again. Package histories says how transactions are gathered and compared, and how many of them are kept.
//
// # All paths
//
// A function that is called is part of the caller's transaction with all ways through it, of which a few are told
// apart. All objects of a type are one variable, and an access is about any of them. So no transaction is missed that
// a run shows to be split, but for three sorts:
//
//   - what package histories leaves out as it is too much
//   - what is left out above
//   - what is split only because several objects of one type are written in an order that nobody reads
//
// What a run shows about two variables, over all paths may be shown about one: a field of two objects.
//
// # Beside other checkers
//
// A transaction that is reported is reported by the checker reduction, too: over all paths, and off-line, if that is
// not told to leave out initialisation (-reduction.published=false). What is reported on-line is reported off-line,
// too. But where a transaction has more ways than are told apart, its order is given up, and the message says so. Of
// transactions that are in a cycle in a run (serial -data) one is reported off-line. None need be reported if a serial
// order of them leads to the same. Nor need one if the cycle leads by the start of a thread or by the wait for its
// end. From when on a thread that a transaction itself starts may come in between is not followed: such a transaction
// may be reported here only. Circles are looked for among the first 64 sorts of transactions (package histories).
//
// # What is claimed
//
// If nothing is reported, all transactions together are atomic. Under whatever schedule they leave the same behind as
// if they had been done one after the other. The tests hold the checker to that, over all paths by drawn programs, and
// in runs by those of them that do the same under each schedule. It is under these assumptions:
//
//   - No thread ends in a deadlock.
//   - A transaction does not wait to be notified. It does not start threads and wait for them.
//   - A transaction gives back no lock that was taken before it began. Others would have to come between what is done
//     before and after it under that lock.
//   - An attempt to take a lock may fail without a reason, as in the memory model of Go.
//
// If another transaction is reported, one that is not may be split as well. The report is about the one to be mended.
// Before that it may let others see a write that is not the final one of its neighbour.
//
// # What is not claimed
//
// Serializable means view equivalence: that a write comes between two others, which nobody reads, is no violation
// here, though the conflicts make a circle, which serial reports. Nor is that locks are taken in between: locks are
// no variables. What a transaction starts and waits for is taken for a part of it. If locks may deadlock, some of
// what is told cannot happen: the deadlock does (lockorder).
//
// Atomic and volatile accesses are accesses like others, but that an atomic operation is not split itself.
package blockwise
