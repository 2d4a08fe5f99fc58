package gosrc_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

const counter = `package counter

import "sync"

type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Inc() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}
`

// A package is loaded, and the operations of its functions are printed with their
// places.
func Example() {
	dir, err := os.MkdirTemp("", "counter")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	p, err := gosrc.Load(context.Background(), gosrc.Config{
		Dir: dir,
		Overlay: map[string][]byte{
			filepath.Join(dir, "go.mod"):     []byte("module counter\n\ngo 1.26\n"),
			filepath.Join(dir, "counter.go"): []byte(counter),
		},
	})
	if err != nil {
		panic(err)
	}
	for _, id := range p.Roots() {
		f := p.Func(id)
		if !f.Locking() {
			continue
		}
		fmt.Println(f.Name)
		for pc := range f.Ops {
			fmt.Printf("%-20s %s\n", p.Position(envs.At(id, int32(pc))), &f.Ops[pc])
		}
	}
	// Output:
	// (*counter.Counter).Inc
	// counter.go:11:11     acquire r1 (c.mu)
	// counter.go:12:2      defer r1 ((*Mutex).Unlock)
	// counter.go:13:4      r2 = load r1 (counter.Counter.n)
	// counter.go:13:2      r3 = compute r2, r0
	// counter.go:13:4      store r1, r3 (counter.Counter.n)
	// counter.go:12:2      release r1 (c.mu)
	// counter.go:14:1      return
}
