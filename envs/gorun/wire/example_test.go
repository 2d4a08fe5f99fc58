package wire_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed38182bad/parallax/envs/gorun/wire"
)

// A recording is replayed against the program that was recorded.
func Example() {
	dir, err := os.MkdirTemp("", "wire-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "run.px")

	prog := program() // the operations of its functions
	id := wire.Program{Identity: 0xfeed, Name: "example.org/app"}
	rec, err := wire.Create(path, id)
	if err != nil {
		fmt.Println(err)
		return
	}
	// While a program runs, these come from Ring.Batches.
	rec.Add(wire.Batch{Stream: 1, Ended: true, Words: []uint64{
		uint64(wire.MakeHead(wire.Enter, 12, false, fnLeaf)),
		uint64(wire.MakeHead(wire.Block, 12, false, 4)),
		uint64(wire.MakeHead(wire.Leave, 12, false, 0)),
	}})
	if err := rec.Close(); err != nil {
		fmt.Println(err)
		return
	}

	f, err := wire.Open(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	if err := f.Is(id); err != nil {
		fmt.Println(err)
		return
	}
	names := []string{"step", "enter", "leave", "end"}
	for e, err := range wire.NewDecoder(prog, f.Batches(), wire.Options{}).Events() {
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
