package machine_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/machine"
)

// Values compute as Go does, whatever the machine that runs the analysis.
func Example() {
	x := machine.Int8.Of(127)
	sum, _ := machine.Apply(machine.Add, x, machine.Int8.Of(1))
	fmt.Println(sum, sum.Kind())
	fmt.Println(sum.Convert(machine.Uint8), sum.Convert(machine.Uint16), sum.Fits(machine.Uint16))

	least := machine.Int.Min()
	quotient, _ := machine.Apply(machine.Quo, least, machine.Int.Of(-1))
	fmt.Println(quotient == least)

	_, defined := machine.Apply(machine.Quo, x, machine.Int8.Of(0))
	fmt.Println(defined)
	// Output:
	// -128 int8
	// 128 65408 false
	// true
	// false
}
