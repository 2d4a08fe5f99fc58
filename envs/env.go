package envs

// Env is what every analysis may ask about the operation that it is shown. All other questions about the world belong
// to facets, such as Locks, Memory and Threads. An analysis asks those facets that it has required (package dataflow).
//
// Answers hold for the state after the operation's own effect: during an Acquire the lock is held already, during a
// Release no longer.
//
// A question whose name begins with Must is answered with true only if the matter is certain. One whose name begins
// with May is answered with false only if the contrary is certain. In a run the two coincide. A checker that picks
// the right one is sound over all paths and in runs.
//
// An Env is valid during the call it is passed to; it must not be kept.
type Env interface {
	// Program is the program that is looked at.
	Program() Program
	// Func is the function whose frame executes.
	Func() *Func
	// Point is the operation that executes.
	Point() Point
	// Detail is what the operation does with values. It is never nil, and must not be changed.
	Detail() *Detail
	// MayDecide reports whether the direction that the frame took at its branch with index pc may have decided that this
	// operation executes: directly, or through other branches. To go round a loop again is no decision. Neither is an
	// exception: that a call might have ended in one decides nothing of what comes after it.
	MayDecide(pc int32) bool
	// Report says that something is to be told about this operation. What is
	// reported when an operation is visited again replaces what was reported at
	// the visit before.
	Report(Report)
}
