package clock_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/clock"
)

// Thread 0 writes, gives back a lock that thread 1 then takes, and writes once more.
func Example() {
	zero, one := d.Tick(d.Bottom(), 0), d.Tick(d.Bottom(), 1)

	first := last(zero, 0)
	lock := zero
	zero = d.Tick(zero, 0)
	second := last(zero, 0)
	one = d.Join(lock, one)

	fmt.Println(first, second, one)
	fmt.Println(one.Has(first), one.Has(second))
	// Output:
	// 1@0 2@0 {0:1, 1:1}
	// true false
}

// last is the last step of a thread that v has.
func last(v clock.Vector, thread int) clock.Epoch {
	e, err := clock.At(thread, v.Time(thread))
	if err != nil {
		panic(err)
	}
	return e
}
