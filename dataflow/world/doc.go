// Package world has the facets of concurrent programs: the locks that are held, threads, the memory that is accessed.
//
//	locks := dataflow.Require(r, world.Locks)
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
// # Over all paths
//
// One lattice has all that is solved. Its first component is the stack of locks that are held. If a checker requires
// it, the lattice has three more:
//
//   - which threads may be at a point (package mhp);
//   - which threads that a thread has created may still run;
//   - which objects others cannot reach yet.
//
// The engine (package fixpoint) solves it. Calling contexts are told apart by the locks that callers hold. As far as
// there are not too many, the other components tell them apart, too. The final states are then drawn up in a chart, for
// each operation of each frame. The chart gives the accesses of the whole program.
//
//	contexts.go, lockanalysis.go   what is solved; chart.go: its final states, by operation
//	held.go, locks.go, classes.go  the stack of locks, and the names of locks and monitor blocks
//	private*.go                    ownership: objects that others cannot reach
//	threads.go, running.go         which threads may be at a point, and which may still run
//	follow.go, tellers.go, wait*.go  what a thread waits for, and who signals it
//	accesses.go, sites.go          accesses of the program, and the surroundings in which they occur
//	position.go, staticenv.go, recall.go, rendezvous.go   the answers
package world
