package integer_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/integer"
	"github.com/seed38182bad/parallax/domains/machine"
)

// What each part alone would not know: the offset of a record of 12 bytes in a table,
// behind a header of 4.
func Example() {
	d := integer.Domain{}
	number := func(n int64) integer.Integer { return integer.Of(machine.Uint32.Of(n)) }

	index, _ := integer.Between(machine.Uint32.Of(0), machine.Uint32.Of(9))
	offset := d.Binary(machine.Add, d.Binary(machine.Mul, index, number(12)), number(4))
	fmt.Println(offset)

	// A flag is kept in the lowest bit.
	fmt.Println(d.Binary(machine.Or, offset, number(1)))

	// Behind the first record there is something to divide by.
	count := d.Binary(machine.Sub, offset, number(4))
	some, none := d.Test(machine.Ne, count, number(0))
	fmt.Println(some, "and not", none)

	// A mask in the middle leaves bits that no bounds and no stride can tell.
	fmt.Println(d.Binary(machine.And, index, number(5)))

	signed := d.Convert(d.All(machine.Uint8), machine.Int8)
	nonzero, _ := d.Test(machine.Ne, signed, integer.Of(machine.Int8.Of(0)))
	fmt.Println(nonzero)
	// Output:
	// [4, 112] stride 12 uint32
	// [5, 113] stride 4 uint32
	// [12, 108] stride 12 uint32 and not 0 uint32
	// [0, 5] uint32, 0b0000×7_0?0?
	// int8 ≠ 0
}
