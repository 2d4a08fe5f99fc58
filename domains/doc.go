// Package domains is the place of abstract values: numbers, relations between
// them, strings, pointers, locks, threads. Each domain is a package of its own
// below this one. It knows its order, its operations and how its values print;
// it imports lattice, machine for the arithmetic of integers, and the domains
// that it is made of, so that it can be used and held to the laws of
// lattice/latticetest without any program to analyse.
//
// # What there is
//
//	of one integer
//	constant     that it is one certain number
//	sign         whether it is negative, zero or positive
//	interval     its bounds: 0 to 9
//	congruence   its remainder: it is even, or 3 more than a multiple of 8
//	strided      bounds and steps: 0, 4, 8 or 12
//	bits         which of its bits are certain: masks, flags, alignment
//	intset       a few values: a mode, a case of an enumeration
//	integer      most of this at once; the one to take first
//
//	of other single values
//	float        bounds of a floating-point number; NaN, infinities and -0 apart
//	boolean      true, false or either
//	nullness     nil, not nil or either
//	text         the strings that it may be, their beginnings, ends and lengths
//	typeset      the types that an interface may hold
//
//	of several numbers together
//	zone         bounds of differences: an index is below a length
//	octagon      those of sums as well, which takes longer
//	karr         linear equations: i = 2*j + 1
//	pack         zones or octagons of many variables, in small groups
//	linear       the expressions that these are assigned and tested with
//
//	of memory
//	pointer      the objects that it may point to
//	accesspath   names of places, such as v.f.g
//	memory       variables, and what is in the objects that they lead to
//	sequence     a slice: its length and its elements
//	dictionary   a map: its keys and its values
//
//	of locks and threads
//	lockset      the locks that are held
//	lockfamily   which combinations of locks protect a variable
//	view         what is accessed together under one lock
//	thread       which thread it is, by who started it where
//	mhp          whether two points may execute at the same time
//	clock        what happened before what, in a run
//	interleaving which transactions can be taken apart by others
//	escape       which threads may reach an object
//	mover        what commutes with other threads: both movers, left, right, atomic
//
//	given by the user
//	hasse        the elements of a small lattice: levels of trust
//	automaton    the states of a protocol: open, closed
//
//	made of others
//	environment  a value for each variable: the usual state of an analysis
//	disjunction  several values, where one would have to cover all
//	partition    several states, kept apart by the way that led to them
//	reduced      two domains that sharpen each other
//	lookahead    a widening that gives up less
//
// machine is the arithmetic that the domains of integers cover, and the interface
// that they share. The words of the field that all of them use, such as join, widening
// and bottom, are explained in package lattice.
//
// # How a domain is written
//
// A domain of values has a type for the value and a type Domain, a stateless
// object beside it that carries the operations:
//
//	d := interval.Domain{}
//	x := d.Join(interval.Of(machine.Int8.Of(1)), interval.Of(machine.Int8.Of(5)))
//	fmt.Println(x) // [1, 5] int8
//
// The value is immutable, and small where it can be; its zero value is bottom. It
// answers questions about itself and prints itself: String for a person,
// MarshalJSON for a machine. Equal values print alike and unequal ones differ. Where
// there is nothing to list, String is ⊥ for bottom and ⊤ for top, and the JSON is null
// and "any".
//
// Domain implements lattice.Lattice, and those of lattice.Merging, Widening,
// ThresholdWidening, Narrowing and Hashing that it can honour. Where the operands
// of a join or meet are ordered, the result is the operand itself, and nothing
// is allocated; Leq and Equal never allocate. Operations that model what a program does are
// monotone, total and sound: they cover the concrete operation, whatever the
// operands. Domains of integers implement machine.Domain.
//
// A domain of states, such as a matrix that is changed in place, implements
// lattice.Mergeable on its own type and is owned as that interface says.
//
// Where a value can be built wrongly, a constructor returns an error that names
// the offender. No operation panics on what constructors returned, and none
// does silently nothing: one that can say nothing says top.
//
// # How a domain is tested
//
// Package domaintest generates values of every domain, for the tests here and for
// those of whoever builds on them. Each package has a test of its laws (see
// lattice/latticetest), a check of each operation against concrete execution, an
// Example, and benchmarks. A test in domaintest fails for a type that is not held
// to the laws.
package domains
