// Package latticetest checks that a lattice, a state or a transfer function
// keeps the laws that an abstract interpreter relies on.
//
// An analysis on a faulty domain does not crash. It stops too early, or never,
// or gives a result that depends on the order of visits; and the cause is found
// far from the symptom. Each law is therefore a property by itself, with its
// own name, checked on generated elements (pgregory.net/rapid). A violation is
// shrunk to the smallest elements that show it:
//
//	func TestSigns(t *testing.T) {
//		signs := rapid.SampledFrom([]Sign{None, Minus, Zero, Plus, Any})
//		latticetest.Suite[Sign]{Lattice: Signs{}, Elements: signs}.Check(t)
//	}
//
// What to check with what:
//
//	a lattice.Lattice                    Suite
//	a lattice.Mergeable state            CheckState, or StateSuite
//	a lattice that works part by part    Pointwise
//	a transfer function                  Transfer: Monotone, Strict, Commutative; or Suite.Transfers
//	a domain against concrete values     Gamma: Laws, Sound, Best, Exact
//	any of these under go test -fuzz     Fuzz
//
// Functions of two operands have Monotone2, Strict2, Sound2, Best2 and Exact2.
//
// The generator decides what is seen. It should give small elements often, so
// that two of them are related now and then. The suite helps by drawing
// elements above, below and equal to one another, and the extremes. Widening
// can only be seen to stabilise on chains that would not stabilise by
// themselves. So give the suite Transfers that make elements grow, and a small
// number of Steps.
//
// Some laws count allocations, which only goes while no parallel test runs. A
// domain that cannot keep from allocating says why in Suite.Allocates, and one
// whose joins are not the least says so with Suite.Approximate.
//
// Checks run as subtests named after the laws, such as join/least. A failure
// prints the elements, what was expected, and the seed to repeat it with.
package latticetest
