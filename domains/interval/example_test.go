package interval_test

import (
	"encoding/json"
	"fmt"

	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
)

// A loop: for i := uint8(0); i < 10; i++ {}. Widening finds an end soon, narrowing
// wins back what the condition says.
func Example() {
	d := interval.Domain{}
	zero, one, ten := d.Of(machine.Uint8.Of(0)), d.Of(machine.Uint8.Of(1)), d.Of(machine.Uint8.Of(10))
	body := func(head interval.Interval) interval.Interval {
		inside, _ := d.Test(machine.Lt, head, ten)
		return d.Join(zero, d.Add(inside, one))
	}

	head := zero
	for next := body(head); !d.Leq(next, head); next = body(head) {
		head = d.Widen(head, next)
		fmt.Println("widened: ", head)
	}
	head = d.Narrow(head, body(head))
	fmt.Println("narrowed:", head)

	after, _ := d.Test(machine.Ge, head, ten)
	text, err := json.Marshal(after)
	fmt.Println("after:   ", after, string(text), err)
	// Output:
	// widened:  uint8
	// narrowed: [0, 10] uint8
	// after:    10 uint8 {"kind":"uint8","min":10,"max":10} <nil>
}

// Bounds wrap around if all results do. If only some do, every value is possible.
func ExampleDomain_Add() {
	d := interval.Domain{}
	x, err := interval.Between(machine.Uint8.Of(250), machine.Uint8.Of(255))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Add(x, d.Of(machine.Uint8.Of(10))))
	fmt.Println(d.Add(x, d.Of(machine.Uint8.Of(2))))
	// Output:
	// [4, 9] uint8
	// uint8
}
