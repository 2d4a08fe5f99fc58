// Package domains is the place of abstract values: numbers, relations between
// them, strings, pointers, locks, threads. Each domain is a package of its own
// below this one. It knows its order, its operations and how its values print;
// it imports lattice, machine for the arithmetic of integers, and the domains
// that it is made of, so that it can be used and held to the laws of
// lattice/latticetest without any program to analyse.
//
// # What there is
//
//	integers of a kind    constant sign interval congruence strided bits intset; integer is their product
//	other numbers         float
//	relations             zone octagon karr; pack groups variables; linear has their expressions
//	truth, nil, text      boolean nullness text typeset
//	memory                pointer accesspath memory sequence dictionary
//	locks and threads     lockset lockfamily view thread mhp clock escape
//	given by the user     hasse (a finite lattice) automaton (a protocol)
//	made of others        environment disjunction partition reduced lookahead
//
// machine is the arithmetic that the domains of integers cover, and the interface
// that they share.
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
