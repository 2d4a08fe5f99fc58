package constant_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/constant"
	"github.com/seed38182bad/parallax/domains/machine"
)

// What is known of x after "x := uint8(200)", of what is computed from it, and of y
// in y & 0, though nothing is known of y.
func Example() {
	d := constant.Domain{}
	x, y := d.Of(machine.Uint8.Of(200)), d.All(machine.Uint8)
	fmt.Println(d.Binary(machine.Add, x, x))
	fmt.Println(d.Convert(x, machine.Int8))
	fmt.Println(d.Convert(x, machine.Int))
	fmt.Println(d.Binary(machine.Or, x, y))
	fmt.Println(d.Binary(machine.And, y, d.Of(machine.Uint8.Of(0))))

	least, _ := d.Test(machine.Lt, y, d.Of(machine.Uint8.Of(1)))
	fmt.Println("if y < 1, it is", least)
	// Output:
	// 144 uint8
	// -56 int8
	// 200
	// uint8
	// 0 uint8
	// if y < 1, it is 0 uint8
}
