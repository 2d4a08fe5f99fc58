// Package copies calls a package that has tests, and so is there as it is compiled for
// these, too.
package copies

import (
	"sync"

	"copies/lib"
)

type Pool struct {
	mu  sync.Mutex
	top *lib.Top
}

func (p *Pool) Set(n int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.top = lib.New(n)
	p.top.Add(2)
	p.top.N++
	return p.top.N
}
