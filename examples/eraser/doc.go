// Package eraser is the lock-set checker for data races: every variable that threads
// share has to be protected by a lock that is held at all its accesses.
//
// It is the algorithm of Savage and others ("Eraser", TOCS 1997), as the thesis has it in
// section 2.4. Of each variable it keeps the locks that were held at every access, for
// writing where it is written. If none is left and the variable is written, there is a
// report at each access from then on, statically at all of them:
//
//	sync a { sync b { value = 0 } }    // {a, b}
//	sync a { value = value + 1 }       // {a}
//	sync b { value = value - 1 }       // {}: a race
//
// It is about a discipline and not about a schedule. A program that follows it has no data race, and one that does not
// may still be free of them. What is initialised before other threads can reach it needs no lock; whether they can is
// the environment's answer (envs.Sharing). In a run that is what Eraser calls the exclusive state: until a second
// thread comes, accesses do not count.
//
// Of a read-write mutex the shared side protects what is read. Atomic accesses
// protect each other.
//
// # Options
//
//	-multi     keeps the locks of reads apart, set by set, and asks of each read only that it
//	           holds one of the locks that all writes hold: a writer that holds two locks
//	           and two readers that hold one each are no race ("Atomicity: run-time analysis",
//	           section 5.2.4)
//	-initial   lets all accesses count, also those before the variable is shared
//	-pairs     reports an access only if there is another one with which it may be a race as
//	           far as anything is known: locks held at the two, threads that cannot run at the
//	           same time, memory that is not written any more; the story tells of each other
//	           access why it is no race, or which reasons were looked at
//	-order     says of each report whether the run proves it: whether the access is
//	           unordered with another one by all that happened (on unless it is set to false)
//
// A report is proved if a run has shown more than the broken discipline: an access that
// nothing orders with another one.
//
// Eraser knows locks only. A read that follows a WaitGroup's Wait holds none, so it breaks the discipline. Goroutines
// that write one element of a slice each break it, too. With -pairs neither is reported: there what orders threads
// counts, and that each goroutine has an element of its own (envs.Knowledge.Divided).
//
// Objects that leak out of the function that makes them before it is done are found by
// package leaks. Elements of arrays are variables of their own as far as the
// environment says so; in textual runs the first 64 are (ir.Options.Elements).
//
// # Soundness
//
// Over all paths the checker reports every variable of which a run shows a report, as far as
// the environment's assumptions hold and memory has a name. It does not report data races between
// accesses under a common lock of which the names differ.
package eraser
