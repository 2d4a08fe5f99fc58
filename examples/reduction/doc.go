// Package reduction is the checker of atomicity by reduction. It asks of each transaction whether all that it does can
// be moved together, so that it ends as if it had been executed at once.
//
//	atomic func withdraw(a, n) {
//		sync a { b = a.balance }
//		sync a { a.balance = b - n } // not atomic: a deposit may come in between
//	}
//
// It is the algorithm of Wang and Stoller ("Run-time analysis for atomicity", RV 2003) by Lipton's theorem
// ("Reduction", CACM 18(12), 1975). The numbers of theorems are those of the report that package transactions names,
// sections 5.1 to 5.3. An operation is a right mover if it can be swapped with what another thread does right after
// it. It is a left mover if it can be with what one does right before it:
//
//	taking a lock, waiting for the end of a thread         right mover
//	giving a lock back, starting a thread                  left mover
//	accesses of memory that locks protect; notifying       both
//	accesses of memory that is not shared or not written   both, and nobody can tell
//	other accesses, attempts to take a lock, channels      neither
//
// A transaction is atomic if it consists of right movers, at most one operation that is neither, and left movers after
// that (R*N?L*, theorem 2). Idle blocks, which access only what nobody can tell, may stand anywhere (theorem 3). A
// report, of kind not-reducible, is made where a transaction ends that does not have this form. It names the step
// after which others may come in, and the one before which they may.
//
// What is a transaction says package transactions: calls of functions that are exported or marked
// //parallax:atomic, and monitor blocks of the others, or what a file says. One within another one is
// part of that. In a trace from a file, a transaction may be open where its thread ends or where the
// trace ends. It is judged by what it has done. A trace of a run of Go is an exception: there it is not judged.
//
// # What moves
//
// Package examples/internal/movers says it in full: which memory locks protect (the multi-lockset algorithm), and when
// locks are taken for no reason. To take a lock and to give it back are both-movers
//
//   - if the thread holds it already: then nothing happens;
//   - if no other thread ever takes it, or tries to;
//   - if whenever it is held another one is held as well: that one keeps others from it.
//
// # On-line and off-line
//
// Whether memory is shared, written and protected is known when the whole run is known, or the whole program. On-line
// (parallax run) it is decided by what came before. What has been accessed by one thread so far is not shared, and
// what is only read so far is not written. So transactions that come early pass unreported. Off-line (parallax run
// -offline, replay -offline) a run is looked at again until nothing is learned any more, and each operation in the
// light of all of them. The accesses that come before all those of other threads, as far as starts and ends of threads
// tell, are not shared. If only the order in which locks happened to be taken tells, they count if they follow the
// discipline that the others do. Otherwise they are taken for the initialisation of what is published under a lock.
//
// # Options
//
// On the command line each has the checker's name before it: -reduction.theorem 2.
//
//	-theorem 2        takes idle blocks for blocks like others
//	-locks=false      takes all locks for right and left movers
//	-pairs            lets an access count as unprotected only if there is another one of which nothing that
//	                  is known excludes that the two race (Races.MayRace): no discipline is asked for
//	-deadlock         reports also transactions with a wait by which threads may come to wait for each
//	                  other, as package lockorder finds them: the theorems take for granted that there are none
//	-published=false  off-line, takes no access for such an initialisation: the order in which locks were
//	                  taken is left open
//	-transactions     a file that says what is a transaction
//
// # Soundness
//
// Over all paths every transaction is reported that is reported of a run, as far as the environment's assumptions hold
// and memory has a name. Under whatever schedule, what those do that are not reported could have been done one after
// the other, if no thread ends in a deadlock, which -deadlock tells. That is if an attempt to take a lock may fail
// without a reason, as in the memory model of Go: one that fails while a transaction holds the lock counts for
// nothing. Of a transaction within one that is reported nothing is said. A transaction that is reported may be atomic
// as well. Whether locks protect memory is asked of all accesses together, not of one schedule, and values are not
// looked at.
package reduction
