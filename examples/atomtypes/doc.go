// Package atomtypes gives functions atomicities as types, and holds programs to what they declare of locks.
//
// It is the type and effect system of Flanagan and Qadeer, in the form of two texts. These are section 2.2 of Hatcliff
// and others ("Verifying atomicity specifications for concurrent object-oriented software", VMCAI 2004), and sections
// 3 and 4 of the report that package transactions names. The types are those of package mover:
//
//	const      no other thread can tell: memory that is not shared, or not written
//	mover      commutes with what others do: an access under the guard of the memory
//	atomic     as if done at once: an access that nothing guards; mover* atomic? mover*
//	compound   none of these
//
// and, as locks are not only taken in blocks, right (a lock is taken) and left (it is given back) below atomic. A
// lock that is held already is a mover. Operations follow each other by Atomicity.Then, paths meet by Join,
// loops are fixpoints, and a call has the type of the callee under the locks that are held there:
//
//	func withdraw(a, n) {
//		b = readBalance(a)        // atomic: takes a, reads, gives a back
//		sync a {                  // right: compound from here
//			a.balance = b - n     // mover
//		}
//	}
//
// A function that is meant as a transaction and is compound is reported (compound). The report has the first statement
// that made it so, and the one before it over which the statement would have to move. So is a monitor block, where
// these are transactions; package transactions says which are, and -atomtypes.transactions FILE may. As with types, a
// function is judged by itself, also within another transaction.
//
// # Guards
//
// What is declared of memory (envs.Declaration; in Go +checklocks and +checkatomic) says which locks guard it, and is
// checked (guard-not-held, not-atomic). So is what is declared of functions (envs.Contract):
//
//   - the locks which a function requires are held at its calls (requires-not-held)
//   - those which it excludes are not (excluded-held)
//   - it returns as it is declared (promise-broken)
//
// A declaration has to mean one lock for good: what its way leads through is not written once others can reach it
// (guard-reassigned). In functions and lines that are annotated so, all of that is taken for granted. What a function
// is declared to take is believed after a call of it, as that may be more than can be seen. The function is held to it
// by itself. A call through an interface is only held to what its callee requires if no lock is held at all: the
// caller has no name for the lock. Nor is a deferred call where paths come on which it is skipped.
//
//	declared                      read           written
//	guards                        mover          mover
//	guards of writes, held        mover          atomic
//	guards of writes, not held    atomic         reported
//	atomic                        atomic         atomic
//	nothing                       by inference   by inference
//
// Where nothing is declared, a guard is inferred from the locks that are held at the accesses of the variable since
// threads share it, as package eraser finds them. Those held at all accesses guard the variable. Those held at all
// writes guard writes. Memory that is not written is const. With -atomtypes.declared there is no guard but those that
// are declared. The guard of a field with a slice or a map is not one of what is in it, which cannot be declared. So
// with that option those who access two elements are compound.
//
// # Options
//
// On the command line each has the checker's name before it: -atomtypes.multi.
//
//	-multi               lets each read hold one of the locks that all writes hold, whichever it is
//	-declared            infers no guard
//	-types               reports the type of each function, and what made it compound
//	-transactions FILE   says which functions are transactions
//
// # Soundness
//
// No schedule violates what is accepted, if the program has no other report and comes to its end. Types do not ask
// whether it does (condition R1 of Lipton's theorem). Nor do they ask why an attempt to take a lock failed: it may fail
// without a reason, as in the memory model of Go. The tests of that make all schedules of small programs. They look for
// cycles of conflicts, and compare what is left behind. Calls of functions that are not seen are taken for const. A
// channel of which is not known that it has no buffer is taken to have one: each operation is atomic.
//
// In a run types are those of what was executed, by what was known so far.
package atomtypes
