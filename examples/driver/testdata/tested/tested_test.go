package tested

import "testing"

func TestReset(t *testing.T) {
	var c counter
	c.inc()
	c.mu.Lock()
	n := c.n
	c.mu.Unlock()
	c.mu.Lock()
	c.n = n - 1
	c.mu.Unlock()
	c.reset()
	resetLater(&c)()
}

func (c *counter) reset() {
	c.mu.Lock()
	n := c.n
	c.mu.Unlock()
	c.mu.Lock()
	c.n = n - 1
	c.mu.Unlock()
}

func resetLater(c *counter) func() {
	return func() {
		c.mu.Lock()
		n := c.n
		c.mu.Unlock()
		c.mu.Lock()
		c.n = n - 1
		c.mu.Unlock()
	}
}
