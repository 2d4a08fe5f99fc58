package envs

import "cmp"

// Knowledge is what a program may know beyond its operations. Each part is optional: what is nil, false or empty is
// not known, and those that ask do without it.
type Knowledge struct {
	// Structured says that the authors pair locks up. A lock that a function takes on some paths only is given back on the
	// same paths before the function returns. A lock that it holds when an exception leaves it is given back on the way
	// out. The lock analysis then takes a lock that is perhaps held at a return, or held at an exception, for released. It
	// is an assumption; without it one function that locks under a condition leaves it open, for all who call it, whether
	// a lock is held. Likewise objects have one owner each: the locks of all objects that lead to one by the same fields
	// are taken for one lock.
	Structured bool
	// Recorded says that the program is known by its runs only, such as that of a trace: nobody looks at its paths.
	// What its transactions have done at the end of a run is all that will be known of them.
	Recorded bool
	// Sequenced says that runs show all accesses to memory in the order in which they were made. Other runs show two
	// accesses of different threads in any order, if nothing orders the two. It may become true with the first event of
	// a run.
	Sequenced bool

	// Packages are the names of packages.
	Packages PackageNames
	// NameOf is what the source writes for the value in a register, beyond Func.RegNames: "r.items", "i + 1". It is
	// empty where that is not known. See Named.
	NameOf func(FuncID, Reg) string

	// Start is where execution starts. The main thread executes the main functions one after the other, and nothing else
	// that these do not call. There are none if that is not known; then any thread may execute any root at any time. Some
	// of the other roots may be executed by threads that nobody sees, at any time. If alone is true, this is not before a
	// function is called that the program does not know, and that is not Still.
	Start func() (main, others []FuncID, alone bool)
	// Ends reports whether the program ends where a function returns, as it does with a main function. Threads that still
	// wait then are no defect. See EndsWith.
	Ends func(FuncID) bool
	// Closed reports whether every entry of a function is by a Call or Fork whose Callee lists it. The Call or Fork is in
	// a function of the program that can be reached.
	Closed func(FuncID) bool
	// Starts is what is called by a thread that the callee of a Call starts, at most one and at most once. It is a
	// function that the call hands over, and the callee does nothing else with it. Its Args are the names that the caller
	// has for what it hands over with it, such as the receiver of a method, and what a function literal captures. It is
	// nil if the call does nothing of that kind.
	Starts func(Point) *Callee
	// Group is the register that leads to the group of threads of an operation. The register is 0 if it is not known, or
	// if the operation has no group. Three sorts of operations have one:
	//
	//	Join  a Group
	//	Fork  one whose thread tells the group of its end, as that of WaitGroup.Go does
	//	Call  one that only announces to the group that it will be told more often, as WaitGroup.Add does
	//
	// A Fork announces itself. Of a Call, announced says how often the group will be told beside what was announced
	// before; 0 says that this is not known.
	Group func(Point) (group Reg, announced int)
	// Forced reports whether an operation is where its authors want what is declared to be taken for granted.
	Forced func(Point) bool

	// Base is the name that the frame has for an object; nil if it has none. At a Load, Store or Atomic it is the object
	// whose memory is accessed, at a Send, Receive or Close the channel.
	Base func(Point) *Path
	// Around is, at a Load, Store or Atomic of a field, the class of the field in which the object lies whose field that
	// is. At t.state.n it is that of T.state. It is nil if the object lies in no field, or that is not known.
	Around func(Point) *Loc
	// Beside names a lock in a way that means the same in all frames where the object is accessed that a frame of the
	// function calls base. With variable that is a variable itself, and not what it leads to. Both names are the
	// frame's; base may be nil. The lock is
	//
	//	a path AtGlobal        that one, whatever is accessed
	//	a path with an owner   the one that is reached as the owner, which is the object, is
	//	another path           the one of the frame to which the object belongs; the path's register is a number
	//	                       for the variable in which it lies, or which leads to it
	//
	// It is nil if none of that is certain.
	Beside func(fn FuncID, base *Path, variable bool, lock *Path) (owner, is *Path)
	// Divided reports whether two accesses certainly are of different memory if different threads make them. Then each
	// thread has a portion of its own, as results[i] with another i in each.
	Divided func(a, b Point) bool

	// MayRefer reports whether what the operation defines, or a Store stores, may be an object, or something that leads
	// to one.
	MayRefer func(Point) bool
	// Makes reports whether what the operation defines, in its one register, is no object or one that it has made, and
	// that leads to no other one.
	Makes func(Point) bool
	// ReturnsNone reports whether what a Return returns as result i, without a register for it, is no object.
	ReturnsNone func(p Point, i int) bool
	// ReturnsError reports whether result i of a function, from 0, is an error: a value whose type is for nothing else.
	ReturnsError func(f FuncID, i int) bool
}

// EndsWith is Ends, false if that is not known.
func (k *Knowledge) EndsWith(f FuncID) bool { return k.Ends != nil && k.Ends(f) }

// Named is what the source writes for the value in a register of a function, empty if that is not known.
func (k *Knowledge) Named(fn *Func, r Reg) string {
	if name := fn.RegNames[r]; name != "" || k.NameOf == nil {
		return name
	}
	return k.NameOf(fn.ID, r)
}

// Names gives the names of a function's registers for people: what the source writes for their values, or "r7".
func (k *Knowledge) Names(fn *Func) func(Reg) string {
	return func(r Reg) string { return cmp.Or(k.Named(fn, r), fn.RegName(r)) }
}

// BaseAt is Base, nil if that is not known.
func (k *Knowledge) BaseAt(p Point) *Path {
	if k.Base == nil {
		return nil
	}
	return k.Base(p)
}
