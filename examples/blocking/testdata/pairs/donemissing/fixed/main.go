// Command fixed waits for the goroutine that it starts.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		fmt.Println("done")
	}()
	wg.Wait()
}
