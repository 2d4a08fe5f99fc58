package mhp_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/mhp"
)

// The main thread writes a configuration, starts a worker, works beside it and waits
// for its end.
func Example() {
	d := mhp.Domain[int]{}
	before := d.Main()
	beside, worker := d.Fork(before, 1)
	behind := d.Await(beside, worker.Thread(), worker)
	for _, f := range []mhp.Fact[int]{before, beside, behind} {
		_, why := d.MayHappenInParallel(f, worker)
		fmt.Println(why)
	}
	// Output:
	// main⟨1⟩ is not started yet
	// may happen in parallel
	// main⟨1⟩ has ended
}
