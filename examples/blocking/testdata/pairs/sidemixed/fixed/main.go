// Command fixed takes a lock to read, and gives it back so.
package main

import (
	"fmt"
	"sync"
)

type score struct {
	mu     sync.RWMutex
	points int
}

func (s *score) read() int {
	s.mu.RLock()
	points := s.points
	s.mu.RUnlock()
	return points
}

func main() {
	s := &score{points: 3}
	fmt.Println(s.read())
}
