// Command locktwice takes a lock that it has taken.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	mu.Lock()
	fmt.Println("locked")
	mu.Lock() // want lock-twice // want run: blocked // over all paths it is lock-twice
	fmt.Println("locked again")
	mu.Unlock()
	mu.Unlock()
}
