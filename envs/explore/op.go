package explore

import "fmt"

// A Mode says what an operation does to an object.
type Mode uint8

// The modes. Those of locks say how an operation is enabled and by whom: an Acquire waits until each thread that holds
// the lock has given it back.
const (
	Read          Mode = iota // shared
	Write                     // also an operation of any other kind that is always enabled, or that nothing disables
	Acquire                   // of a lock, alone
	Release                   // of what Acquire or TryAcquire has taken
	TryAcquire                // an Acquire that does not wait, and now succeeds; announce Write if it now fails
	AcquireShared             // of a lock, with others
	ReleaseShared             // of what AcquireShared has taken
	modes
)

// shared reports whether two operations that access an object so are independent: neither can tell which was first.
func (m Mode) shared() bool { return m == Read || m == AcquireShared || m == ReleaseShared }

// String is the name of the mode in lower case.
func (m Mode) String() string {
	if m < modes {
		return [...]string{"read", "write", "acquire", "release", "try to acquire", "acquire shared", "release shared"}[m]
	}
	return fmt.Sprintf("mode(%d)", uint8(m))
}

// An Object is what threads access. Its number is the same in all executions with the same choices so far.
type Object uint64

// An Access is what an operation does to one object.
type Access struct {
	Object Object
	Mode   Mode
}

// An Op is the operation that a thread is about to execute.
type Op struct {
	// Thread is the thread's number, from 0. It depends on the threads that started it, and on how many they had started
	// before, but not on the schedule.
	Thread int
	// Enabled says that the thread can do it now.
	Enabled bool
	// Free says that the operation is no point at which a preemption has to be counted: the thread has given way by
	// itself.
	Free bool
	// Values is how many results are possible, as of a choice that the program leaves open; 0 and 1 mean one.
	Values int
	// Accesses are what it does to objects. Nil is nothing that others notice.
	Accesses []Access
}

// A Choice is a thread that goes on, and the number of the result that its operation has.
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
