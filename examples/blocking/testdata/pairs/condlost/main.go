// Command condlost signals before somebody waits, and remembers nothing.
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	go func() {
		cond.Signal() // want paths: lost-signal // a run shows the Wait that it does not reach
	}()
	time.Sleep(5 * time.Millisecond)
	mu.Lock()
	cond.Wait() // want paths: wait-no-loop // want run: blocked // over all paths the Signal is told
	mu.Unlock()
	fmt.Println("ready")
}
