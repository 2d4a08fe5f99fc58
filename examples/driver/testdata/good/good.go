// Package good compiles and has a stale value.
package good

import "sync"

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) inc() {
	c.mu.Lock()
	n := c.n
	c.mu.Unlock()
	n++
	c.mu.Lock()
	c.n = n
	c.mu.Unlock()
}
