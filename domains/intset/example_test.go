package intset_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/intset"
	"github.com/seed38182bad/parallax/domains/machine"
)

// The permissions of a file are one of three, and some bits of them are asked for.
func Example() {
	d := intset.Domain{}
	k := machine.Uint32
	mode := d.OfValues(k.Of(0o600), k.Of(0o644), k.Of(0o755))
	one := d.Of(k.Of(1))

	executable := d.Binary(machine.And, mode, one)
	fmt.Println(mode)
	fmt.Println(executable)

	private, others := d.Test(machine.Eq, mode, d.Of(k.Of(0o600)))
	fmt.Println(private, others)
	shared, _ := d.Test(machine.Ne, mode, d.Of(k.Of(0o600)))
	fmt.Println(shared)

	// Nothing is known, but few values are left.
	small, _ := d.Test(machine.Lt, d.All(k), d.Of(k.Of(3)))
	fmt.Println(small)
	fmt.Println(d.Binary(machine.Rem, d.All(k), d.Of(k.Of(4))))

	few, err := intset.New(0)
	fmt.Println(few.Limit(), err)
	// Output:
	// {384, 420, 493} uint32
	// {0, 1} uint32
	// {384} uint32 {384} uint32
	// {420, 493} uint32
	// {0, 1, 2} uint32
	// {0, 1, 2, 3} uint32
	// 8 sets of at most 0 integers: want a limit of at least 1
}
