// Package text is the domain of Go's strings, which are sequences of bytes.
//
// # What a value stands for
//
// A Text is either a finite set of at most so many strings, such as
// {"GET", "PUT"}, or a shape: all strings with a given prefix, a given suffix and
// a length within bounds, such as "/tmp/"…".log" with length [9, ∞). The empty set
// is bottom; the shape with nothing given is top.
//
// It is the reduced product of four domains: finite sets, prefixes, suffixes
// (Costantini, Ferrara and Cortesi, "Static Analysis of String Values", ICFEM
// 2011) and intervals of lengths. Reduction is complete: a Text is kept in the one
// form that is best for what it describes. Prefix and suffix may overlap in short
// strings, "ab"…"ba" describes "aba", and lengths at which they disagree are none;
// a shape that describes few strings is their set. So two Texts are equal exactly
// if they describe the same strings, and the order is inclusion. Both finite sets
// and shapes are closed under intersection, so that the meet is exact and the join
// the best there is: sets are united as long as they fit, and then become the
// smallest shape around them.
//
// In an ascending chain, sets grow up to their limit, prefixes and suffixes get
// shorter, and lengths are widened.
//
// # Operations
//
// Concat, the slices, Index, Len and the Trims describe what Go's operations give
// where they do not panic; where they always do, the result is bottom. The Tests
// narrow their operands to the strings with which a condition holds.
package text
