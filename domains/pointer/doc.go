// Package pointer is the domain of pointers: for each, the set of objects that it
// may point to, and whether it may be nil.
//
// # What a value stands for
//
// The objects of a run are without number, those of a program are not: an object
// goes by the Site that allocated it. With the site alone, a pointer could never
// be known to point to one certain object as soon as the site lies in a loop.
// So each site has two abstract objects. Recent(s) stands for one instance, the
// latest that s has allocated, and Old(s) for all the earlier ones (recency
// abstraction: Balakrishnan and Reps, "Recency-Abstraction for Heap-Allocated
// Storage", SAS 2006). What holds of the latest instance can be changed and
// compared for certain; see Set.Single.
//
// A Set describes nil, if MayBeNil, and the instances of its objects; or any
// object at all. So {#1 #2* nil} is a pointer to the latest object of site 1,
// or to an earlier one of site 2, or to nothing. Two sets are ordered by
// inclusion.
//
// # Allocation
//
// When a site allocates, its latest instance becomes one of the earlier ones,
// and every Set that was computed before must say so: Age. A domain of states
// does this for all the values that it keeps, as domains/memory does. Who keeps
// sets elsewhere, in registers or on a stack, has to age them too.
//
// # Polarity
//
// MustAlias and MayAlias answer whether two pointers, at one moment of one run,
// point to the same object. Neither is the negation of the other: take MustAlias
// where a wrong yes would do harm, and MayAlias where a wrong no would.
package pointer
