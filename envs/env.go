package envs

// Env is what a checker may ask about the operation that it is shown. Answers
// hold for the state after the operation's own effect on locks: during an
// Acquire the lock is held already, during a Release no longer.
//
// Five questions are about the frame itself. The others belong to facets of the world: Values, Locks, Memory and
// Threads. A function that asks one facet only takes that facet, and no Env. Passes are no facet: they say how the
// program is shown.
//
// A query whose name begins with Must is true only if the matter is certain, one
// with May is false only if the contrary is certain. In a run the two coincide.
// A checker that picks the right one is sound in both worlds.
//
// An Env is valid during the call it is passed to; it must not be kept.
type Env interface {
	// Program is the program that is looked at.
	Program() Program
	// Func is the function whose frame executes.
	Func() *Func
	// Point is the operation that executes.
	Point() Point
	// MayDecide reports whether the direction that the frame took at its branch with index pc may have decided that this
	// operation executes: directly, or through other branches. To go round a loop again is no decision. Neither is an
	// exception: that a call might have ended in one decides nothing of what comes after it.
	MayDecide(pc int32) bool
	// Report says that something is to be told about this operation. What is
	// reported when an operation is visited again replaces what was reported at
	// the visit before.
	Report(Report)

	Values
	Locks
	Memory
	Threads
	Passes
}

// Passes say how a program is shown.
type Passes interface {
	// MayRepeat reports whether what happens here may be shown again, when more is known, to a
	// checker that asks for it. If not, a verdict is due now, with what is known so far.
	MayRepeat() bool
	// MustBeInOrder reports whether operations are shown as they were executed, one after the
	// other and each as often as it was: they are one run. Again they are only after all of them
	// were; see MayRepeat.
	MustBeInOrder() bool
}
