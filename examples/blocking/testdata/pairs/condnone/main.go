// Command condnone changes what somebody waits for, and does not say so.
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	full := false
	go func() {
		time.Sleep(5 * time.Millisecond)
		mu.Lock()
		defer mu.Unlock()
		full = true
	}()
	mu.Lock()
	for !full {
		cond.Wait() // want blocked
	}
	mu.Unlock()
	fmt.Println("full")
}
