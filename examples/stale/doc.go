// Package stale finds stale values: copies of shared data that are used after
// the lock under which they were read was given up (block-local atomicity;
// Artho, Combining static and dynamic analysis, 2005, chapters 4 and 6; after
// Burrows and Leino 2002).
//
//	mu.Lock()
//	tmp := shared.value // read in one monitor block
//	mu.Unlock()
//	tmp++               // used outside it: other threads may have changed value
//	mu.Lock()
//	shared.value = tmp  // and used in another
//	mu.Unlock()
//
// Each register holds, next to its contents, the monitor block in which the
// contents were read from shared memory, if they were. An operation that uses a
// register whose block is not the current one uses a stale value. What is
// computed from shared data is shared. A move between registers and a return are
// not uses: the value keeps its block and travels on, to the caller too.
//
// The plain mode is the algorithm of the thesis. Every use counts, so it
// measures a program more than it lists defects.
//
// # Relaxed mode
//
// The relaxed mode (after the thesis, section 11.4) is the list to read. It reports a function and a
// lock for a read o of a field F in one critical section, and a later write w of a field G in another
// section of the same lock, if
//
//   - most writes of F and G in the program are under the lock, and there are some;
//   - the lock is given back between o and w on a path without back edges;
//   - what is written, or the key that it is written under, derives from o (stale-value), or a branch
//     on what derives from o decides whether w happens (check-then-act), directly, through other
//     branches, or by a constant that such a branch has chosen;
//   - G is F, or some section of the lock accesses both and writes one of them (package guards).
//
// Reads and writes may be up to two calls away, in functions that lock. It is suppressed only if a
// fresh read of F, or of what belongs to it, decides w in the same function; if the first section
// overwrites or deletes what it has read; or if another lock is held from o to w under which all
// writes of F are. Objects that the function has made itself do not count.
//
// All else that speaks for or against a report gives it a rank, with its reasons: that only
// constants are written, that the callee looks again, that one function does all the writing.
//
// Two kinds are about operations that are atomic by themselves: atomic-then-act about a load and a
// store by sync/atomic, lookup-then-act about a look-up and a store in a sync.Map, both in one function. Where the mending is
// mechanical it is suggested.
//
// The relaxed mode claims no soundness: it follows reads and writes at most two calls away, and nothing
// of a value that derives from more than 8 reads, or of a function that writes at more than 100 places.
// It takes fields of a type for one field, locks in fields of a type for one lock unless a function has
// two names for them, and two of three writes under the lock for its protection. Over all paths it goes
// through the program a few times, only to gather what is protected by what, before it judges; what it
// finds does not depend on the order in which functions are looked at. In a run it knows what came
// before, and only reports where what else it needs has been seen.
//
// What the checker assumes: accesses to shared data are free of low-level data
// races. Statically, values that pass through memory, closures and unresolved
// calls are taken for fresh.
package stale
