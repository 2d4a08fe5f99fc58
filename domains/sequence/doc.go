// Package sequence is the domain of slices, arrays and other sequences: their
// length, and what their elements are, for elements of any lattice.
//
// # What a value stands for
//
// A Sequence describes the sequences whose length is in an interval and whose
// element at each index is described by what it has there. The elements at the
// first indices, up to the limit of the domain, are kept one by one; all others
// share one summary (array expansion and smashing: Blanchet et al., PLDI 2003,
// section 6.1.1). [{1}, {2}, {3}…] length [2, ∞) has elements at 0 and 1 and a
// summary of the rest. With a limit of 0, all elements are smashed.
//
// A Sequence is kept reduced: there are no elements beyond the greatest length,
// and where an element that may exist could be nothing (bottom of the elements
// stands for no value), the sequence is not that long. So equal values describe
// the same sequences if equal elements do. The zero Sequence is bottom. A nil
// slice is a sequence of length 0.
//
// # Operations
//
// They describe what Go's operations give where they do not panic. A write at one
// known index that is kept by itself replaces what was there, any other adds to
// it. Operations are those of values: Append gives a new sequence and says nothing
// of other slices with the same backing array.
//
// # Aliasing
//
// s[i:j], and append within the capacity, share elements with s: a write through
// one is seen through the other. Who has to know this keeps the contents of the
// backing array in memory (package memory, an object per array, a Sequence or
// fields for the indices as its contents) and for each slice a pointer, an offset
// and a length. What is kept of slices by value is sound as long as no two that
// share elements are written through.
package sequence
