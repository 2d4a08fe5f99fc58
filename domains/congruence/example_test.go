package congruence_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/congruence"
	"github.com/seed38182bad/parallax/domains/machine"
)

// An offset starts at 8 and grows by 12 in a loop, or is set to 20. Whatever
// the number of rounds, and even if it wraps, it is a multiple of 4.
func Example() {
	d := congruence.Domain{}
	number := func(n int64) congruence.Congruence { return congruence.Of(machine.Uint32.Of(n)) }

	offset := number(8)
	for {
		next := d.Join(offset, d.Join(d.Add(offset, number(12)), number(20)))
		fmt.Println(next)
		if d.Equal(next, offset) {
			break
		}
		offset = next
	}
	fmt.Println(d.Binary(machine.Rem, offset, number(4)))
	fmt.Println(d.Binary(machine.Shr, offset, number(1)))
	// Output:
	// 12ℤ+8 uint32
	// 4ℤ uint32
	// 4ℤ uint32
	// 0 uint32
	// 2ℤ uint32
}
