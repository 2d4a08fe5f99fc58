// Command unlockunheld gives a lock back that it has not taken.
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
	s.day++
	s.mu.Unlock() // want unlock-unheld // want run: fatal
	fmt.Println(s.day)
}
