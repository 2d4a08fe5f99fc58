package envs

// Threads are what is known of the thread that executes an operation, and of those that run beside it.
type Threads interface {
	// Thread is the thread, 0 if it is not known. Over all paths a Thread may stand for several threads.
	Thread() Thread
	// MayBeThread reports whether two Threads may be one thread, and MustBeThread whether they certainly are. That a
	// Thread must be the same as itself says that it is a single one.
	MayBeThread(a, b Thread) bool
	MustBeThread(a, b Thread) bool
	// MustStart reports whether the frame is certainly the first one of a thread that the program itself has started.
	// Over all paths that is so of functions that it starts and nowhere calls.
	MustStart() bool
	// MayEnd reports whether this operation is the Return with which its thread may end, if the program itself has
	// started the thread.
	MayEnd() bool
	// Segment is the stretch of the thread in which this operation lies, or begins to wait.
	Segment() Segment
	// MayOverlap reports whether parts of two segments may be executed at the same time, as far as the order in which
	// locks are taken is left open. Segments of one thread never do, if it is a single one.
	MayOverlap(a, b Segment) bool
}
