package boolean_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/boolean"
)

// What is known of two conditions where both held, and where not both did.
func Example() {
	d := boolean.Domain{}
	debug, verbose := boolean.True, boolean.Any

	both := d.Binary(boolean.And, debug, verbose)
	fmt.Println("debug && verbose:", both)

	x, y := d.Test(boolean.And, debug, verbose, boolean.True)
	fmt.Println("where it is true: ", x, y)
	x, y = d.Test(boolean.And, debug, verbose, boolean.False)
	fmt.Println("where it is false:", x, y)
	// Output:
	// debug && verbose: bool
	// where it is true:  true true
	// where it is false: true false
}
