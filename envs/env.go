package envs

import (
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/domains/machine"
)

// Env is what a checker may ask about the operation that it is shown. Answers
// hold for the state after the operation's own effect on locks: during an
// Acquire the lock is held already, during a Release no longer.
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
	// Thread is the thread that executes it, 0 if it is not known. Statically a Thread
	// may stand for several threads.
	Thread() Thread
	// MayBeThread reports whether two Threads may be one thread, and MustBeThread whether they
	// certainly are: that a Thread must be the same as itself says that it is a single one.
	MayBeThread(a, b Thread) bool
	MustBeThread(a, b Thread) bool

	// Block is the current monitor block. Block.None holds of it if certainly no lock is held,
	// Block.IsLoose if it is not certain which block, or whether one, is current.
	Block() Block
	// Opened is the block that this operation opened, if it opened one.
	Opened() (Block, bool)
	// MustBeOpen reports whether no lock of block b was released since b was
	// left or entered: what was read in b is still protected by all its locks.
	MustBeOpen(b Block) bool
	// Acquired is the operation that opened the current block, the zero Point if
	// no lock is held or the place is not known.
	Acquired() Point
	// LastRelease is the latest operation of this frame, or of one called from
	// it, that released a lock: the zero Point if there is none or it is not
	// certain which. It is evidence, for people.
	LastRelease() Point
	// LockPath is the frame's name for the lock taken last of those held, nil if none
	// is held or it has no name here.
	LockPath() *Path
	// MustHold reports whether the lock that the frame calls p is held, on the
	// exclusive or the shared side.
	MustHold(p *Path) bool
	// MustHoldAlone is like MustHold, for the exclusive side only.
	MustHoldAlone(p *Path) bool
	// MayHold is like MustHold; different paths are taken for different locks,
	// but a lock without a name may be any.
	MayHold(p *Path) bool

	// Lock is the lock of this lock operation, 0 if it is not known. Statically a Lock
	// may stand for several locks. Of other operations with which a thread waits, or ends
	// the waiting of others, it is what they meet at, which has names like a lock: of a
	// Notify the lock whose condition is notified, of a Send, Receive or Close the channel,
	// of a Join the thread, or the group of threads, that is waited for, and of a Return with
	// which a thread may end the thread, or the group that it tells. Of a Fork in a run it is the
	// thread that is started; all paths do not tell.
	Lock() Lock
	// MayBeSame reports whether two Locks may be one lock, and MustBeSame whether they
	// certainly are, wherever they came up: that a lock must be the same as itself says
	// that it is a single one.
	MayBeSame(a, b Lock) bool
	MustBeSame(a, b Lock) bool
	// MustRetake reports whether the thread certainly held the lock of this Acquire
	// before it, on either side.
	MustRetake() bool
	// MustLocks are the locks that are certainly held, by names that mean the same
	// wherever the Variable of this operation, or for a lock operation its Lock, is
	// accessed. They are sets of LockSets.
	MustLocks() LockSet
	// MayLocks are the locks that may be held, by the names that Lock gives them,
	// outermost first; ok is false if there may be others. Over all paths those of callers are
	// among them if LockSets are announced, and otherwise others. They must not be changed.
	MayLocks() (locks []HeldLock, ok bool)
	// MayHoldAny reports whether MayLocks leaves open that a lock is held, and MustHoldAny whether it has one that
	// certainly is. They do not list the locks.
	MayHoldAny() bool
	MustHoldAny() bool
	// LockSets is the table of what MustLocks gives.
	LockSets() *lockset.Table[Lock]
	// LockName names a lock for people and for keys of findings: by its place in the
	// program, and not by a number. Several locks may have one name.
	LockName(Lock) string

	// Variable is the memory that this operation accesses, 0 if it accesses none or
	// nothing is known of it, or it Splits: then the operations after it have the variables.
	Variable() Variable
	// VariableName names a variable for people and for keys of findings. Several
	// variables may have one name.
	VariableName(Variable) string
	// MayRace are the accesses, of those that were made in a run so far or are made in
	// the program, with which this operation's access may be a data race: of the same
	// Variable, one of the two a write, of which it is not certain that one happens before
	// the other. Locks held at both are no reason to leave one out, but for the order in
	// which a run took them. The slice is valid until the next question. An access of
	// which a later one is in its stead in every question to come may be left out,
	// and in a run all but the first 256; over
	// all paths, of those that differ in nothing but their place all but a few, and those
	// to memory that nobody else could reach yet: objects are taken to be published so
	// that what was done to them happens before what others do. Over all paths the
	// order is known of what a thread does before it starts another one, and after it has
	// waited for its end: for a thread by itself, and at a group or channel that the function
	// has made, as soon as all have told it that the function has started to do so, as
	// their last act. If it is not known how often a group will be told, it is taken to be as
	// often as was announced.
	MayRace() []Access
	// MayComeLater are those of MayRace that were shown before this operation, but may have been made after it; ok is
	// false if there may be others. There are none if the accesses of a run are shown in the order in which they were made
	// (see Sequenced).
	MayComeLater() (accesses []Access, ok bool)
	// Excluded says why this operation's access and another one, of the same Variable,
	// cannot be a data race, or that they may be one.
	Excluded(Access) Exclusion
	// Segment is the stretch of the thread in which this operation lies, or begins to wait.
	Segment() Segment
	// MayOverlap reports whether parts of two segments may be executed at the same time,
	// as far as the order in which locks are taken is left open. Those of a single thread never are.
	MayOverlap(a, b Segment) bool

	// MayEnd reports whether this operation is the Return with which its thread may end,
	// if the program itself has started the thread.
	MayEnd() bool

	// MustStart reports whether the frame is certainly the first one of a thread that the
	// program itself has started. Over all paths that is so of functions that it starts and
	// nowhere calls.
	MustStart() bool

	// MayDecide reports whether the direction that the frame took at its branch
	// with index pc may have decided that this operation executes: directly, or
	// through other branches. Going round a loop again is no decision, and neither is an
	// exception: that a call might have ended in one decides nothing of what comes after it.
	MayDecide(pc int32) bool

	// MayShare reports whether another thread may have accessed the memory that this
	// operation accesses, or can reach it now. Unless accesses are announced, all paths
	// are asked for what never leaves its frame only; see dataflow.Needs. Of a run that is shown
	// again it is known who accesses the memory later: then it is not shared if all that other
	// threads do with it happens after this operation, whatever the order in which locks are
	// taken; that is known if Order is announced.
	MayShare() bool
	// MustPrecede reports whether all that other threads do with the memory that this operation
	// accesses happens after it, as it does if the memory is not shared. In a run that is shown
	// again that may be so because of the order in which locks were taken, as when an object
	// is published under a lock; then the memory may still be shared.
	MustPrecede() bool
	// MayReach reports whether another thread might access that memory now, under this schedule or
	// another one. A run does not know who refers to what, and says so of all memory that does not
	// belong to its frame.
	MayReach() bool
	// MayWrite reports whether the memory that this operation accesses may be
	// written at all after its object was published: when it may be shared.
	MayWrite() bool

	// MayRepeat reports whether what happens here may be shown again, when more is known, to a
	// checker that asks for it. If not, a verdict is due now, with what is known so far.
	MayRepeat() bool

	// MustBeInOrder reports whether operations are shown as they were executed, one after the
	// other and each as often as it was: they are one run. Again they are only after all of them
	// were; see MayRepeat.
	MustBeInOrder() bool

	// Detail is what the operation does with values. It is never nil, and must not
	// be changed.
	Detail() *Detail
	// MayFail reports whether a check of this operation's Detail may fail, as far as
	// the environment knows, and MustFail whether it certainly fails each time that
	// the operation is reached here. In a run both say whether it did fail.
	MayFail(c *Check) bool
	MustFail(c *Check) bool
	// MustDecide reports whether MayFail and MustFail agree on every check, as they do
	// in a run: what a state implies of checks adds nothing, and need not be followed.
	MustDecide() bool
	// Known is the number that a term of a failing check stands for, if the
	// environment knows it, as it does in a run.
	Known(t Term) (machine.Value, bool)

	// Report says that something is to be told about this operation. What is
	// reported when an operation is visited again replaces what was reported at
	// the visit before.
	Report(Report)
}
