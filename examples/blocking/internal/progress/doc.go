// Package progress proves of waits that they end. What it does not prove may be fine: a wait that may last for ever in
// some schedule certainly is among that.
//
//	p := progress.Of(prog)
//	if d := p.Doubt(at); d != nil { ... }    // it is not proved that the wait at an operation ends, because of d
//
// A wait for a lock is proved once
//
//   - all threads that may take the lock give it back on all their ways, exceptions included, and
//   - all waits are proved at which a thread may hold it, unless the thread is the one that waits.
//
// A wait for the end of a thread is proved once all waits are proved of what the thread may execute. Other waits are
// not proved: those for a condition, a channel or a group.
//
// Which waits are proved is the least set that is closed under this. So they have a rank: the round in which they are
// found.
//
// # Why that is right
//
// Let no thread run for ever. Then a state comes in which no thread can go on. Suppose that proved waits are blocked in
// it, and take one of the smallest rank. If it is for a lock, some thread holds that. This thread has not ended, since
// it would have given the lock back. So it is blocked, and at a wait of a smaller rank, which contradicts the choice.
// If it is for the end of a thread, that is blocked at a wait of a smaller rank, likewise. A thread that runs for ever
// may hold a lock for ever, and nothing is claimed of programs with such threads.
//
// # How it is known
//
// What a register may lead to is found by going back to where it is defined, in all functions (objects.go). Two locks
// are taken to be different only if no object may be both. One of which nothing is known may be any.
//
// What a frame holds is counted by the names that it has for locks (holds.go). Several names may be of one lock. So how
// often it is held is bounded from above by the sum over its names, and so from below (flow.go and throws.go).
//
// What a function does to the locks that its callers know is a summary (summary.go). Parameters stand for themselves in
// it, and so for what each caller passes. An exception that is thrown unless a lock is held is a need of the function.
// Callers meet it if they hold the lock. If the program is Structured, what an exception leaves behind at the end of a
// frame is taken to have been given back.
//
// A call of what the program does not know is a wait of which nothing is proved. Code that the program does not know is
// taken to keep none of its locks, and to start no thread that does.
//
// Sources of the ideas: levels of locks come from Boyapati, Lee and Rinard ("Ownership types for safe programming",
// OOPSLA 2002). Kobayashi ("A new type system for deadlock-free processes", CONCUR 2006) has levels of obligations and
// capabilities. Leino, Müller and Smans ("Deadlock-free channels and locks", ESOP 2010) have them for locks, ends of
// threads and channels together. There, levels are declared, and checked; here they are searched for.
package progress
