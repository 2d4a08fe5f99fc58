package domaintest

import (
	"cmp"

	"github.com/seed38182bad/parallax/domains/disjunction"
	"pgregory.net/rapid"
)

// Disjunctions generates disjunctions of up to four of these elements, as far as
// the limit of d allows.
func Disjunctions[E any](d disjunction.Domain[E], elements *rapid.Generator[E]) *rapid.Generator[disjunction.Set[E]] {
	return rapid.Map(rapid.SliceOfN(elements, 0, 4), func(elems []E) disjunction.Set[E] { return d.Of(elems...) })
}

// CompareSpans is a total order of spans: by the lower bound and then by the
// upper one, with the empty span first.
func CompareSpans(a, b Span) int {
	switch {
	case a.some != b.some && b.some:
		return -1
	case a.some != b.some:
		return 1
	}
	return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi))
}
