// Command unlocktwice gives a lock back twice.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	mu.Lock()
	fmt.Println("locked")
	mu.Unlock()
	mu.Unlock() // want unlock-unheld // want run: fatal
}
