// Package world has the facets of concurrent programs: the locks that are held, threads, the memory that is accessed.
//
//	locks := world.Locks.For(r)
//
// Nothing of this depends on the analyses that ask. Over all paths it is solved before they run. In a run, modules
// follow it once for all of them (package dataflow/internal/run).
//
//	facet     what is known                                       what it costs over all paths        in a run
//	Blocks    monitor blocks                                      nothing                             nothing
//	Locks     which locks are held                                nothing                             nothing
//	LockSets  the locks that are certainly held, as sets          callers with other locks apart      nothing
//	Sharing   who may access the memory of an operation           nothing                             nothing
//	Memory    which memory that is, and a better answer to that   threads, owners of objects          objects
//	Races     which accesses may be concurrent                    the same                            vector clocks
//	Sequence  which of two accesses came first                    nothing                             see below
//	Threads   which thread executes                               nothing                             nothing
//	Segments  which parts of threads may overlap                  threads                             vector clocks
//	Meetings  what threads wait for each other at                 nothing                             channels, groups
//
// Sequence costs vector clocks in runs that are shown in another order than that in which they were made.
//
// # Who answers
//
// Over all paths, three analyses are solved. None of them depends on another. What they have found gives the accesses
// of the program, which Memory and Races answer from.
//
//	facet               over all paths, by            of the domains                    in runs, by
//	Blocks, Locks       lockAnalysis                  stacks of holds (locks.go)        held
//	LockSets            the same, all callers apart   domains/lockset                   held
//	Threads, Segments   threadAnalysis                domains/mhp, domains/thread       happens
//	Sharing             what operations say           none                              memory
//	Memory              ownership, threadAnalysis     privates; mhp                     memory
//	Races, Sequence     all three, and the accesses   lockset, mhp, privates            happens, memory
//	Meetings            lockAnalysis, threadAnalysis  mhp                               held, happens
//
// These facets are not provided by dataflow.Provide. That has the same transfer follow runs, and runs are followed by
// other algorithms here, which are exact: vector clocks, and the last accesses of each variable. Memory and Races also
// answer from what all frames do, and not from one state.
//
// An analysis has the calling contexts that it needs: the locks that callers hold; the fact that holds at the beginning
// of a callee; which arguments are private. The last two have at most 8 contexts of a function. Each analysis is solved
// once, by the engine of package fixpoint, and recorded in a table: for each operation of each of its frames, the
// number of an answer. A frame that analyses above are shown is a function in one context of each. There are as many as
// calls lead to, from the roots on.
//
// Ownership has a domain of its own, and not package escape. A state of that is about one object, or about all of one
// place that makes objects. It may say since when the object is published, which heap reports. Ownership needs to know
// of registers which of them lead to objects that are published together. With one state for each place, an object
// would count as published as soon as an earlier one of the same place is.
//
//	contexts.go                                                what is solved for what is required
//	frames.go                                                  the frames of all analyses together
//	table.go                                                   what was solved, by operation
//	lockanalysis.go, locks.go, held.go, heldtable.go           the stack of locks
//	classes.go                                                 names of locks and variables
//	ownership.go, private*.go                                  objects that others cannot reach
//	threadanalysis.go, threads.go                              which threads may be at a point
//	running.go                                                 which threads may still run
//	waits.go                                                   what a thread waits for
//	tellers.go                                                 who signals that
//	accesses.go                                                accesses of the program
//	sites.go                                                   the surroundings in which accesses occur
//	position.go, staticenv.go, lockanswers.go, rendezvous.go   the answers
package world
