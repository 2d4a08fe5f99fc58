// Command deferloop locks in a loop, and defers to give the lock back until the loop is over.
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
		mu.Lock() // want lock-twice // want run: blocked // over all paths it is lock-twice
		defer mu.Unlock()
		size += len(l.text)
	}
	fmt.Println(size)
}
