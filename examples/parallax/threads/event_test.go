package threads

// An Op is what an event does.
type Op string

// The operations. Object says on what an event does them.
const (
	Read    Op = "read"    // of a variable
	Write   Op = "write"   // of a variable
	Load    Op = "load"    // of an atomic variable
	Store   Op = "store"   // of an atomic variable
	Add     Op = "add"     // reads and writes an atomic variable
	Lock    Op = "lock"    // waits for a lock
	TryLock Op = "trylock" // takes a lock, and does not wait
	Unlock  Op = "unlock"
	RLock   Op = "rlock" // waits for the shared side
	RUnlock Op = "runlock"
	Send    Op = "send"
	Receive Op = "receive"
	Close   Op = "close" // of a channel
	Fork    Op = "fork"  // of a thread
	Join    Op = "join"  // of a thread
	Start   Op = "start" // of the thread itself, before all other events of it
	End     Op = "end"   // of the thread itself, after all other events of it
	Enter   Op = "enter" // a function
	Leave   Op = "leave" // a function
	New     Op = "new"   // makes a handle
	Use     Op = "use"   // of a handle
	Shut    Op = "shut"  // of a handle
)

// An Event is one step of a scenario.
type Event struct {
	Thread int
	Op     Op
	// Object is what it is done on: one name for one object of the scenario. Of Fork and Join it is the number of the
	// thread, and of Enter and Leave the function.
	Object string
	Line   int    // in main.go
	Func   string // the innermost function, as reports name it
	Rank   int    // of Send and Receive: which one it is at its channel, from 0
	Size   int    // of Send and Receive: the capacity of the channel
}

// A Scenario is a part of the program by itself.
type Scenario struct {
	Name   string
	First  int // its first line in main.go
	Last   int
	Events []Event // in the order of the schedule
}
