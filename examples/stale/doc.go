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
// measures a program more than it lists defects. The relaxed mode (thesis,
// section 11.4) tells of the uses that matter: a stale value that reaches a
// write to shared data under the same lock, or that decides whether such a write
// happens.
//
// The relaxed mode claims no soundness: of several origins of a value it follows
// one, and of a callee's writes a limited number.
//
// What the checker assumes: accesses to shared data are free of low-level data
// races. Statically, values that pass through memory, closures and unresolved
// calls are taken for fresh.
package stale
