// Package stale finds stale values: copies of shared data that are used after the lock under which they were read was
// given back. The property is block-local atomicity (Artho, Combining static and dynamic analysis, 2005, chapters 4 and
// 6; after Burrows and Leino 2002).
//
//	mu.Lock()
//	tmp := shared.value // read in one critical section
//	mu.Unlock()
//	tmp++               // used outside it: other threads may have changed value
//	mu.Lock()
//	shared.value = tmp  // and used in another
//	mu.Unlock()
//
// # Two modes
//
// The checker has two algorithms. A flag chooses between them.
//
//	-plain    the algorithm of the thesis, in stale.go. Every use counts, so it measures a program more than it
//	          lists defects
//	default   the relaxed mode: package internal/compound. It reports stale values that reach a write, or decide
//	          whether it happens
//
// In the plain mode each register holds, next to its contents, the critical section in which the contents were read
// from shared memory, if they were. An operation that uses a register whose section is not the current one uses a
// stale value. What is computed from shared data is shared. A move between registers and a return are no uses: the
// value keeps its section and travels on, to the caller too.
//
// # Options
//
// They are about what the thesis leaves open, and hold in both modes. The relaxed mode has handover and optimistic,
// unless they are set to false. On the command line each has the checker's name before it: -stale.handover.
//
//	handover     a value that was removed from where it was read belongs to the reader: what was there is
//	             overwritten, or deleted, in the section that read it (section 4.4.4)
//	optimistic   what is decided by a comparison of the copy with what is there now, in the section that does
//	             it, uses no stale value (figure 10.2). To compute with a copy, or to pass it to a function that only
//	             computes, is no use either: the outcome is a copy, and what counts is what becomes of it
//	threadlocal  data that no other thread can reach is nobody's stale value, if it is so when it is read: objects
//	             that are not published yet, by the caller, too (the facet Memory; takes time)
//	readonly     data that is not written once it is published is never stale. A run takes memory for written
//	             unless nothing in the program writes it
//	answers      an error or a length that a function returns tells what was so: that somebody asks is no defect.
//	             What is returned beside an error is a copy as before
//	channels     who receives a value that was sent has a copy that was read in another thread's section; to
//	             send it is no use. All that was sent through a channel may be received from it; over all paths
//	             that is known of channels that have a name (envs.Meetings). A run may show a receiver
//	             before its sender, and then knows of what is sent the next time, or if it is looked at again
//
// Without them an error or a length is a copy like others. A caller that returns it, as it may, does not use it; one
// that asks whether it is nil does. In the relaxed mode it matters if it decides a write, of an error with a
// lower rank, since what it tells is mostly set once and stays.
//
// What the checker assumes: accesses to shared data are free of low-level data
// races. Statically, values that pass through memory, closures and unresolved
// calls are taken for fresh, and so are those that pass through channels without the option.
package stale
