// Package memory is the domain of memory: the variables of a frame, and the objects
// that pointers lead to, with strong and weak update. It is made of any lattice of
// values and of the pointers of domains/pointer.
//
// # What a state stands for
//
// A Memory maps variables to values, and abstract objects, field by field, to
// values. It describes a concrete memory if
//
//   - each variable holds a value that the Memory has for it. A variable for which
//     it has none may hold anything;
//   - each object that exists is the latest instance of its site and described by
//     what Recent has there, or an earlier one and described by what Old has. An
//     abstract object that is absent describes nothing: no such instance exists;
//   - a pointer in such a value points to an object as pointer.Set says.
//
// Bottom, the zero Memory, describes none: the point is not reached. Top describes
// all, with any objects. Between the two, memories are ordered variable by
// variable and field by field.
//
// # Update
//
// A store through a pointer to one single instance replaces what was there (strong
// update: Chase, Wegman and Zadeck, PLDI 1990), because after it the object holds
// nothing else. A store through a pointer to a summary, or to one of several objects,
// adds to what was there (weak update). It changes one of the objects and leaves the
// others as they were. Freshly allocated objects are single instances until their site
// allocates again: recency abstraction (Balakrishnan and Reps, SAS 2006), for which see
// package pointer. Allocate ages every pointer in variables and in objects, so that
// authors need not.
//
// Following a pointer that can only be nil never succeeds, and what comes after it
// is bottom.
//
// # What is up to the author
//
// Sites, fields and variables are numbers of the author's choice, finitely many for a
// program. An element of an array is a field of its own where the index is known. Other
// indices go through LoadAny and StoreAny, or share one field. A variable whose address
// is taken belongs into an object, with a site of its own. So do the backing arrays of
// slices: two slices of one array are two pointers to it. Objects from elsewhere, such
// as those that arguments lead to, come into being with AllocateMany.
//
// A Memory has no Merge method of its own: run it as a state with
// lattice.NewStates(memory.New(values)).
package memory
