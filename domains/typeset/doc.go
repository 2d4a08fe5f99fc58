// Package typeset is the domain of dynamic types: what an interface value may
// hold.
//
// # What a value stands for
//
// The dynamic type of an interface value is a type, or there is none, where the
// value is nil. A Set describes nil, if MayBeNil, and a set of types: either
// finitely many, or all types but finitely many. {*bytes.Buffer nil} is a buffer
// or nil; any but {int} is any type other than int. Types are keys that the author
// chooses, such as names, or numbers of go/types types; different keys are
// different types. The world is open: there are always types that no set lists.
//
// Sets are ordered by inclusion. The finite and the cofinite sets are a boolean
// algebra: join and meet are exact, and a type switch can subtract one case after
// the other. Listed sets can grow without end where types do, as with generic types
// that are instantiated in a recursion. Widening therefore gives up a list that
// outgrows the limit of the domain, and takes any type instead; an excluding set
// only gets larger by excluding less. Cofinite sets are what is known behind the
// default of a type switch; finite ones are those of class hierarchy and rapid type
// analysis (Bacon and Sweeney, OOPSLA 1996).
//
// # Tests
//
// A type assertion x.(T), or a case of a type switch, goes by identity where T is
// a type of its own: TestIs. Where T is an interface it goes by implementation,
// which the author answers for each type, with yes, no or unknown: TestImplements.
package typeset
