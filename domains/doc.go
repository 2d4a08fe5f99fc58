// Package domains is the place of abstract values: numbers, relations between
// them, pointers, locks, threads. Each domain is a package of its own below this
// one. It knows its order, its operations and how its values print. It imports
// lattice, machine for the arithmetic of integers, and the domains that it is made
// of. So it can be used, and held to the laws of lattice/latticetest, without any
// program to analyse.
//
// # What there is
//
// Users are checkers and commands below examples, packages below dataflow, and other
// domains. The command values lays the domains of numbers side by side.
//
//	of one integer, it knows                                        users
//	sign         whether it is negative, zero or positive           values
//	interval     its bounds: 0 to 9                                 integer, numbers, values
//	congruence   its remainder: it is even, or 8*n + 3              integer, numbers, values
//	strided      bounds and steps: 0, 4, 8 or 12                    integer, numbers, values
//	bits         which of its bits are certain: masks, alignment    integer, values
//	intset       a value, or a few: a constant, a mode, a case       values
//	integer      most of this at once; the one to take first        values
//
//	of a pointer, map, function or interface
//	nullness     nil, not nil or either                             nilness
//
//	of several numbers together
//	zone         bounds of differences: an index is below a length  numbers, values
//	octagon      those of sums as well, which takes longer          values
//	karr         linear equations: i = 2*j + 1                      values
//	pack         zones or octagons of many variables, in groups     numbers
//	linear       the expressions that these are given               bounds, numbers, values
//
//	of memory
//	pointer      the objects that it may point to                   heap
//	accesspath   names of places, such as v.f.g                     heap
//	memory       variables, and what is in objects                  heap
//	escape       which threads may reach an object                  heap
//
//	of locks and threads
//	lockset      the locks that are held                            dataflow, eraser, others
//	lockfamily   which combinations of locks protect a variable     eraser, reduction, atomtypes
//	view         what is accessed together under one lock           views
//	thread       which thread it is, by who started it where        dataflow
//	mhp          whether two points may execute at the same time    dataflow
//	clock        what happened before what, in a run                dataflow
//	interleaving which transactions others can take apart           blockwise
//	mover        what commutes with other threads                   reduction, atomtypes
//
//	given by the user
//	hasse        the elements of a small lattice: levels of trust   taint
//	automaton    the states of a protocol: open, closed             typestate
//
//	made of others
//	environment  a value for each variable                          nilness, taint, others
//	disjunction  several values, where one would cover all          values
//	partition    several states, apart by the way that led there    values
//	reduced      two domains that sharpen each other                values
//	lookahead    a widening that gives up less                      values
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
// The value is immutable, and small where it can be. Its zero value is bottom; that
// of an environment and of a memory is the one that knows nothing. It
// answers questions about itself and prints itself: String for a person,
// MarshalJSON for a machine. Equal values print alike and unequal ones differ. Where
// there is nothing to list, String is ⊥ for bottom and ⊤ for top, and the JSON is null
// and "any".
//
// Domain implements lattice.Lattice, and those of lattice.Merging, Widening and
// Narrowing that it can honour, and lattice.Hashing if elements are interned. Where the operands
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
// Package domaintest has the laws that domains share, a suite for domains of integers,
// and generators of the values that several domains are made of. Each package has a
// test of its laws (see lattice/latticetest), a check of each operation against
// concrete execution, an Example, and benchmarks. A test in domaintest fails for a
// type that is not held to the laws.
package domains
