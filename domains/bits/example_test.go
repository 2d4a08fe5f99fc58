package bits_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/bits"
	"github.com/seed38182bad/parallax/domains/machine"
)

// An address is rounded up to a multiple of 8, and its last bit is used as a mark.
func Example() {
	d := bits.Domain{}
	number := func(n int64) bits.Bits { return bits.Of(machine.Uintptr.Of(n)) }

	address := d.All(machine.Uintptr)
	aligned := d.Binary(machine.AndNot, d.Binary(machine.Add, address, number(7)), number(7))
	marked := d.Binary(machine.Or, aligned, number(1))
	fmt.Println(aligned)
	fmt.Println(marked)

	below, _ := d.Test(machine.Lt, marked, number(32))
	fmt.Println(below)

	small := d.Convert(below, machine.Uint8)
	fmt.Println(small)
	fmt.Println(d.Binary(machine.Shr, small, number(3)))
	// Output:
	// 0b????×15_?000 uint64
	// 0b????×15_?001 uint64
	// 0b0000×14_000?_?001 uint64
	// 0b000?_?001 uint8
	// 0b0000_00?? uint8
}
