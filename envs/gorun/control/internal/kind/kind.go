// Package kind has the kinds of operations, and of ends. It is compiled into the programs that are controlled, too, so
// that it imports nothing.
package kind

// A Kind says what an operation is.
type Kind uint8

const (
	None Kind = iota
	// Start is the beginning of a goroutine.
	Start
	// Lock takes a lock. LockRW and RLock take a sync.RWMutex, for one or for many. TryLock takes it unless it is held.
	// TryRW and TryR do that with the two sides of a sync.RWMutex. Unlock and RUnlock give it back.
	Lock
	LockRW
	RLock
	TryLock
	TryRW
	TryR
	Unlock
	RUnlock
	// Sema takes a semaphore of the run time, SemaReaders that of a writer that waits for readers, SemaGroup that of a
	// group.
	Sema
	SemaReaders
	SemaGroup
	// Send, Recv and Close are about a channel, Select about several.
	Send
	Recv
	Close
	Select
	// Add and Wait are about a group, Done is a negative Add. CondWait and Signal are about a condition.
	Add
	Done
	Wait
	CondWait
	Signal
	// Load, Store and Update are atomic.
	Load
	Store
	Update
	// Map is a method of a sync.Map.
	Map
	// Once is a call of a sync.Once, OnceDone the end of the function that it calls.
	Once
	OnceDone
	// Gets and Puts are never points. What a thread has done before it puts something, as into a sync.Pool or a file,
	// comes before what another one does that gets it.
	Gets
	Puts
	// Idle is never a point. All other goroutines of a bubble of testing/synctest were blocked before it.
	Idle
	// Read and Write are accesses of memory that others race with.
	Read
	Write
	// Yield is a call of runtime.Gosched.
	Yield
)

// Names have the names of the kinds.
var Names = [...]string{
	"None", "Start", "Lock", "LockRW", "RLock", "TryLock", "TryRW", "TryR", "Unlock", "RUnlock", "Sema",
	"SemaReaders", "SemaGroup", "Send", "Recv", "Close", "Select", "Add", "Done", "Wait", "CondWait", "Signal",
	"Load", "Store", "Update", "Map", "Once", "OnceDone", "Gets", "Puts", "Idle", "Read", "Write",
	"Yield",
}

// Texts say what a thread waits for that is about to make an operation.
var Texts = [...]string{
	"", "to be started", "a lock", "a lock", "a lock to read", "to try a lock", "to try a lock",
	"to try a lock to read", "unlock", "unlock", "a semaphore", "readers of a lock to leave", "a group", "a send",
	"a receive", "a close", "a select", "Add of a group", "Done of a group", "Wait of a group",
	"Wait of a condition", "a signal of a condition", "an atomic load", "an atomic store", "an atomic update",
	"a sync.Map", "a sync.Once", "a sync.Once", "", "", "", "a read", "a write", "Gosched",
}

// Gives reports whether an operation keeps nobody from going on, so that a switch before it shows nothing new, but for
// attempts that do not wait.
func (k Kind) Gives() bool {
	switch k {
	case Unlock, RUnlock, Done, Once, OnceDone:
		return true
	}
	return false
}
