package mover_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/mover"
)

// An account is read under its lock and written under its lock: each method is atomic, and both
// of them together are not.
func Example() {
	take, give := mover.Right, mover.Left
	access := mover.Mover // as the lock protects the memory

	read := take.Then(access).Then(give)
	write := take.Then(access).Then(give)
	fmt.Println("read: ", read)
	fmt.Println("write:", write)
	fmt.Println("both: ", read.Then(write))

	whole := take.Then(access.Loop()).Then(give)
	fmt.Println("at once:", whole, "and in a loop:", whole.Loop())
	// Output:
	// read:  atomic
	// write: atomic
	// both:  compound
	// at once: atomic and in a loop: compound
}
