// Package initialised has a facet that package dataflow knows nothing of, and two checkers that require it: facets are
// open to users.
//
// The facet is Written, and its questions are Fields. They are which New made the object in a register, which of its
// fields are certainly written since then, and whether nothing but registers leads to it. An analysis answers them,
// whose states are written in state.go. Others write
//
//	func New(r *dataflow.Requires) dataflow.Analysis[S] {
//		fields := initialised.Written.For(r)
//
// and ask over all paths and in runs. They need not know how it is found out, and solve it once for a program.
//
//	checker  reports
//	unset    a field that is read before anything is written to it, of an object that only registers lead to
//	early    a field that is first written after the object was published: stored in memory that others may share,
//	         sent over a channel, or handed to a thread
//
// Both look at objects that the same function has made.
//
//	c := new(Conn)
//	print(c.timeout) // unset
//	registry = c     // others may find it from here on,
//	c.timeout = 5    // early: and may read what was there before
//
// # What is known
//
// The analysis is a must analysis. Where paths meet, a field is written if it is on all of them. A register holds an
// object if it does on all of them. Once a field is written it stays so, whoever else knows the object. That an object
// is private needs the other side, too: which registers may hold it.
//
// An object is followed in registers, through moves and into calls. What a call does to an object that it is given is
// known from the callee if the program has it. If not, the object is not private any more. Calls in which other
// arguments are known are analysed apart.
//
// An object that is loaded, received or returned by a call is not known. A write by such a name is not known either.
// The object is not private then, and unset is silent; early may report a field that was written by another name.
//
// The second New at one place makes another object, and registers that hold the earlier one are not known any more. An
// object that comes from several places is not known at all. So a run, which sees one path, may find more than is found
// over all paths.
//
// A field with an initial value of its own, which package ir has, counts as not written. Whoever copies a whole struct
// reads no field.
package initialised
