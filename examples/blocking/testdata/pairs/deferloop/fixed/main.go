// Command fixed locks in a loop, and gives the lock back in each round.
package main

import (
	"fmt"
	"sync"
)

type letter struct{ text string }

func main() {
	var mu sync.Mutex
	size := 0
	for _, l := range []letter{{"a"}, {"bc"}} {
		mu.Lock()
		size += len(l.text)
		mu.Unlock()
	}
	fmt.Println(size)
}
