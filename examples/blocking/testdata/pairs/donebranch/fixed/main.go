// Command fixed waits for a goroutine that says in each case that it is done.
package main

import (
	"fmt"
	"os"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		if len(os.Args) > 99 {
			fmt.Println("so many arguments")
		}
		wg.Done()
	}()
	wg.Wait()
}
