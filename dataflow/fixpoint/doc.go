// Package fixpoint solves a data-flow problem over all paths of a program. It finds the least states that an Analysis
// can have at the operations of each function. It does so for each calling context that can be reached from the roots.
//
// The package knows functions, the control flow of operations, states, calls and widening. It knows nothing of locks,
// threads or memory. What is known of these is the business of analyses that were solved before; the engine meets them
// as a Below.
//
//	e := fixpoint.New(ctx, prog, fixpoint.Analysis[*State]{Entry: entry, Step: step}, fixpoint.Options{})
//	err := e.Solve(prog.Roots()...)
//
// # The algorithm
//
// The engine is graph-free (thesis, section 6.2, after Mohnen 2002): it builds no control-flow graph. It follows a path
// as long as states are new. It keeps a state only where several paths meet.
//
//	arrive    merges a state into the one kept at a point, and queues the point if that grew
//	walk      follows a path from a point until it ends, or arrives at a point where paths meet
//	solve     takes points of one frame from its queue until the queue is empty
//	run       takes frames until none has work
//
// Queues are ordered by the index of operations. Indices are a reverse postorder, so an inner loop becomes stable
// before what follows it. Nothing here is recursive: the depth of loops and of calls does not use the stack.
//
// A call is expanded on demand. A frame is a function in a calling context; what it hands over to its callers, its
// exit, is its summary. When an exit grows, the calls that used it go on from there again, so recursion is a fixpoint
// over summaries.
//
// States that can widen are widened where a back edge arrives, after a delay. States that can narrow are narrowed in a
// descending phase (Cousot and Cousot 1977), once nothing that a frame depends on can grow any more.
//
// # Ownership
//
// A state has one owner. Step may change the state that it is given. The engine clones a state before it keeps or forks
// it. Along a straight path nothing is copied. A state that was merged into another, or whose path has ended, may be
// used again for the next clone.
//
// # Reports
//
// What an analysis reports of an operation belongs to the operation and the frame. It is void when the operation is
// stepped over again: the last visit counts.
//
// # Where to read
//
//	analysis.go   what an analysis, what was solved before, and a caller of the engine say
//	engine.go     states arrive at points; frames are taken by priority
//	frame.go      a function in a calling context
//	walk.go       control: jumps, branches, exceptions, returns
//	call.go       what a call hands over, and what comes back
//	solve.go      the loop over one frame; when its exit is final
//	descend.go    narrowing
//	at.go         what is asked and reported at an operation
//	shape.go      what a function's control flow looks like; live.go: which registers are dead
//
// Three files are for speed. CPU on the standard library, with and without:
//
//	skip.go       frames in which nothing happens     stale   28.7 s   33.7 s
//	retain.go     what the pass before has found      bounds  26.5 s   36.3 s
//	live.go       registers that nothing reads again  taint    9.5 s   10.5 s without the definitions that end a life
package fixpoint
