// Command fixed changes what somebody waits for, and says so.
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
		cond.Signal()
	}()
	mu.Lock()
	for !full {
		cond.Wait()
	}
	mu.Unlock()
	fmt.Println("full")
}
