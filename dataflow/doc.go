// Package dataflow runs a checker over a program: Fixpoint over all its paths at
// once, Replay over the one path that a run took. Compare lays the two answers
// side by side.
//
// A checker is an Analysis: an entry state and the effect of one operation on a state. It does not see which driver
// runs it:
//
//	dataflow.NewAnalyzer("name", "what it finds", func(r *dataflow.Requires) dataflow.Analysis[*State] {
//		c := &checker{locks: world.Locks.For(r)}
//		return dataflow.Analysis[*State]{Entry: c.entry, Step: c.step}
//	})
//
// # Facets
//
// What a checker asks about the world belongs to facets: locks, memory, threads and others. A checker requires facets
// while it is made, and keeps the answers: c.locks.MustHold(p) is about the operation that the checker is shown. A
// facet that was not required cannot be asked. What has to be found out follows from what was required.
//
//	facet                              who answers
//	Values, Stages, Moments            the drivers
//	Locks, Memory, Threads and others  package world
//	any other                          an analysis that provides it; see Provide
//
// An analysis that provides a facet is like any other. Over all paths it is solved once, before those that require
// it, and these see its final states. In a run it is told of each event before them. It may require facets itself.
//
// # Parts of an analysis
//
// All other parts are optional. A part that is nil is absent. One with another signature does not compile.
//
//	Branch     to learn from a condition
//	Enter      to hand arguments to a callee, and to tell callees apart by contexts
//	Return     to take over what a callee hands to its caller
//	Thrown     to take over what a callee knew that an exception has left
//	Finish     to draw a verdict when everything was seen
//	Signals    to follow what else orders threads
//	MapBlocks  a method of states: compulsory if they keep block tokens (BlockHolder)
//	Table      what is gathered in all frames together; Facts are one
//
// Tuning has drivers do less, and changes no report. So does DropRegisters, a method of states that keep something for
// registers (RegisterHolder).
//
// More methods of states are in package lattice: Widener, Narrower, Differ and Recycler. A state that
// has a method of such a name with another signature is refused. The error names both signatures.
//
// A method value such as c.step is bound to its receiver when the Analysis is made. Where the receiver is embedded by a
// pointer, that is the pointer of that moment: a checker that puts another one in its place later is not heard.
//
// # Ownership
//
// A state has one owner at a time. Step may change the state that it is given and return it. The drivers clone a state
// before they keep or fork it; nobody else copies. Along a straight path nothing is copied. A state that was merged
// into another, or whose path has ended, may be used again for the next clone. So a checker keeps no state that it has
// handed over. Return and Thrown own both states that they are given.
//
// # The static driver
//
// Package fixpoint is the engine: graph-free, without recursion, with summaries by calling context.
//
// What a checker requires is solved below it. A frame of the checker is then a frame of what is below, and a function
// is solved apart for each of them. A checker that requires nothing sees each function once.
//
// A checker that gathers facts in all frames (Requires.Gather) is shown the program until no more come. If it requires
// Stages, the first pass gathers and further ones judge.
//
// # The dynamic driver
//
// Replay splits events by thread and gives each frame an instance of the checker
// (thesis, section 6.4.2). It is pure: events in, findings out. It may run inside
// a watching process, over a file or over an interpreter, with the same results.
// What is known of the run itself (locks, happens-before, memory) is followed once for
// all checkers, by modules that are told of each event first (package world).
//
// Events tell which operations were executed, and the numbers of checks that failed.
// They tell no other values: what a state holds of values the checker has computed
// along the path, by the same Step and Branch as over all paths.
package dataflow
