// Command fixed takes a lock that it has given back.
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
	mu.Lock()
	fmt.Println("locked again")
	mu.Unlock()
}
