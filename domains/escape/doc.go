// Package escape is the domain of who may reach an object: one thread, several
// one after the other, several that only read it, or several of which some write; and
// of the points at which that began.
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
// The kinds are the states of Eraser (Savage et al., TOCS 1997, figure 4: exclusive,
// shared, shared-modified) with a transfer of ownership as von Praun and Gross have it
// (OOPSLA 2001), but as a lattice, whose operations are monotone. Only Access depends on
// who comes first, and is for runs or for threads that are known.
//
// A static analysis has one state for all objects of an allocation site: joined, two
// objects that are local to different threads are local to one that is not named.
package escape
