// Command twolocks takes two locks in one order, and beside in the other one.
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	var red, blue sync.Mutex
	go func() {
		blue.Lock()
		defer blue.Unlock()
		time.Sleep(5 * time.Millisecond)
		red.Lock() // want run: blocked // over all paths lockorder tells the cycle
		defer red.Unlock()
	}()
	red.Lock()
	time.Sleep(5 * time.Millisecond)
	blue.Lock() // want run: blocked // over all paths lockorder tells the cycle
	fmt.Println("red and blue")
	blue.Unlock()
	red.Unlock()
}
