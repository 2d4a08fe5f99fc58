package disjunction_test

import (
	"cmp"

	"github.com/seed38182bad/parallax/domains/disjunction"
	"pgregory.net/rapid"
)

// disjunctions generates disjunctions of up to four of these elements, as far as
// the limit of d allows.
func disjunctions[E any](d disjunction.Domain[E], elements *rapid.Generator[E]) *rapid.Generator[disjunction.Set[E]] {
	return rapid.Map(rapid.SliceOfN(elements, 0, 4), func(elems []E) disjunction.Set[E] { return d.Of(elems...) })
}

// compareSpans is a total order of spans: by the lower bound and then by the
// upper one, with the empty span first.
func compareSpans(a, b span) int {
	aLo, aHi, inA := a.Bounds()
	bLo, bHi, inB := b.Bounds()
	switch {
	case inA != inB && inB:
		return -1
	case inA != inB:
		return 1
	}
	return cmp.Or(cmp.Compare(aLo, bLo), cmp.Compare(aHi, bHi))
}
