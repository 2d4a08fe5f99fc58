// Package atomicsets infers atomic sets: groups of fields of a type that the program treats as one thing. Each method
// of the type accesses them without anything of other threads in between. (Dinges, Charalambides and Agha, Automated
// Inference of Atomic Sets for Safe Concurrent Execution, PASTE 2013.) It finds no defects. It says what a program
// seems to mean, so that this can be written down, and held against the locks that there are.
//
//	type List struct {
//		mu      sync.Mutex
//		length  int   // atomic set {entries, length} under mu
//		entries []any // atomic set {entries, length} under mu
//	}
//
// # What is observed
//
// Of each call it is observed which fields the function and all that it calls access. They go by the names that the
// function has for them: a path from a parameter or a global, such as l.length or m.urls.length. What the callee knows
// as l.length may be m.urls.length for its caller. An access is direct if the function makes it itself. A field is
// interleaved in a call if another thread wrote it after the call accessed it first, and before it accessed anything
// for the last time. Otherwise it is atomic. A run knows that exactly. Over all paths a field is taken to be
// interleaved if another thread may write it at all, and no lock keeps it out. None does if the locks under which the
// field was accessed first were given back before the function went on, or if there were none. That is an
// approximation, in both directions.
//
// A function that waits gives others the time to interfere on purpose: its observations begin
// anew. Accesses of a part of an array, a slice or a map count for the field that holds it. What a
// function has made itself, such as a constructor, has no path and is not observed.
//
// # What is concluded
//
// As in section 6 of the paper, per type:
//
//   - An observation by a path of which a part is interleaved is dropped: the object may have been
//     replaced meanwhile.
//   - A field that is directly seen interleaved, by a function with a parameter of the type, is in
//     no set, nor is one that holds elements, if a function takes these apart.
//   - Fields that a method accesses atomically, itself or by methods of the same object, are in one
//     set; so overlapping sets are one. That is an internal suggestion.
//   - Fields that other functions access atomically extend the set with which they have most in
//     common, unless they are in another one: external suggestions. With nothing in common they are
//     a set by themselves. Elements of a slice or a map count as such: a map that is made once, and
//     only changed since, mostly is a set by itself, whatever is accessed with it.
//   - A field has an alias to a set of the type it holds if both are accessed in one path
//     atomically, and never interleaved. The two sets are then meant to be one.
//   - A function is a unit of work for the sets of other parameters than its receiver that it
//     accesses atomically, and never interleaved.
//
// Fields that are never shared, or never written once they are, connect nothing. They are left out, but for those with
// an alias to a set that there is without them. Nor does anything connect that is done with an object before others
// can reach it. The paper's formula for internal suggestions counts direct accesses only; its text and examples count
// those of callees, too, and so does this package.
//
// # What is reported
//
// A finding for each set (kind atomic-set), alias, and unit of work (unit-of-work), with their parts
// in Finding.Items: "type T", "field length", "lock mu" if one lock of the type is held wherever one of
// the fields is accessed after it is shared, "unit (*List).Get", "set entries". Observations of
// several runs add up. Package annotate makes comments, a patch and JSON of them.
package atomicsets
