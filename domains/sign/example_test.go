package sign_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/sign"
)

// A length is not negative, and half of it is not either. One more than a length may
// be negative, since int wraps, but it is never zero, so that one can divide by it.
func Example() {
	length, err := sign.New(machine.Int, sign.Zero|sign.Positive)
	if err != nil {
		fmt.Println(err)
		return
	}
	d := sign.Domain{}
	one, two := d.Of(machine.Int.Of(1)), d.Of(machine.Int.Of(2))
	fmt.Println("length / 2 is", d.Binary(machine.Quo, length, two))
	fmt.Println("length + 1 is", d.Binary(machine.Add, length, one))

	some, _ := d.Test(machine.Ne, length, d.Of(machine.Int.Of(0)))
	fmt.Println("if length != 0, it is", some)
	// Output:
	// length / 2 is ≥0
	// length + 1 is ≠0
	// if length != 0, it is >0
}
