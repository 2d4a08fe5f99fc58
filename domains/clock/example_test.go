package clock_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/clock"
)

// Thread 0 writes, gives back a lock that thread 1 then takes, and writes once more.
func Example() {
	var zero, one, lock clock.Clock
	zero.Tick(0)
	one.Tick(1)

	first := zero.Epoch(0)
	zero.CloneInto(&lock)
	zero.Tick(0)
	second := zero.Epoch(0)
	one.Merge(&lock)

	fmt.Println(first, second, &one)
	fmt.Println(one.Has(first), one.Has(second))
	// Output:
	// 1@0 2@0 {0:1, 1:1}
	// true false
}
