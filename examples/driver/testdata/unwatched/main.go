// Command unwatched has stale values in code that runs are watched in, and in code
// that they are not.
package main

import (
	"sync"

	"github.com/seed38182bad/parallax/examples/driver/testdata/unwatched/dep"
)

type counter[T any] struct {
	mu sync.Mutex
	v  T
}

// copyTo is watched as it is written, whatever its types.
func (c *counter[T]) copyTo(d *counter[T]) {
	c.mu.Lock()
	v := c.v
	c.mu.Unlock()
	d.mu.Lock()
	d.v = v
	d.mu.Unlock()
}

// original cannot be written anew without its directive.
//
//go:norace
func (c *counter[T]) original(d *counter[T]) {
	c.mu.Lock()
	v := c.v
	c.mu.Unlock()
	d.mu.Lock()
	d.v = v
	d.mu.Unlock()
}

// never is watched, and never called.
func (c *counter[T]) never(d *counter[T]) {
	c.mu.Lock()
	v := c.v
	c.mu.Unlock()
	d.mu.Lock()
	d.v = v
	d.mu.Unlock()
}

// later is kept although no lock changes in it: its literal stands in its text.
//
//go:norace
func (c *counter[T]) later() func() {
	return func() {
		c.mu.Lock()
		c.mu.Unlock()
	}
}

func main() {
	var c, d counter[string]
	c.copyTo(&d)
	c.copyTo(&d)
	c.original(&d)
	if c.v != "" {
		c.never(&d)
	}
	c.later()()
	new(dep.Counter).Inc()
}
