// Package movers tells of each operation how it moves past what other threads do (Lipton, "Reduction", CACM 18(12),
// 1975). An operation is a right mover if it can be swapped with what another thread does right after it, and a left
// mover if it can be with what one does right before it.
//
//	taking a lock, waiting for the end of a thread         Right
//	giving a lock back, starting a thread                  Left
//	accesses of memory that locks protect; notifying       Mover
//	accesses of memory that is not shared or not written   Const
//	other accesses, attempts to take a lock, channels      Atomic: neither
//
// Which memory locks protect is decided by the multi-lockset algorithm (package lockfamily). To take a lock and to
// give it back is
//
//	Const    The thread holds it already. Nothing happens.
//	Const    No other thread ever takes it.
//	Mover    Whenever it is held another one is held as well. That one keeps others from it.
//	Atomic   Others try it without waiting. They can tell whether it is held (Options.Tries).
//
// All of that is known for certain once a run, or the program, was seen whole: Movers gather it. They serve checkers
// over all paths and in runs.
//
// Sources: Wang and Stoller, "Run-time analysis for atomicity" (RV 2003), in the words of the report that package
// transactions names, section 5.2.
package movers
