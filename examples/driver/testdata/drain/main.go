// Command drain writes a stale value back once, and then goes round a loop whose
// operations have no place of their own.
package main

import (
	"fmt"
	"sync"
)

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) drain() int {
	c.mu.Lock()
	n := c.n
	c.mu.Unlock()
	c.mu.Lock()
	c.n = n // once
	c.mu.Unlock()
	rounds := 0
	for rounds < 100 {
		rounds++
	}
	return rounds
}

func main() {
	c := &counter{n: 100}
	fmt.Println(c.drain())
}
