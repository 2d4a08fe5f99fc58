package envs

import (
	"iter"

	"github.com/seed38182bad/parallax/domains/machine"
)

// An EventKind says what happened in a run.
type EventKind uint8

// What may happen.
const (
	// Step: the thread's topmost frame executes the operation at PC. What Obj and Done are depends on the operation:
	//
	//   - A lock operation has the lock's identity, 0 if it is not known, in which case it is taken to change nothing.
	//     Done is whether the lock was taken (TryAcquire).
	//   - An access has the identity of what is accessed, 0 if it is not known. Together with the operation's Loc it tells
	//     one variable from another. A Call of a method of sync.Map may have that of the map.
	//   - A Fork or Join has the number of the other thread, which is not 0. After a Fork a second Step of the operation,
	//     with Direct, may tell of the group that the end of the thread is told, by its identity: the operation is not
	//     executed again.
	//   - A Notify has the lock, a Send, Receive or Close the channel, and a Join of a Group the group. They go by
	//     identities like those of locks, 0 if they are not known, and are told when they begin to wait.
	//
	// Direct says of an operation of a lock that it is on the shared side, though the operation does not say so. It is
	// called by an interface that may hold either side.
	Step EventKind = iota
	// Enter: a frame of Func is pushed. Direct says that the frame below it
	// called it by the operation it is at, and receives its results.
	Enter
	// Leave: the topmost frame is popped. Done says that it returned by its last
	// Step, a Return; otherwise it was unwound.
	Leave
	// End: the thread is no more. Done says that a Join may still wait for it.
	End
	// Fault: the thread comes to the operation of Func at PC, and a check of its Detail
	// does not hold, of which Failure tells. If the check Throws, no Step of the operation
	// follows. If the topmost frame is of another function, the run does not tell of Func's
	// frames.
	Fault
	// Signal: what the thread did so far happens before all that a thread does after a
	// later Observe of Obj. Done says that it takes the place of what was signalled of Obj
	// before. Direct says that it is about the order in which a lock is taken.
	Signal
	// Observe: what was signalled of Obj so far happens before what the thread does
	// from now on. Done says that nothing will be signalled or observed of Obj again;
	// Direct is as with Signal.
	Observe
	// Forget: what had the identity Obj, of any sort, is no more. The number may be used
	// again for something else.
	Forget
	// Await: the thread has to wait at the operation PC of its topmost frame. Obj is what it waits for, as in a Step of
	// the operation, which may come before the Await or after it. At a select there is an Await for each case. At a Call
	// the thread waits in code that is not seen, and Obj is 0. Done says that the thread waits no more.
	Await
	// Halt: the thread never goes on from the operation of Func at PC, -1 if it is not known at which it is. Without a
	// Failure it waits there, as Await has told. Then Done says that nothing can wake it. Without Done the run has ended
	// meanwhile; Direct says that it was ended from outside, as by a time limit. With a Failure the thread ends the
	// program. Func need not be that of the topmost frame: the run may not tell of its frames, and an exception leaves
	// frames before.
	Halt

	NumEventKinds // the number of kinds, not one of them
)

// An Event is one thing that happened in a run, as a trace driver receives it.
// Events of one thread come in the order of execution. Operations on one lock
// come in an order in which they may have happened, and so do Signals and Observes
// of one object. A thread's events come after the Fork that started it, and before the
// Join that waited for it.
//
// Within a thread things happen in order. A Fork happens before all that the new thread does, and all that a thread did
// before a Join that waited for it. Locks are taken after they were given back. On the exclusive side that is after all
// that was given back before, on the shared side after the exclusive side was. Whatever else orders two threads (a
// channel, a condition, an atomic variable) is told by Signal and Observe. So a driver needs to know nothing of its
// meaning. An operation that synchronises (Op.Synchronises) is one step with them. Its Observe comes right before it,
// and its Signal right after it, without an event of another thread in between. Those of the identity of a lock that a
// Step has told of before are about the order in which it was taken, too.
//
// Identities of locks, of accessed objects and of what is signalled are three sorts
// of numbers. None is used again for another one in the same run, unless Forget says so.
//
// Beside Kind and Thread an event has, by its kind:
//
//	Step             PC; Obj, Done and Direct as the operation needs them
//	Enter            Func; Direct
//	Leave, End       Done
//	Fault            Func, PC, Failure
//	Signal, Observe  Obj; Done, Direct
//	Await            PC; Obj, Done
//	Halt             Func, PC; Done, Direct, Failure
//	Forget           Obj, and no Thread
//
// A call is a Step of the Call, an Enter of the callee, its Steps up to that of a Return, a Leave, and the Step of the
// operation after the Call. Control comes from one Step to the next in the frame as the function says. An operation
// that throws, and so takes no effect, has none. Then comes a Step of its handler, or a Leave without Done.
type Event struct {
	Kind   EventKind
	Done   bool   // what it says depends on the kind, and at a Step on the operation
	Direct bool   // likewise
	Func   FuncID // of an Enter or Fault; else 0, or that of the topmost frame
	PC     int32  // the index of the operation
	Thread Thread // from 1
	Obj    uint64 // an identity, or the number of another thread; 0 if it is not known
	// Failure is what fails, nil at other events than Faults and Halts.
	Failure *Failure
}

// A Failure is what fails at a Fault or Halt. It must not be changed.
type Failure struct {
	// Check is, at a Fault, the index in Detail.Checks.
	Check int32
	// Values are those of the Check's Terms, in this order; the zero Value for what is no integer.
	Values []machine.Value
	// Text is, at a Halt, why the program ends, as it says so itself: "panic: boom", "fatal error: concurrent map
	// writes".
	Text string
}

// A Run is a source of events: an interpreter, a process that is being watched, or a file. Iteration ends with the run.
// An error that ends it early comes with the last pair, whose event is not to be used. It says that events are missing,
// and not that the program has failed: a run into a deadlock, or an exception that nobody catches, is whole. At a
// deadlock the threads that cannot go on have a Halt each, and their frames stay open. An exception that ends a
// thread leaves its frames without Done, and then comes the End. One that ends the program has a Halt. Who makes the
// run tells, beside its events, that it has failed.
type Run interface {
	Events() iter.Seq2[Event, error]
}
