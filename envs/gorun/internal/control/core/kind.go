package core

// A Kind says what an operation is.
type Kind uint8

const (
	None Kind = iota
	// Start is the beginning of a goroutine.
	Start
	// Lock and RLock take a lock, for one or for many; Try takes it unless it is held; Unlock gives it back.
	Lock
	RLock
	Try
	Unlock
	// Sema takes a semaphore of the run time.
	Sema
	// Send, Recv and Close are about a channel, Select about several.
	Send
	Recv
	Close
	Select
	// Add and Wait are about a group, CondWait and Signal about a condition.
	Add
	Wait
	CondWait
	Signal
	// Load, Store and Update are atomic.
	Load
	Store
	Update
	// Map is a method of a sync.Map.
	Map
	// Yield is a call of runtime.Gosched.
	Yield
)

// Kinds have the names of the kinds.
var Kinds = [...]string{"none", "start", "lock", "rlock", "try", "unlock", "sema", "send", "recv", "close", "select",
	"add", "wait", "condwait", "signal", "load", "store", "update", "map", "yield"}
