// Command sidemixed takes a lock to read, and gives it back as if it were to write.
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
	s.mu.Unlock() // want unlock-side // want run: fatal
	return points
}

func main() {
	s := &score{points: 3}
	fmt.Println(s.read())
}
