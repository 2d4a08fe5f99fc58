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
// In the plain mode, which the flag -plain chooses, that is all: the algorithm of the thesis. Every use
// counts, so it measures a program more than it lists defects. The default is the relaxed mode, which reports
// those stale values that reach a write, or decide whether it happens.
//
// # Options
//
// They are about what the thesis leaves open, and hold in both modes. On the command line each has the checker's name
// before it: -stale.handover.
//
//	handover     a value that was removed from where it was read belongs to the reader: what was there is
//	             overwritten, or deleted, in the section that read it (section 4.4.4)
//	optimistic   what is decided by a comparison of the copy with what is there now, in the section that does
//	             it, uses no stale value (figure 10.2). To compute with a copy, or to pass it to a function that only
//	             computes, is no use either: the outcome is a copy, and what counts is what becomes of it
//	threadlocal  data that no other thread can reach is nobody's stale value, if it is so when it is read: objects
//	             that are not published yet, by the caller, too (dataflow.Accesses; takes time)
//	readonly     data that is not written once it is published is never stale. A run takes memory for written
//	             unless nothing in the program writes it
//	answers      an error or a length that a function returns tells what was so: that somebody asks is no defect.
//	             What is returned beside an error is a copy as before
//	channels     who receives a value that was sent has a copy that was read in another thread's section; to
//	             send it is no use. All that was sent through a channel may be received from it; over all paths
//	             that is known of channels that have a name (envs.Env.Lock). A run may show a receiver
//	             before its sender, and then knows of what is sent the next time, or if it is looked at again
//
// Without them an error or a length is a copy like others. A caller that returns it, as it may, does not use it; one
// that asks whether it is nil does. In the relaxed mode it matters if it decides a write, of an error with a
// lower rank, since what it tells is mostly set once and stays.
//
// # Relaxed mode
//
// The relaxed mode (after the thesis, section 11.4) is the list to read, and the default. It has handover and
// optimistic, unless they are set to false. It reports a function and a
// lock for a read o of a field F in one critical section, and a later write w of a field G in another
// section of the same lock, if
//
//   - most writes of F and G in the program are under the lock, by the function or by all that call it, and there are some. A field
//     of a struct that lies in a field of another one may be taken by itself, apart from all other structs of its type;
//   - the lock is given back between o and w on a path without back edges;
//   - what is written, or the key that it is written under, derives from o (stale-value), or a branch
//     on what derives from o decides whether w happens (check-then-act), directly, through other
//     branches, or by a constant that such a branch has chosen;
//   - G is F, or some section of the lock accesses both and writes one of them (package guards).
//
// Reads and writes may be up to two calls away, in functions that lock, and what is read may pass through structs that belong to a
// frame, of which all fields are taken for one. What a callee does by the address of a field that it is
// given, as methods of types of flags do, is done to the field. It is suppressed only if a
// fresh read of F, or of what belongs to it, decides w in the same function (an element that is looked up tells nothing of a field
// beside it); if the first section
// overwrites or deletes what it has read; if another lock is held from o to w, by the function or by all
// its callers, under which all writes of F are; or if what is written is what is there now plus or minus o: then no
// update is lost. Objects, slices and maps that the function has made itself do not count, nor do its variables before
// a function literal has them.
//
// Where both sections are in functions that it only calls, who calls the same two has the same defect: if that is what is told of
// several functions, they are one finding, which lists the others.
//
// All else that speaks for or against a report gives it a rank, with its reasons: that only
// constants are written, most of all to what was read, that the callee looks again, that one function does all the
// writing, that most callers hold a lock under which most do who write F, or are in a thread that each object has one of, as are most
// who write F, that something is looked up and inserted later, or that the first section has claimed the act by what it has tested and set.
//
// A reading that is compared with a number has a higher rank: numbers change bit by bit, by whatever others do, so that a limit which
// is not reached may be reached in the gap, while a flag or a pointer mostly changes once. A comparison with zero or one is none, nor
// is one in a loop, which mostly is that by which it ends. What is written by one function only has a much lower rank, since only another thread in the same
// function can have changed it; in practice that is most often the same goroutine. A pair that is told as a stale value has a lower
// rank as a check that the same act depends on.
//
// # Evidence
//
// In a run the rank is raised if there is evidence that what was read may be out of date: another thread writes it, and nothing
// but the order in which locks happened to be taken keeps that write from being done between the reading and the section that
// relies on it (package gaps). It is raised more if the write did come in between. The story has the write, and the function
// in which its thread was first seen: with which it began, unless that has its original form. With Options.Evidence nothing
// else is reported of a run; then what is confirmed, when both sides are laid side by side, is what there is evidence for. What
// one thread or role alone writes, and what the locks of callers keep apart, is not confirmed. Most is seen when a run is over
// (-offline); before that, what protects a field is known only from what came before.
//
// Evidence says that the write may come in between, not that it does harm. It is about the variable: the same field of the same
// object, and of an element also the field in which its slice or map was found. A map is one variable. Of the atomic kinds
// hardly any is found, since the operations themselves order the threads, and of sync.Map none.
//
// # Other kinds
//
// Two kinds are about operations that are atomic by themselves: atomic-then-act about a load and a
// store by sync/atomic, lookup-then-act about a look-up and a store in a sync.Map, both in one function.
// After LoadOrStore it is only about a store of what derives from the value that was there, since who has
// stored it first may store again. Where the mending is mechanical it is suggested.
//
// The relaxed mode claims no soundness: it follows reads and writes at most two calls away, and nothing
// of a value that derives from more than 8 reads, or of a function that writes at more than 100 places.
// It takes fields of a type for one field, locks in fields of a type for one lock unless a function has
// two names for them, or a copy comes through a channel, and two of three writes under the lock for its protection. Which
// locks callers hold is known by their names. Over all paths it goes
// through the program a few times, only to gather what is protected by what, before it judges; what it
// finds does not depend on the order in which functions are looked at. In a run it knows what came
// before, and only reports where what else it needs has been seen.
//
// What the checker assumes: accesses to shared data are free of low-level data
// races. Statically, values that pass through memory, closures and unresolved
// calls are taken for fresh, and so are those that pass through channels without the option.
package stale
