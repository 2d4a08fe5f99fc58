package envs

// A Started program knows where its execution starts.
type Started interface {
	Program
	// Start are the functions that the main thread executes, one after the other, and
	// nothing else that these do not call. There are none if that is not known; then any
	// thread may execute any root at any time. Of the other roots some may be executed by
	// threads that nobody sees: at any time, or if alone is true not before a function is
	// called that the program does not know, and that is not Still.
	Start() (main, others []FuncID, alone bool)
}

// A Typed program knows of some values that they are not objects and lead to none.
type Typed interface {
	Program
	// MayRefer reports whether what the operation defines, or a Store stores, may be an
	// object, or something that leads to one.
	MayRefer(Point) bool
	// Makes reports whether what the operation defines, in its one register, is no object
	// or one that it has made, and that leads to no other one.
	Makes(Point) bool
	// ReturnsNone reports whether what a Return returns as result i, without a register
	// for it, is no object.
	ReturnsNone(p Point, i int) bool
}

// A Spawning program knows of functions that do nothing with a function that they are given but to start a thread
// which calls it.
type Spawning interface {
	Program
	// Starts is what is called by a thread that the callee of a Call starts, at most one and at most once: a function that
	// the call hands over. Its Args are the names that the caller has for what it hands over with it, such as the receiver
	// of a method, and what a function literal captures. It is nil if the call does nothing of that kind.
	Starts(Point) *Callee
}

// A Sequenced program is one whose runs may show all accesses to memory in the order in which they were made. Other
// runs show two accesses of different threads in any order, if nothing orders the two.
type Sequenced interface {
	Program
	Sequenced() bool
}

// A Failing program knows which results tell that something went wrong.
type Failing interface {
	Program
	// ReturnsError reports whether result i of a function, from 0, is an error: a value whose
	// type is for nothing else.
	ReturnsError(f FuncID, i int) bool
}

// A Grouped program knows which groups of threads its operations are about.
type Grouped interface {
	Program
	// Group gives the register that leads to the group of an operation: of a Join which is
	// a Group, of a Fork that tells the group of the end of its thread by itself, as
	// WaitGroup.Go does, and of a Call that does nothing but announce to the group that it
	// will be told more often, as WaitGroup.Add does. The register is 0 if that is not
	// known, or it is none of these. A Fork announces itself. Of a Call announced says how
	// often the group will be told beside what was announced before; 0 says that this is
	// not known.
	Group(Point) (group Reg, announced int)
}
