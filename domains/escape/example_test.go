package escape_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/escape"
)

// Thread 1 fills a table and publishes it. Others read it, until one writes.
func Example() {
	d := escape.Domain[int]{}
	table := d.New(1)
	table = d.Access(table, 1, 10, true)
	fmt.Println(table)
	table = d.Publish(table, 20)
	table = d.Access(table, 2, 30, false)
	fmt.Println(table)
	table = d.Access(table, 3, 40, true)
	fmt.Println(table)
	// Output:
	// local to 1
	// read-only since 20, owner 1
	// escaped since 20, written since 40, owner 1
}

// A buffer goes through a channel from thread 1 to thread 2, which owns it from then on.
func ExampleDomain_HandOver() {
	d := escape.Domain[int]{}
	buffer := d.HandOver(d.New(1), 2, 5)
	fmt.Println(d.Access(buffer, 2, 6, true))
	fmt.Println(d.Access(buffer, 1, 7, true))
	// Output:
	// handed over since 5, owner 2
	// escaped since 7, written since 7, handed over since 5, owner 2
}
