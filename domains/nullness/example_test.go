package nullness_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/nullness"
)

// A list is searched: p starts at the head and ends where it is nil.
func Example() {
	d := nullness.Domain{}
	head, next := nullness.NonNil, nullness.Maybe
	p := d.Join(head, next)
	fmt.Println("at the loop:  ", p)
	fmt.Println("in the body:  ", d.TestNonNil(p))
	fmt.Println("behind it:    ", d.TestNil(p))
	here, _ := d.TestEqual(head, d.TestNil(p))
	fmt.Println("if head == p: ", here)
	// Output:
	// at the loop:   maybe nil
	// in the body:   non-nil
	// behind it:     nil
	// if head == p:  ⊥
}
