package strided_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/strided"
)

// for i = 0; i < 10; i += 2 { … }, with widening at the loop's head, and narrowing once
// it is stable.
func Example() {
	d := strided.Domain{}
	number := func(n int64) strided.Interval { return strided.Of(machine.Int.Of(n)) }
	round := func(head strided.Interval) strided.Interval {
		body, _ := d.Test(machine.Lt, head, number(10))
		return d.Join(number(0), d.Binary(machine.Add, body, number(2)))
	}

	head := number(0)
	for {
		wider := d.Widen(head, round(head))
		if d.Equal(wider, head) {
			break
		}
		head = wider
		fmt.Println("widened: ", head)
	}
	head = d.Narrow(head, round(head))
	fmt.Println("narrowed:", head)

	body, _ := d.Test(machine.Lt, head, number(10))
	after, _ := d.Test(machine.Ge, head, number(10))
	fmt.Println("in the loop:", body)
	fmt.Println("after it:   ", after)
	// Output:
	// widened:  [0, 9223372036854775806] stride 2
	// narrowed: [0, 10] stride 2
	// in the loop: [0, 8] stride 2
	// after it:    10
}
