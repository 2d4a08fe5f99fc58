package disjunction_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/disjunction"
	"github.com/seed38182bad/parallax/domains/domaintest"
)

// After one branch x is 0 and after the other 10, and so x is not 5. An interval
// alone cannot say that. More than two cases exceed the limit, and the closest ones
// are merged.
func Example() {
	d, err := disjunction.New(domaintest.Spans{}, domaintest.CompareSpans, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	d = d.Merging(disjunction.Closest(gap))
	x := d.Join(d.Of(domaintest.SpanOf(0, 0)), d.Of(domaintest.SpanOf(10, 10)))
	five := d.Of(domaintest.SpanOf(5, 5))
	fmt.Println(x, d.Meet(x, five))

	doubled := d.Map(x, func(s domaintest.Span) domaintest.Span { return s.Plus(1) })
	fmt.Println(d.Join(x, doubled))
	// Output:
	// {0 | 10} ⊥
	// {[0, 1] | [10, 11]}
}
