package thread_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/thread"
)

// The main thread creates a worker at site 1, which creates a helper at site 3, and a
// pool of threads in a loop at site 2.
func Example() {
	d := thread.Domain[int]{}
	worker := d.Fork(d.Main(), 1, false)
	pool := d.Fork(d.Main(), 2, true)
	helper := d.Fork(worker, 3, false)
	fmt.Println(worker, pool, helper)
	fmt.Println("one thread:", worker.IsUnique(), pool.IsUnique())
	fmt.Println("may have created the helper:", d.MayBeAncestor(worker, helper), d.MayBeAncestor(pool, helper))
	fmt.Println(d.Join(worker, helper))
	// Output:
	// main⟨1⟩ main⟨{2}…⟩ main⟨1 3⟩
	// one thread: true false
	// may have created the helper: true false
	// main⟨1 {3?}…⟩
}
