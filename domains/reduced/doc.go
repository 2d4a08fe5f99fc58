// Package reduced is the reduced product: several domains side by side, each of
// which sharpens the others.
//
//	d := reduced.NewPair(intervals, parities, sharpen)
//	x := d.Of(lattice.Pair{between0and9, odd}) // [1, 9] and odd
//
// A pair describes what both parts describe, so that many pairs describe the same
// thing: [0, 9] and odd, or [1, 9] and odd. A reduction, given by the user, takes a
// pair to one that describes the same and says more part by part. Domain keeps
// every element reduced as far as the reduction goes; what the user sees, compares
// and prints is always the reduced form. NewPair is the product of two domains,
// NewVector that of n alike, and New reduces any lattice, such as nested pairs.
// In the first two an impossible part makes the whole bottom.
//
// The reduction must be a lower closure, applied until nothing changes. It makes
// nothing larger (Domain sees to that), it loses nothing that is described, and it is
// monotone. Then the reduced elements are a lattice with the order of the product. The
// join of reduced elements is reduced already, and the meet is reduced after it is
// taken. domaintest.ReductionLaws checks a reduction.
//
// # Widening
//
// To reduce what a widening gave up, and to widen the outcome again, can go on for
// ever. The reduction brings the bound back that the widening has removed, as
// normalising does in prevail's issue 1207. Closure does it with difference bounds
// (Miné, "The octagon abstract domain", HOSC 19, 2006, section 4.2). So a widened
// element carries two forms: the one that widening produced, and the reduced one. Widen
// and Narrow work on the former, as left operand, and reduce the right one alone;
// everything else sees the latter. The former forms are a chain of widenings of the
// underlying lattice, and so they stabilise, and the reduced forms with them. Any other
// operation forgets the former.
//
// Sources: Cousot and Cousot, "Systematic design of program analysis frameworks",
// POPL 1979, section 10.1; Granger, "Improving the results of static analyses of
// programs by local decreasing iterations", FSTTCS 1992, for a reduction that is
// applied until nothing changes.
package reduced
