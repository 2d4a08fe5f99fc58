// Package escape is the domain of who may reach an object, and of the points at which that began.
// An object is reached by one thread, by several one after the other, by several that only read it,
// or by several of which some write.
//
//	d := escape.Domain[int]{}
//	o := d.New(1)                // local to 1
//	o = d.Access(o, 1, 10, true) // local to 1: its owner may do what it wants
//	o = d.Publish(o, 20)         // read-only since 20
//	o = d.Access(o, 2, 30, false)
//	o = d.Access(o, 2, 40, true) // escaped since 20, written since 40
//
// # What a state says
//
// An object has one owner, the thread (or the frame) that created it, until it
// is published: stored where other threads find it. Its owner may hand it over to
// another one and not touch it again. A State describes the objects of which
//
//   - the owner is the one that is named, if one is;
//   - if it was handed over, the points where it was are not below Handed;
//   - if it was published, the points where it was are not below Published;
//   - if it was written after publication, the points of those writes are not below Written;
//   - what is Never did not happen.
//
// Points are numbers of the user: of operations statically, of events in a run. They
// are evidence, to be shown in a report; the smallest one wins wherever states meet, so
// that it depends on no order of visits. The zero State is bottom: there is no such object.
// Top says that anything may have happened, at any point.
//
// The kinds are the states of Eraser (Savage et al., TOCS 1997, figure 4: exclusive, shared,
// shared-modified). The transfer of ownership is that of von Praun and Gross (OOPSLA 2001). Here
// they are a lattice, whose operations are monotone. Only Access depends on who comes first, and is
// for runs or for threads that are known.
//
// A static analysis has one state for all objects of an allocation site. If two objects that are
// local to different threads are joined, they are local to one that is not named.
package escape
