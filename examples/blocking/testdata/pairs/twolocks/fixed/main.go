// Command fixed takes two locks in the same order, here and beside.
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	var red, blue sync.Mutex
	go func() {
		red.Lock()
		defer red.Unlock()
		time.Sleep(5 * time.Millisecond)
		blue.Lock()
		defer blue.Unlock()
	}()
	red.Lock()
	time.Sleep(5 * time.Millisecond)
	blue.Lock()
	fmt.Println("red and blue")
	blue.Unlock()
	red.Unlock()
}
