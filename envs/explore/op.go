package explore

import "fmt"

// A Mode says what an operation does to an object.
type Mode uint8

// The modes. Those of locks say how an operation is enabled and by whom: an Acquire waits until each thread that holds
// the lock has given it back.
const (
	Read          Mode = iota // shared
	Write                     // also an operation of any other kind that no operation disables
	Acquire                   // of a lock, alone
	Release                   // of what Acquire or TryAcquire has taken
	TryAcquire                // an Acquire that does not wait, and now succeeds
	TryFail                   // the same while the lock is held, so that it fails
	AcquireShared             // of a lock, with others
	ReleaseShared             // of what AcquireShared has taken
	modes
)

// shared reports whether two operations that access an object so are independent: neither can tell which was first.
func (m Mode) shared() bool { return m == Read || m == AcquireShared || m == ReleaseShared }

// String is the name of the mode in lower case.
func (m Mode) String() string {
	if m < modes {
		return [...]string{"read", "write", "acquire", "release", "try to acquire", "fail to acquire", "acquire shared",
			"release shared"}[m]
	}
	return fmt.Sprintf("mode(%d)", uint8(m))
}

// An Object is what threads access. Its number is the same in all executions with the same choices so far. For wakeup
// trees, and for StatesOptions.Sleep, it must not depend on the order of independent operations either.
type Object uint64

// An Access is what an operation does to one object.
type Access struct {
	Object Object
	Mode   Mode
}

// An Op is the operation that a thread is about to execute.
type Op struct {
	// Thread is the thread's number, from 0. In all executions of a System the same number stands for the thread that the
	// same thread has started as its n-th one.
	Thread int
	// Enabled says that the thread can do it now.
	Enabled bool
	// Started is how many threads were started before this one in the present execution. By that schedules know threads.
	Started int
	// Values is how many results are possible, as of a choice that the program leaves open; 0 and 1 mean one. It must not
	// depend on operations with which this one races.
	Values int
	// Accesses are what it does to objects, whatever its result. Nil is nothing that others notice.
	Accesses []Access
}

// A Choice is a thread that goes on, and the number of the result that its operation has. Systems and strategies know
// the thread by Op.Thread, and a Schedule by Op.Started.
type Choice struct {
	Thread, Value int
}

// dependent reports whether accesses conflict.
func dependent(a, b []Access) bool {
	for _, x := range a {
		for _, y := range b {
			if x.Object == y.Object && !(x.Mode.shared() && y.Mode.shared()) {
				return true
			}
		}
	}
	return false
}
