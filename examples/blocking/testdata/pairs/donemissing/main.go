// Command donemissing waits for two goroutines, but starts only one.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		fmt.Println("done")
	}()
	wg.Wait() // want blocked
}
