// Package compound finds compound actions that are split over two critical sections. What the first section has read
// is written in the second one (read-modify-write), or decides what that writes (check-then-act). It is the relaxed
// mode of checker stale, and its default (after Artho, Combining static and dynamic analysis, 2005, section 11.4).
// Nine in ten of the stale values that are defects in real Go code are written nowhere: they decide whether something
// is written. So the checker follows what a value flows into and what it decides, and looks at the whole program for
// what protects what.
//
// # What is reported
//
// A report names a function, a lock, a read and a later write. The read o is of a field F, in one critical section of
// the lock. The write w is of a field G, in another section of it. All of this holds:
//
//   - Most writes of F and G in the program are under the lock, by the function or by all that call it, and there are
//     some. A field of a struct that lies in a field of another one may be taken by itself, apart from all other
//     structs of its type.
//   - The lock is given back between o and w on a path without back edges.
//   - What is written, or the key that it is written under, derives from o (stale-value); or a branch on what derives
//     from o decides whether w happens (check-then-act), directly, through other branches, or by a constant that such
//     a branch has chosen.
//   - G is F, or some section of the lock accesses both and writes one of them (package guards).
//
// Reads and writes may be up to two calls away, in functions that lock. What is read may pass through structs that
// belong to a frame, of which all fields are taken for one. What a callee does by the address of a field that it is
// given, as methods of types of flags do, is done to the field.
//
// A pair is left out if one of these holds:
//
//   - A fresh read of F, or of what belongs to it, decides w in the same function. An element that is looked up tells
//     nothing of a field beside it.
//   - The first section overwrites or deletes what it has read.
//   - Another lock is held from o to w, by the function or by all its callers, under which all writes of F are.
//   - What is written is what is there now plus or minus o: then no update is lost.
//   - The function has made the object, slice or map itself, or the variable belongs to it alone until a function
//     literal has it.
//
// Where both sections are in functions that it only calls, every caller of the same two has the same defect. These
// are one finding, which lists the other callers.
//
// # Rank
//
// All else that speaks for or against a report gives it a rank, with its reasons (rank.go). Two of them need more
// words. A reading that is compared with a number has a higher rank. Numbers change step by step, so that a limit may
// be reached in the gap, while a flag or a pointer mostly changes once. A comparison with zero or one does not count,
// nor does one in a loop, which mostly ends the loop. What is written by one function only has a much lower rank. Only
// another thread in the same function can have changed it, and in practice that is most often the same goroutine.
//
// # Evidence
//
// In a run the rank is raised if there is evidence that what was read may be out of date. Another thread writes it.
// Only the order in which locks happened to be taken keeps that write from being done between the reading and the
// section that relies on it (package gaps). The rank is raised more if the write did come in between. The story has
// the write, and the function in which its thread was first seen.
//
// With Options.Evidence nothing else is reported of a run. What one thread or role alone writes, and what the locks
// of callers keep apart, is then not confirmed. Most is seen when a run is over (-offline); before that, what
// protects a field is known only from what came before.
//
// Evidence says that the write may come in between, not that it does harm. It is about the variable: the same field
// of the same object, and of an element also the field in which its slice or map was found. A map is one variable. Of
// the atomic kinds hardly any is found, since the operations themselves order the threads, and of sync.Map none.
//
// # Other kinds
//
// Two kinds are about operations that are atomic by themselves, both in one function. atomic-then-act is about a load
// and a store by sync/atomic. lookup-then-act is about a look-up and a store in a sync.Map. After LoadOrStore the
// latter is only about a store of what derives from the value that was there: the thread that has stored it first may
// store again. Where the mending is mechanical it is suggested.
//
// # Limits
//
// The checker claims no soundness. It follows reads and writes at most two calls away. It follows nothing of a value
// that derives from more than 8 reads, or of a function that writes at more than 100 places. It takes fields of a type
// for one field. It takes locks in fields of a type for one lock, unless a function has two names for them or a copy
// comes through a channel. It takes two of three writes under the lock for its protection. The locks of callers are
// known by their names.
//
// Over all paths a first pass through the program only gathers what is protected by what; what is found does not
// depend on the order of functions. In a run the checker knows what came before, and reports only where all else that
// it needs has been seen.
package compound
