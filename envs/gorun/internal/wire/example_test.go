package wire_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs/gorun/internal/wire"
)

// Three records say which way control went through a function; its operations tell the rest.
func Example() {
	prog := program() // the operations of its functions
	// While a program runs, these come from Ring.Batches.
	batches := func(yield func(wire.Batch, error) bool) {
		yield(wire.Batch{Stream: 1, Ended: true, Words: []uint64{
			uint64(wire.MakeHead(wire.Enter, 12, false, fnLeaf)),
			uint64(wire.MakeHead(wire.Block, 12, false, 4)),
			uint64(wire.MakeHead(wire.Leave, 12, false, 0)),
		}}, nil)
	}
	names := []string{"step", "enter", "leave", "end"}
	for e, err := range wire.NewDecoder(prog, batches, wire.Options{}).Events() {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(e.Thread, names[e.Kind], e.PC)
	}
	// Output:
	// 1 enter 0
	// 1 step 0
	// 1 step 1
	// 1 step 4
	// 1 step 5
	// 1 leave 0
	// 1 end 0
}
