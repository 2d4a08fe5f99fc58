//go:build race

package racy

func (c *counter) inc() {
	c.mu.Lock()
	n := c.n
	c.mu.Unlock()
	n++
	c.mu.Lock()
	c.n = n
	c.mu.Unlock()
}
