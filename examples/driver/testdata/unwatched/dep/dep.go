// Package dep has a stale value in code that belongs to nobody's patterns.
package dep

import "sync"

// A Counter counts.
type Counter struct {
	mu sync.Mutex
	n  int
}

// Inc is executed, and nobody watches it.
func (c *Counter) Inc() {
	c.mu.Lock()
	n := c.n
	c.mu.Unlock()
	n++
	c.mu.Lock()
	c.n = n
	c.mu.Unlock()
}
