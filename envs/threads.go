package envs

// Threads are what is known of the thread that executes an operation, and of other threads.
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
}

// Moments are when operations are executed.
type Moments interface {
	// Moment is when this operation is executed. It is 0 if that is not known: over all paths an operation stands for
	// all times at which it is executed.
	Moment() Moment
}

// A Moment is a point in time of a run. Of two moments the later one is greater. Other passes over the run have others.
type Moment int64

// Segments are which parts of threads may overlap.
type Segments interface {
	// Segment is the stretch of the thread in which this operation lies, or begins to wait.
	Segment() Segment
	// MayOverlap reports whether parts of two segments may be executed at the same time, as far as the order in which
	// locks are taken is left open. Segments of one thread never do, if it is a single one.
	MayOverlap(a, b Segment) bool
}

// Meetings are what threads wait for each other at, or for.
type Meetings interface {
	// Meeting is what the operation is about, 0 if it is not known. Over all paths it may stand for several things.
	//
	//	Acquire, TryAcquire, Release, Wait  the lock
	//	Notify                              the lock whose condition is notified
	//	Send, Receive, Close                the channel
	//	Join                                the thread, or the group of threads, that is waited for
	//	Return that may end a thread        the thread, or the group that it tells
	//	Fork                                in a run the thread that is started; over all paths 0
	//
	// Locks compares such things (MayBeSame, MustBeSame) and has names for them. A thread has the negative of its number.
	Meeting() Lock
	// MayStay reports whether the thread may never go on from this operation: nobody ends its wait, or the program ends
	// there. Over all paths that is left open. In a run it is so at a Halt, and nowhere else.
	MayStay() bool
}
