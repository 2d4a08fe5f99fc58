package partition_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/partition"
	"github.com/seed38182bad/parallax/lattice"
)

// A divisor is 1 after one branch and -1 after the other. As one interval it may
// be 0; with the branches kept apart it may not.
func Example() {
	const branch, positive, negative = 10, 1, 0
	values := lattice.NewStates(interval.Domain{})
	m := partition.New(partition.Options[lattice.State[interval.Interval]]{Limit: 8})

	then := m.Of(values.Of(interval.Of(machine.Int.Of(1))))
	then.Mark(partition.Choice{At: branch, Took: positive})
	otherwise := m.Of(values.Of(interval.Of(machine.Int.Of(-1))))
	otherwise.Mark(partition.Choice{At: branch, Took: negative})
	divisor, _ := then.Merge(otherwise)

	mayBeZero := func() (may bool) {
		for _, v := range divisor.All() {
			may = may || v.Value().Contains(machine.Int.Of(0))
		}
		return may
	}
	fmt.Println(divisor, "may be 0:", mayBeZero())
	divisor.Forget(branch)
	fmt.Println(divisor, "may be 0:", mayBeZero())
	// Output:
	// {10=0: -1, 10=1: 1} may be 0: false
	// {·: [-1, 1]} may be 0: true
}
