// Command fixed gives a lock back that it has taken.
package main

import (
	"fmt"
	"sync"
)

type stamp struct {
	mu  sync.Mutex
	day int
}

func main() {
	s := &stamp{day: 3}
	s.mu.Lock()
	s.day++
	s.mu.Unlock()
	fmt.Println(s.day)
}
