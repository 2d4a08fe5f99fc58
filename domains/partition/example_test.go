package partition_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/partition"
	"github.com/seed38182bad/parallax/lattice"
)

// A divisor is 1 after one branch and -1 after the other. As one interval it may
// be 0; with the branches kept apart it may not.
func Example() {
	const branch, positive, negative = 10, 1, 0
	values := lattice.NewStates[span](domaintest.Spans{})
	m := partition.New(partition.Options[lattice.State[span]]{Limit: 8})

	then := m.Of(values.Of(domaintest.SpanOf(1, 1)))
	then.Mark(partition.Choice{At: branch, Took: positive})
	otherwise := m.Of(values.Of(domaintest.SpanOf(-1, -1)))
	otherwise.Mark(partition.Choice{At: branch, Took: negative})
	divisor, _ := then.Merge(otherwise)

	mayBeZero := func() (may bool) {
		for _, v := range divisor.All() {
			may = may || v.Value().Contains(0)
		}
		return may
	}
	fmt.Println(divisor.Len(), "parts; divisor may be 0:", mayBeZero())
	divisor.Forget(branch)
	fmt.Println(divisor.Len(), "part; divisor may be 0:", mayBeZero())
	// Output:
	// 2 parts; divisor may be 0: false
	// 1 part; divisor may be 0: true
}
