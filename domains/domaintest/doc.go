// Package domaintest is for tests of domains, those of this module and those of yours.
//
//	CheckIntegers      holds a domain of integers to all that machine.Domain promises
//	ReductionLaws      hold a reduction to what package reduced expects of it
//	ZeroIsBottom       is a law that values have beyond those of a lattice
//	Spans              is a small lattice with every ability, to build combinators on
//	Intervals, Bits …  generate elements of the domains that others are made of
//
// A generator draws small values often, so that two of them are related now and then,
// and the edges of what is possible often. The generator of a domain that no other is
// made of stands in the tests of that domain.
package domaintest
