package reduced_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/reduced"
	"github.com/seed38182bad/parallax/lattice"
)

// Intervals and parities sharpen each other: an odd number from 0 to 2 is 1, and
// an odd number from 4 to 4 is none.
func Example() {
	parity := lattice.NewPowerset[int](2)
	d := reduced.NewPair(domaintest.Spans{}, parity, sharpen)

	odd := parity.Of(1)
	fmt.Println(d.Of(lattice.Pair[domaintest.Span, lattice.Set[int]]{First: domaintest.SpanOf(0, 9), Second: odd}))
	fmt.Println(d.Of(lattice.Pair[domaintest.Span, lattice.Set[int]]{First: domaintest.SpanOf(0, 2), Second: odd}))
	fmt.Println(d.Of(lattice.Pair[domaintest.Span, lattice.Set[int]]{First: domaintest.SpanOf(4, 4), Second: odd}))
	// Output:
	// {[1, 9] {1}}
	// {1 {1}}
	// ⊥
}
